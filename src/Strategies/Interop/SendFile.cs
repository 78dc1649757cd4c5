using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>sendfile(2).</summary>
internal static partial class SendFile
{
    /// <summary>Moves up to <paramref name="count"/> bytes of a file to a socket; the number moved, or −1 with errno.</summary>
    /// <remarks>At most 0x7ffff000 bytes a call; 0 at the end of the file. The offset is advanced, the file's own is left alone.</remarks>
    [LibraryImport("libc", EntryPoint = "sendfile", SetLastError = true)]
    internal static partial nint Invoke(SafeHandle socket, int file, ref long offset, nuint count);
}
