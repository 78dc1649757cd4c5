using System.Net.Sockets;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Sockets;

/// <summary>
/// Sends a file through a connected stream socket by the method that measured fastest. The class depends on nothing else in
/// this project: copy it into your own program.
/// </summary>
/// <remarks>
/// <para>The rule (<see cref="Choose"/>), as every strategy was measured beside native programs:</para>
/// <list type="bullet">
/// <item>
/// Up to 16 KiB (4 KiB over AF_UNIX, where sending pages without a copy pays at smaller sizes): the file is read into the buffer
/// behind the head, and one send carries both. Copying a small file costs less than setting up another method.
/// </item>
/// <item>More, on Linux: sendfile(2), with the head held back by MSG_MORE until the file's first bytes fill its segment.</item>
/// <item>
/// More than 64 KiB over TCP, on Linux: splice(2) through a pipe of 1 MiB, with the head held back in the same way. sendfile(2)
/// hands the socket 64 KiB at a time. A larger pipe saved a tenth at 100 KiB with both ends on one core (nothing with two cores)
/// and a seventh at 1 MiB; from 100 MiB on both methods take the same time.
/// </item>
/// <item>
/// A file that cannot be mapped and that sendfile(2) therefore refuses (on some pseudo and network file systems): read and send,
/// 256 KiB at a time.
/// </item>
/// <item>
/// More, on other systems: Socket.SendFile with the head as its first buffer. On Windows that is TransmitFile, which carries at
/// most 2,147,483,646 bytes per call; files of more than 2,000,000,000 bytes are therefore read and sent there.
/// </item>
/// </list>
/// <para>
/// On Linux the file is opened with open(2): File.OpenHandle takes as long as sending a small file. An instance keeps a
/// buffer and, once it has needed one, a pipe; on Linux it allocates nothing per call. Only one thread may use it at a
/// time. Turn Nagle's algorithm off (<see cref="Socket.NoDelay"/>), or the last segment of a small file may wait for 40 ms.
/// "Linux" means a 64-bit process: in a 32-bit process the C library's functions have arguments of other lengths, and the
/// code for other platforms is used.
/// </para>
/// <para>
/// No program may write to the file until the peer has confirmed it. The kernel sends from the pages of the file's cache:
/// bytes that are truncated or overwritten before they have left arrive as zeros or as the new bytes, without an exception.
/// </para>
/// <para>
/// Copy FileSender.Linux.cs and FileSender.Native.cs too, which make the system calls. The files need AllowUnsafeBlocks and
/// implicit usings.
/// </para>
/// </remarks>
public sealed partial class FileSender : IDisposable
{
    internal const long LargestCoalesced = 16 << 10;
    private const long LargestCoalescedOnUnix = 4 << 10;
    internal const long LargestInOneStep = 64 << 10;
    private const long LargestTransmitted = 2_000_000_000;
    private const int PipeSize = 1 << 20;
    private const int BufferSize = 256 << 10;

    private readonly byte[] _buffer = GC.AllocateUninitializedArray<byte>(BufferSize, pinned: true);
    private SafeFileHandle? _pipeOut;
    private SafeFileHandle? _pipeIn;
    private bool _hasLargePipe;

    /// <summary>Methods of sending a file.</summary>
    public enum Method
    {
        /// <summary>Read into the buffer behind the head and send both in one call; then read and send chunk by chunk.</summary>
        Coalesced,

        /// <summary>The head with MSG_MORE, then sendfile(2).</summary>
        NativeSendFile,

        /// <summary>The head with MSG_MORE, then splice(2) from the file into a pipe, and from the pipe into the socket.</summary>
        Splice,

        /// <summary>Socket.SendFile with the head as its first buffer.</summary>
        SocketSendFile,
    }

