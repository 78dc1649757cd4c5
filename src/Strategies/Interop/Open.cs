using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>open(2).</summary>
internal static partial class Open
{
    /// <summary>O_RDONLY | O_CLOEXEC; O_CLOEXEC is 0x80000 on every architecture .NET supports.</summary>
    internal const int ReadOnlyCloseOnExec = 0x80000;

    /// <summary>O_WRONLY | O_CLOEXEC.</summary>
    internal const int WriteOnlyCloseOnExec = 0x80001;

    /// <summary>O_RDWR | O_CLOEXEC.</summary>
    internal const int ReadWriteCloseOnExec = 0x80002;

    /// <summary>O_NONBLOCK, as Linux has it: a named pipe is opened at once or not at all, and nothing on it waits.</summary>
    internal const int NonBlocking = 0x800;

    /// <summary>Opens a file by its path; a descriptor, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Invoke(string path, int flags);
}
