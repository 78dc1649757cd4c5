using System.CommandLine;
using FileTransfer.Server;
using FileTransfer.Strategies.Machine;

const int Failed = 1;
const int BadUsage = 2;
Utf8Console.Begin();
Defect.EndWithALine("server: ", Failed);
ParseResult parsed = ServerCommandLine.Parse(args);
foreach (string message in parsed.Errors.Select(error => error.Message).Distinct())
{
    await Console.Error.WriteLineAsync($"server: {message}");
}

try
{
    return parsed.Errors.Count > 0 ? BadUsage : await parsed.InvokeAsync(
        new InvocationConfiguration { EnableDefaultExceptionHandler = false, ProcessTerminationTimeout = null });
}
catch (Exception exception) when (!Defect.IsLookedFor)
{
    await Console.Error.WriteLineAsync($"server: {Defect.Words(exception)}");
    return Failed;
}
