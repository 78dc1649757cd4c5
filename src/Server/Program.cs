using System.CommandLine;
using FileTransfer.Server;

const int BadUsage = 2;
ParseResult parsed = ServerCommandLine.Parse(args);
foreach (string message in parsed.Errors.Select(error => error.Message).Distinct())
{
    await Console.Error.WriteLineAsync($"server: {message}");
}

return parsed.Errors.Count > 0 ? BadUsage : await parsed.InvokeAsync(new InvocationConfiguration { ProcessTerminationTimeout = null });
