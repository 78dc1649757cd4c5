using System.Runtime.InteropServices;

namespace FileTransfer.Server.Tests.Processes;

/// <summary>A signal by its number, the same on Linux and macOS, and kill(2) to send it.</summary>
internal sealed partial class UnixSignal
{
    private readonly int _number;

    private UnixSignal(int number) => _number = number;

    public static UnixSignal Interrupt { get; } = new(2);

    public static UnixSignal Terminate { get; } = new(15);

    /// <summary>Skips the test where there are no signals.</summary>
    public static void SkipUnlessUsable() => Assert.SkipUnless(OperatingSystem.IsLinux() || OperatingSystem.IsMacOS(), "signals need Unix");

    public void SendTo(int processId) => Assert.Equal(0, Kill(processId, _number));

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    private static partial int Kill(int processId, int signal);
}
