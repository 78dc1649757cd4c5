using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace FileTransfer.Tests;

/// <summary>Lets programs that tests start be interrupted: a shell's background job ignores SIGINT, and so would its children.</summary>
internal static unsafe partial class DefaultSignals
{
    private const int Interrupt = 2;

    /// <summary>More than any system's struct sigaction has; the handler is its first field.</summary>
    private const int MostBytes = 512;

    private const nint Default = 0;
    private const nint Ignored = 1;

    [ModuleInitializer]
    internal static void Restore()
    {
        if (OperatingSystem.IsLinux() || OperatingSystem.IsMacOS())
        {
            nint* action = stackalloc nint[MostBytes / sizeof(nint)];
            if (SignalAction(Interrupt, null, action) == 0 && *action == Ignored)
            {
                SetHandler(Interrupt, Default);
            }
        }
    }

    /// <summary>sigaction(2).</summary>
    [LibraryImport("libc", EntryPoint = "sigaction")]
    private static partial int SignalAction(int signal, nint* action, nint* previous);

    /// <summary>signal(2).</summary>
    [LibraryImport("libc", EntryPoint = "signal")]
    private static partial nint SetHandler(int signal, nint handler);
}
