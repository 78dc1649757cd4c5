using System.Text.Json;
using FileTransfer.Harness.Tests.Elsewhere;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Control;

/// <summary>
/// Runs <see cref="Conformance"/> instead of the program that it is loaded into: DOTNET_STARTUP_HOOKS names this assembly. So what is
/// tried are the files of an archive, by its own runtime, in one process for all strategies.
/// </summary>
/// <remarks>The runtime wants this name, and no namespace. Nothing here may use a library that the archive has not.</remarks>
internal static class StartupHook
{
    /// <summary>The variable that has the ready line of the server.</summary>
    public const string ServerVariable = "ELSEWHERE_SERVER";

    /// <summary>The variable that has the folder of the files.</summary>
    public const string FilesVariable = "ELSEWHERE_FILES";

    /// <summary>The variable that has what need not be tried again, separated by commas.</summary>
    public const string AnsweredVariable = "ELSEWHERE_ANSWERED";

    /// <summary>Called by the runtime before the program.</summary>
    public static void Initialize()
    {
        if (Environment.GetEnvironmentVariable(ServerVariable) is { } line)
        {
            ServerReady server = JsonSerializer.Deserialize(line, ServerJson.Default.ServerReady)!;
            string files = Environment.GetEnvironmentVariable(FilesVariable)!;
            string[] answered = Environment.GetEnvironmentVariable(AnsweredVariable)?.Split(',') ?? [];
            Conformance.RunAsync(server, files, Console.Out, answered: answered).GetAwaiter().GetResult();
            Environment.Exit(0);
        }
    }
}
