using System.Diagnostics;
using System.Globalization;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Processes;
using FileTransfer.Senders.StrategyAssemblies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Tracing;

/// <summary>A <c>send</c> of this program under strace(1).</summary>
internal static class TracedSend
{
    private const int Transfers = 5;

    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(2);

    /// <summary>Sends a payload some times over the strategy's first transport, and reads what was asked of the kernel.</summary>
    /// <param name="strategy">The strategy.</param>
    /// <param name="added">The assembly that it may come from, or null.</param>
    /// <param name="payload">The payload.</param>
    /// <param name="server">The server, which is not traced.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="UsageException">There is no strace here.</exception>
    /// <exception cref="IOException">strace may not trace here, or the transfers failed.</exception>
    public static async Task<TracedTransfers> RunAsync(
        StrategyDescriptor strategy,
        StrategyAssembly? added,
        Payload payload,
        ServerReady server,
        CancellationToken cancellationToken)
    {
        string folder = Directory.CreateTempSubdirectory("filetransfer-trace-").FullName;
        try
        {
            string trace = Path.Combine(folder, "trace");
            ProcessEnd end = await ChildProcess.RunAsync(
                new ProcessStartInfo("strace", [.. OptionsOf(trace), .. CommandOf(strategy, added, payload, server)]),
                _ => new UsageException("--trace needs strace(1), and it is not installed; install the package strace"),
                s_limit,
                cancellationToken);
            return end.ExitCode == ExitCode.Success
                ? new TracedTransfers(
                    SystemCall.ParseAll(File.ReadLines(trace)),
                    payload.Path,
                    TracedTransfers.EndpointsOf(server, strategy.Transports[0]))
                : throw new IOException(
                    $"{strategy.Id} under strace: {end.Errors.Trim().Replace("error: ", "", StringComparison.Ordinal)}");
        }
        catch (TimeoutException)
        {
            throw new IOException($"{strategy.Id} under strace: {Transfers} transfers did not end within {s_limit.TotalMinutes:0} min");
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static string[] OptionsOf(string trace) =>
        ["-f", "--seccomp-bpf", "-qq", "-yy", "-s", "0", "-o", trace, "-e", "signal=none", "-e", $"trace={TracedTransfers.Watched}"];

    /// <remarks>What it prints goes nowhere: through a pipe it would look like payload that a strategy moves through one.</remarks>
    private static string[] CommandOf(StrategyDescriptor strategy, StrategyAssembly? added, Payload payload, ServerReady server) =>
    [
        "sh", "-c", "exec \"$@\" > /dev/null", "sh", .. ThisProgram.File.Command, "send", "--strategy", strategy.Id,
        .. added is null ? (string[])[] : ["--strategies-from", added.File.Path],
        .. strategy.Fetches && !strategy.FetchesFiles
            ? ["--size", payload.Length.ToString(CultureInfo.InvariantCulture)]
            : (string[])["--file", payload.Path],
        "--count", Transfers.ToString(CultureInfo.InvariantCulture), "--warmup", "0", "--affinity", "none", "--server", server.Control,
    ];
}
