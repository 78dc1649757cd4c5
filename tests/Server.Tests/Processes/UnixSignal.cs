using System.Globalization;
using System.Runtime.InteropServices;

namespace FileTransfer.Server.Tests.Processes;

/// <summary>A signal by its number, the same on Linux and macOS, and kill(2) to send it.</summary>
internal sealed partial class UnixSignal
{
    private readonly int _number;

    private UnixSignal(int number) => _number = number;

    public static UnixSignal Interrupt { get; } = new(2);

    public static UnixSignal Terminate { get; } = new(15);

    /// <summary>Skips the test where the signal cannot be sent, or where this process was told to ignore it and so its children are.</summary>
    public void SkipUnlessUsable()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() || OperatingSystem.IsMacOS(), "signals need Unix");
        Assert.SkipWhen(OperatingSystem.IsLinux() && IsIgnored(), $"signal {_number} is ignored here, as in a background job");
    }

    public void SendTo(int processId) => Assert.Equal(0, Kill(processId, _number));

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    private static partial int Kill(int processId, int signal);

    private bool IsIgnored()
    {
        const string Field = "SigIgn:";
        string mask = File.ReadLines("/proc/self/status").First(line => line.StartsWith(Field, StringComparison.Ordinal))[Field.Length..];
        return (ulong.Parse(mask.Trim(), NumberStyles.HexNumber, CultureInfo.InvariantCulture) >> (_number - 1) & 1) != 0;
    }
}
