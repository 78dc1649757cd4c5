
namespace FileTransfer.Harness.Measuring;

/// <summary>Tells a child process that a signal to all processes of a terminal ended from one that failed by itself.</summary>
internal static class SignalledExit
{
    /// <summary>
    /// Such a signal ends a child that has just begun, because it does not ignore signals yet. This process hears of the
    /// signal at the same moment, on another thread, but not necessarily first.
    /// </summary>
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(5);

    /// <summary>Waits a while for the cancellation that the signal brings, when a signal ended the child.</summary>
    /// <exception cref="OperationCanceledException">Cancelled: nothing is to be concluded from the child.</exception>
    public static Task ThrowIfCancelledAsync(int exitCode, CancellationToken cancellationToken) =>
        Task.Delay(IsSignal(exitCode) ? s_limit : TimeSpan.Zero, cancellationToken);

    /// <summary>128 and the number of SIGHUP, SIGINT or SIGTERM, as a shell gives it, and .NET too.</summary>
    private static bool IsSignal(int exitCode) => exitCode is 128 + 1 or 128 + 2 or 128 + 15;
}
