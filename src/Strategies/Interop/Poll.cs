using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>poll(2).</summary>
internal static partial class Poll
{
    /// <summary>POLLIN: there is something to read.</summary>
    internal const short In = 1;

    /// <summary>POLLOUT: there is room to write.</summary>
    internal const short Out = 4;

    /// <summary>Waits up to <paramref name="milliseconds"/> for something to happen; the number of entries with events, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "poll", SetLastError = true)]
    internal static partial int Invoke(ref Entry entry, nuint count, int milliseconds);

    /// <summary>struct pollfd. Errors and hang-ups (POLLERR, POLLHUP) are reported without being asked for.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct Entry
    {
        internal int Descriptor;
        internal short Asked;
        internal short Happened;
    }
}
