using System.Globalization;

namespace FileTransfer.Senders.Processes;

/// <summary>Distinguishes a child that a terminal signal to all processes ended from a child that failed by itself.</summary>
internal static class SignalledExit
{
    /// <summary>
    /// Such a signal ends a child that has just started, because the child does not ignore signals yet. This process receives the
    /// signal at the same time, on another thread, but not necessarily first.
    /// </summary>
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(5);

    private const int FirstSignal = 128;
    private const int LastSignal = FirstSignal + 64;

    /// <summary>How a process ended: by which signal, or with which exit code.</summary>
    public static string Words(int exitCode) => exitCode is > FirstSignal and <= LastSignal
        ? string.Create(CultureInfo.InvariantCulture, $"was ended by signal {exitCode - FirstSignal}{NameOf(exitCode - FirstSignal)}")
        : string.Create(CultureInfo.InvariantCulture, $"ended with exit code {exitCode}");

    /// <summary>When a signal ended the child, waits for the cancellation that the same signal causes here.</summary>
    /// <exception cref="OperationCanceledException">Cancelled: the exit code of the child means nothing.</exception>
    public static Task ThrowIfCancelledAsync(int exitCode, CancellationToken cancellationToken) =>
        Task.Delay(IsSignal(exitCode) ? s_limit : TimeSpan.Zero, cancellationToken);

    /// <summary>Numbers that are the same on every architecture of Linux and on macOS: signal(7).</summary>
    private static string NameOf(int signal) => signal switch
    {
        6 => " (SIGABRT)",
        8 => " (SIGFPE)",
        9 => " (SIGKILL: somebody ended it, or the system was out of memory)",
        11 => " (SIGSEGV)",
        13 => " (SIGPIPE)",
        15 => " (SIGTERM)",
        _ => "",
    };

    /// <summary>True for 128 plus the number of SIGHUP, SIGINT or SIGTERM, the convention of shells and .NET.</summary>
    private static bool IsSignal(int exitCode) => exitCode is 128 + 1 or 128 + 2 or 128 + 15;
}
