using System.Runtime.InteropServices;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>kill(2), for processes that a test started itself.</summary>
internal static partial class Signals
{
    public const int HangUp = 1;
    public const int Interrupt = 2;
    public const int Kill = 9;
    public const int Terminate = 15;
    public const int Continue = 18;
    public const int Stop = 19;

    /// <param name="processId">A process; or, negative, all of a process group: kill(2).</param>
    /// <param name="signal">Its number on Linux.</param>
    public static void Send(int processId, int signal) => Assert.Equal(0, Invoke(processId, signal));

    /// <summary>The same for a process that may have ended.</summary>
    public static void TrySend(int processId, int signal) => _ = Invoke(processId, signal);

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    private static partial int Invoke(int processId, int signal);
}
