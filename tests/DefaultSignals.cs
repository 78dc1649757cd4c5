using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace FileTransfer.Tests;

/// <summary>
/// Lets programs that tests start be ended: a shell's background job ignores SIGINT, nohup(1) SIGHUP, and so would their children.
/// </summary>
internal static unsafe partial class DefaultSignals
{
    /// <summary>SIGHUP, SIGINT and SIGTERM.</summary>
    private static readonly int[] s_signals = [1, 2, 15];

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
            foreach (int signal in s_signals)
            {
                if (SignalAction(signal, null, action) == 0 && *action == Ignored)
                {
                    SetHandler(signal, Default);
                }
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
