using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Interop;

/// <summary>TransmitFile (mswsock.h), which Socket.SendFile calls for a whole file.</summary>
[SupportedOSPlatform("windows")]
internal static unsafe partial class TransmitFile
{
    /// <summary>Most bytes that one call carries, the head among them.</summary>
    internal const long Most = 2_147_483_646;

    /// <summary>
    /// Sends a head, and then <paramref name="count"/> bytes of the file from its position on; 0 for all that is left. False on failure.
    /// </summary>
    /// <param name="socket">A connected socket.</param>
    /// <param name="file">The file.</param>
    /// <param name="count">Bytes of the file.</param>
    /// <param name="perSend">Bytes for each send; 0 leaves it to the system.</param>
    /// <param name="overlapped">Null to wait until all has been handed over.</param>
    /// <param name="buffers">What goes before and after the file, or null.</param>
    /// <param name="flags">TransmitFileOptions.</param>
    [LibraryImport("mswsock.dll", EntryPoint = "TransmitFile", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    internal static partial bool Invoke(
        SafeHandle socket, SafeFileHandle file, uint count, uint perSend, nint overlapped, Buffers* buffers, uint flags);

    /// <summary>TRANSMIT_FILE_BUFFERS.</summary>
    internal struct Buffers
    {
        /// <summary>What goes before the file.</summary>
        public byte* Head;

        /// <summary>Its length.</summary>
        public uint HeadLength;

        /// <summary>What goes after the file.</summary>
        public byte* Tail;

        /// <summary>Its length.</summary>
        public uint TailLength;
    }
}

/// <summary>SetFilePointerEx (fileapi.h).</summary>
[SupportedOSPlatform("windows")]
internal static partial class SetFilePointer
{
    private const uint FromBegin = 0;

    /// <summary>Sets the position of a file; false on failure.</summary>
    internal static bool To(SafeFileHandle file, long position) => Invoke(file, position, 0, FromBegin);

    [LibraryImport("kernel32.dll", EntryPoint = "SetFilePointerEx", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool Invoke(SafeFileHandle file, long distance, nint newPosition, uint method);
}
