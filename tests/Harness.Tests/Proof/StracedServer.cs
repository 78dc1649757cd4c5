using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text.Json;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Harness.Tests.Proof;

/// <summary>A server under strace(1), for what a client does to it.</summary>
internal static class StracedServer
{
    private static readonly TimeSpan s_limit = Hang.Limit;

    /// <summary>Runs it until the client has done.</summary>
    /// <param name="trace">File for the trace.</param>
    /// <param name="calls">System calls to watch, separated by commas.</param>
    /// <param name="arguments">Arguments of the server.</param>
    /// <param name="client">What is done to the server.</param>
    /// <returns>What the server said of itself.</returns>
    public static async Task<ServerReady> RunAsync(string trace, string calls, string[] arguments, Func<ServerReady, Task> client)
    {
        string host = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", "dotnet"));
        // Where a build puts the server, seen from where it puts this test.
        string here = AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar);
        string assembly = Path.GetFullPath(
            Path.Combine(here, "..", "..", "FileTransfer.Server", Path.GetFileName(here), "FileTransfer.Server.dll"));
        var start = new ProcessStartInfo(
            "strace",
            [
                "-f", "--seccomp-bpf", "-qq", "-yy", "-s", "0", "-o", trace, "-e", $"trace={calls}", "-e", "signal=none",
                host, assembly, "--until-input-closes", .. arguments,
            ])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        using Process process = Process.Start(start)!;
        try
        {
            string? line = await process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken).AsTask()
                .WaitAsync(s_limit, TestContext.Current.CancellationToken);
            ServerReady ready = JsonSerializer.Deserialize(line ?? "null", ServerJson.Default.ServerReady)
                ?? throw new InvalidOperationException($"{assembly} ended under strace before it was ready");
            await client(ready);
            process.StandardInput.Close();
            await process.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(s_limit, TestContext.Current.CancellationToken);
            return ready;
        }
        finally
        {
            process.Kill(entireProcessTree: true);
        }
    }
}
