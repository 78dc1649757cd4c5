using System.Text.Json;
using FileTransfer.Harness.Commands;
using Xunit.Runner.InProc.SystemConsole;

namespace FileTransfer.Harness.Tests.Proof;

/// <summary>
/// The entry point of this assembly: its tests, or a process that runs one command after the other, because starting the program
/// under strace(1) takes longer than most of what is traced.
/// </summary>
internal static class CommandLoop
{
    /// <summary>The argument that asks for it.</summary>
    public const string Argument = "--command-loop";

    /// <summary>What is opened, without success, where a command begins and where it ends, so that a trace shows both.</summary>
    public const string Begin = "/command-begins";

    /// <inheritdoc cref="Begin"/>
    public const string End = "/command-ends";

    private static Task<int> Main(string[] arguments) => arguments is [Argument] ? RunAsync() : ConsoleRunner.Run(arguments);

    /// <summary>Reads a line with the arguments of each command, and answers by a line with what became of it.</summary>
    private static async Task<int> RunAsync()
    {
        TextWriter answers = Console.Out;
        while (await Console.In.ReadLineAsync() is { } line)
        {
            using var output = new StringWriter();
            using var errors = new StringWriter();
            Mark(Begin);
            int exitCode = await CommandLineProgram.RunAsync(
                JsonSerializer.Deserialize<string[]>(line)!, output, errors, CancellationToken.None);
            Mark(End);
            await answers.WriteLineAsync(JsonSerializer.Serialize<Answer>(new(exitCode, output.ToString(), errors.ToString())));
            await answers.FlushAsync();
        }

        return 0;
    }

    private static void Mark(string path)
    {
        try
        {
            File.OpenHandle(path).Dispose();
        }
        catch (FileNotFoundException)
        {
        }
    }

    /// <summary>What became of a command.</summary>
    internal sealed record Answer(int ExitCode, string Output, string Errors);
}
