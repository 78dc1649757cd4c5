using System.CommandLine;
using System.CommandLine.Completions;
using System.Text.Json;
using System.Text.RegularExpressions;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Servers;
using FileTransfer.Strategies;

namespace FileTransfer.Harness.Commands;

/// <summary>Runs the server alone, so that another host can measure against it.</summary>
internal static partial class ServeCommand
{
    /// <summary>The command. It hands everything on to the server, which checks it and prints the help.</summary>
    public static Command Build(TextWriter output, TextWriter errors, CancellationToken cancellationToken)
    {
        var command = new Command("serve", "Run the server alone, for senders on this or another host; prints one JSON line when ready.");
        var arguments = new Argument<string[]>("options") { Hidden = true };
        arguments.CompletionSources.Add(_ => OptionName()
            .Matches(ServerProcess.HelpAsync(cancellationToken).GetAwaiter().GetResult())
            .Select(name => new CompletionItem(name.Value)));
        var help = new Option<bool>("--help", "-h", "-?", "/h", "/?") { Hidden = true };
        command.Add(arguments);
        command.Add(help);
        command.SetAction(result => result.GetValue(help)
            ? PrintHelpAsync(output, cancellationToken)
            : RunAsync(result.GetValue(arguments) ?? [], output, errors, cancellationToken));
        return command;
    }

    private static async Task<int> PrintHelpAsync(TextWriter output, CancellationToken cancellationToken)
    {
        await output.WriteAsync(await ServerProcess.HelpAsync(cancellationToken));
        return ExitCode.Success;
    }

    /// <summary>Runs until cancelled.</summary>
    /// <returns>0 after a clean stop; 1 when the server ended by itself.</returns>
    /// <exception cref="ServerException">The server did not start.</exception>
    private static async Task<int> RunAsync(
        IReadOnlyList<string> serverArguments,
        TextWriter output,
        TextWriter errors,
        CancellationToken cancellationToken)
    {
        try
        {
            ServerProcess server = await ServerProcess.StartAsync(serverArguments, cancellationToken);
            await using (server)
            {
                await output.WriteLineAsync(JsonSerializer.Serialize(server.Ready, ServerJson.Default.ServerReady));
                await output.FlushAsync(CancellationToken.None);
                await errors.WriteLineAsync(ServerInvitation.Of(server.Ready));
                int exitCode = await server.WaitForExitAsync(cancellationToken);
                await errors.WriteLineAsync($"the server ended by itself with exit code {exitCode}");
                return ExitCode.Failed;
            }
        }
        catch (OperationCanceledException)
        {
            return ExitCode.Success;
        }
    }

    /// <summary>An option in the server's help.</summary>
    [GeneratedRegex("(?<=^  (?:--[^ ]+, )*)--[a-z-]+", RegexOptions.Multiline)]
    private static partial Regex OptionName();
}