    /// <summary>The rule: the method for a file of <paramref name="length"/> bytes on this platform.</summary>
    /// <param name="length">Length of the file in bytes.</param>
    /// <param name="family">Address family of the socket; <see cref="AddressFamily.Unix"/> has another limit than TCP.</param>
    /// <param name="canBeMapped">True when the file can be mapped into memory, as on most file systems.</param>
    public static Method Choose(long length, AddressFamily family, bool canBeMapped = true)
    {
        long largestCoalesced = family == AddressFamily.Unix ? LargestCoalescedOnUnix : LargestCoalesced;
        if (length <= largestCoalesced || !canBeMapped || (OperatingSystem.IsWindows() && length > LargestTransmitted))
        {
            return Method.Coalesced;
        }

        return !HasNative ? Method.SocketSendFile
            : length > LargestInOneStep && family != AddressFamily.Unix ? Method.Splice
            : Method.NativeSendFile;
    }

    /// <summary>Closes the pipe. A later call makes a new one.</summary>
    public void Dispose()
    {
        _pipeOut?.Dispose();
        _pipeIn?.Dispose();
        _pipeOut = _pipeIn = null;
    }

    /// <summary>Sends <paramref name="head"/> and then exactly <paramref name="length"/> bytes, which are the whole file.</summary>
    /// <param name="socket">
    /// A connected stream socket, blocking or non-blocking on Linux, blocking on other systems. Its SendTimeout is the longest
    /// wait without progress; one call of sendfile(2) may wait several times.
    /// </param>
    /// <param name="head">Bytes to send before the file, such as a header with its length; at most 64 KiB.</param>
    /// <param name="path">Path of the file.</param>
    /// <param name="length">Length of the file in bytes, as the head announces it.</param>
    /// <exception cref="ArgumentException">The head is too long.</exception>
    /// <exception cref="IOException">
    /// The file cannot be opened or read, or has another length: close the connection unless the message says that nothing was sent.
    /// </exception>
    /// <exception cref="UnauthorizedAccessException">Access to the file is denied.</exception>
    /// <exception cref="SocketException">The connection was lost, or no byte moved for the socket's SendTimeout.</exception>
    public void Send(Socket socket, ReadOnlySpan<byte> head, string path, long length)
    {
        if (head.Length > BufferSize / 4)
        {
            throw new ArgumentException(
                $"a head of {head.Length} bytes is longer than {BufferSize / 4}: send it in a separate call",
                nameof(head));
        }

        if (HasNative)
        {
            SendOnLinux(socket, head, path, length);
        }
        else
        {
            SendPortably(socket, head, path, length);
        }
    }

    private static bool HasNative => OperatingSystem.IsLinux() && Environment.Is64BitProcess;

    private static void SendAll(Socket socket, ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            bytes = bytes[socket.Send(bytes)..];
        }
    }

    private static IOException NotOfLength(string path, long announced, long found) => new(
        Directory.Exists(path)
            ? $"{path} is a directory; nothing was sent"
            : $"{path} has {found} bytes where {announced} were announced; nothing was sent: pass the length that the file has");

    private static IOException Changed(string path, long announced, long found) =>
        new($"{path} was written to while it was sent: it has {found} bytes where {announced} were announced; close the connection");

    /// <summary>
    /// Sends the file by means of .NET alone. It is opened so that no other program may write to it, which not every platform
    /// enforces.
    /// </summary>
    internal void SendPortably(Socket socket, ReadOnlySpan<byte> head, string path, long length)
    {
        using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0);
        if (file.Length != length)
        {
            throw NotOfLength(path, length, file.Length);
        }

        if (Choose(length, socket.AddressFamily) != Method.Coalesced)
        {
            socket.SendFile(path, head, postBuffer: default, TransmitFileOptions.UseDefaultWorkerThread);
            // When the file has become shorter, Socket.SendFile ends early without an error.
            if (file.Length != length)
            {
                throw Changed(path, length, file.Length);
            }

            return;
        }

        head.CopyTo(_buffer);
        int filled = head.Length;
        for (long left = length; left > 0 || filled > 0;)
        {
            int count = left > 0 ? file.Read(_buffer, filled, (int)Math.Min(BufferSize - filled, left)) : 0;
            if (count == 0 && left > 0)
            {
                throw Changed(path, length, file.Length);
            }

            SendAll(socket, _buffer.AsSpan(0, filled + count));
            left -= count;
            filled = 0;
        }
    }
}
