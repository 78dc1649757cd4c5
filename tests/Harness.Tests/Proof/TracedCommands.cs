using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text.Json;
using FileTransfer.Harness.Tracing;

namespace FileTransfer.Harness.Tests.Proof;

/// <summary>Commands of the program that one process runs under strace(1), one after the other.</summary>
internal sealed class TracedCommands : IDisposable
{
    private static readonly TimeSpan s_limit = Hang.Limit;

    private readonly TemporaryFolder _folder = new();
    private readonly Process _process;
    private readonly StreamReader _trace;

    /// <summary>Starts the process.</summary>
    /// <param name="options">Of strace: what to trace, and what to answer.</param>
    public TracedCommands(params IEnumerable<string> options)
    {
        string trace = _folder.File("trace", 0);
        string host = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", "dotnet"));
        _process = Process.Start(new ProcessStartInfo(
            "strace",
            [
                "-f", "--seccomp-bpf", "-qq", "-yy", "-s", "0", "-o", trace, "-e", "signal=none", .. options,
                host, typeof(TracedCommands).Assembly.Location, CommandLoop.Argument,
            ])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        _trace = new StreamReader(new FileStream(trace, FileMode.Open, FileAccess.Read, FileShare.ReadWrite));
    }

    /// <summary>True until the process has ended, by itself.</summary>
    public bool IsRunning => !_process.HasExited;

    /// <summary>Runs a command to its end.</summary>
    public async Task<(int ExitCode, string Output, string Errors)> RunAsync(params IEnumerable<string> arguments)
    {
        CancellationToken cancelled = TestContext.Current.CancellationToken;
        await _process.StandardInput.WriteLineAsync(JsonSerializer.Serialize(arguments));
        await _process.StandardInput.FlushAsync(cancelled);
        string? line = await _process.StandardOutput.ReadLineAsync(cancelled).AsTask().WaitAsync(s_limit, cancelled);
        CommandLoop.Answer answer = JsonSerializer.Deserialize<CommandLoop.Answer>(line ?? "null")
            ?? throw new InvalidOperationException($"ended within {string.Join(' ', arguments)}");
        return (answer.ExitCode, answer.Output, answer.Errors);
    }

    /// <summary>The system calls of the command that was run last, of those that are traced; openat(2) has to be.</summary>
    public IReadOnlyList<SystemCall> ReadTrace() => [.. SystemCall.ParseAll(
        ReadLines()
            .SkipWhile(line => !line.Contains($"\"{CommandLoop.Begin}\"", StringComparison.Ordinal))
            .TakeWhile(line => !line.Contains($"\"{CommandLoop.End}\"", StringComparison.Ordinal)))];

    /// <summary>True when the kernel's answer to a call was another than its own, since this was asked last.</summary>
    public bool WasInjected() => ReadLines().Any(line => line.EndsWith("(INJECTED)", StringComparison.Ordinal));

    public void Dispose()
    {
        _process.Kill(entireProcessTree: true);
        // Waited for, so that its processor time is counted.
        _process.WaitForExit(s_limit);
        _process.Dispose();
        _trace.Dispose();
        _folder.Dispose();
    }

    private IEnumerable<string> ReadLines()
    {
        while (_trace.ReadLine() is { } line)
        {
            yield return line;
        }
    }
}
