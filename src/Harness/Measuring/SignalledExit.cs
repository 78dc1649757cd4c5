
namespace FileTransfer.Harness.Measuring;

/// <summary>Distinguishes a child that a terminal signal to all processes ended from a child that failed by itself.</summary>
internal static class SignalledExit
{
    /// <summary>
    /// Such a signal ends a child that has just started, because the child does not ignore signals yet. This process receives the
    /// signal at the same time, on another thread, but not necessarily first.
    /// </summary>
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(5);

    /// <summary>When a signal ended the child, waits for the cancellation that the same signal causes here.</summary>
    /// <exception cref="OperationCanceledException">Cancelled: the exit code of the child means nothing.</exception>
    public static Task ThrowIfCancelledAsync(int exitCode, CancellationToken cancellationToken) =>
        Task.Delay(IsSignal(exitCode) ? s_limit : TimeSpan.Zero, cancellationToken);

    /// <summary>True for 128 plus the number of SIGHUP, SIGINT or SIGTERM, the convention of shells and .NET.</summary>
    private static bool IsSignal(int exitCode) => exitCode is 128 + 1 or 128 + 2 or 128 + 15;
}
