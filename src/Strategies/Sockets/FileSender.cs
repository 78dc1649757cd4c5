using System.Net.Sockets;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Sockets;

/// <summary>
/// Sends a file through a connected stream socket in the way that measured fastest: one class, without anything else of
/// this project, to be copied into a program of your own.
/// </summary>
/// <remarks>
/// <para>The rule (<see cref="Choose"/>), as every strategy was measured beside native programs:</para>
/// <list type="bullet">
/// <item>Up to 16 KiB (4 KiB over AF_UNIX, which lends pages sooner than it copies): the file is read behind the head, and both leave in one send. Copying so little costs less than setting up anything else.</item>
/// <item>More, on Linux: sendfile(2), with the head held back by MSG_MORE until the file's first bytes fill its segment.</item>
/// <item>More than 64 KiB over TCP, on Linux: splice(2) through a pipe of 1 MiB, likewise. sendfile(2) hands the socket 64 KiB at a time; a larger pipe saved a tenth at 100 KiB with both ends on one core (nothing with two) and a seventh at 1 MiB; of 100 MiB and more both take the same.</item>
/// <item>A file that cannot be mapped, which sendfile(2) therefore refuses (some pseudo and network file systems): read and send, 256 KiB at a time.</item>
/// <item>More, elsewhere: Socket.SendFile with the head as its first buffer, which is TransmitFile on Windows; one of its calls carries 2,147,483,646 bytes at most, so that more than 2,000,000,000 are read and sent there.</item>
/// </list>
/// <para>
/// The file is opened with open(2) itself on Linux: File.OpenHandle takes as long as sending a small file does. An instance
/// keeps a buffer and, once it needed one, a pipe; on Linux it allocates nothing per call. It serves one thread at a time. Turn Nagle's algorithm off
/// (<see cref="Socket.NoDelay"/>), or the last segment of a small file may wait for 40 ms. "Linux" means a process of 64
/// bits: the C library's functions have other lengths in one of 32, which is served as other platforms are.
/// </para>
/// <para>
/// Nobody may write to the file until the peer has confirmed it: the kernel lends the socket pages of the file's cache, so
/// that what is cut off or overwritten before it has left arrives as zeros or as the new bytes, without an exception here.
/// </para>
/// <para>Copy FileSender.Linux.cs with it, which makes the system calls. To compile, both need AllowUnsafeBlocks and implicit usings.</para>
/// </remarks>
public sealed partial class FileSender : IDisposable
{
    internal const long LargestGathered = 16 << 10;
    private const long LargestGatheredOnUnix = 4 << 10;
    internal const long LargestInOneStep = 64 << 10;
    private const long LargestTransmitted = 2_000_000_000;
    private const int PipeSize = 1 << 20;
    private const int BufferSize = 256 << 10;

    private readonly byte[] _buffer = GC.AllocateUninitializedArray<byte>(BufferSize, pinned: true);
    private SafeFileHandle? _pipeOut;
    private SafeFileHandle? _pipeIn;
    private bool _hasLargePipe;

    /// <summary>Ways of sending a file.</summary>
    public enum Method
    {
        /// <summary>Read behind the head, one send for both; then read and send.</summary>
        Gathered,

        /// <summary>The head with MSG_MORE, then sendfile(2).</summary>
        NativeSendFile,

        /// <summary>The head with MSG_MORE, then splice(2) from the file into a pipe, and from the pipe into the socket.</summary>
        Splice,

        /// <summary>Socket.SendFile with the head as its first buffer.</summary>
        SocketSendFile,
    }

    /// <summary>The rule: which way a file of <paramref name="length"/> bytes is sent on this platform.</summary>
    /// <param name="length">Length of the file in bytes.</param>
    /// <param name="family">Address family of the socket; <see cref="AddressFamily.Unix"/> has another limit than TCP.</param>
    /// <param name="canBeMapped">Whether the file can be mapped into memory, as files on most file systems can.</param>
    public static Method Choose(long length, AddressFamily family, bool canBeMapped = true)
    {
        long largestGathered = family == AddressFamily.Unix ? LargestGatheredOnUnix : LargestGathered;
        if (length <= largestGathered || !canBeMapped || (OperatingSystem.IsWindows() && length > LargestTransmitted))
        {
            return Method.Gathered;
        }

        return !HasNative ? Method.SocketSendFile
            : length > LargestInOneStep && family != AddressFamily.Unix ? Method.Splice
            : Method.NativeSendFile;
    }

    /// <summary>Closes the pipe; another call would make another.</summary>
    public void Dispose()
    {
        _pipeOut?.Dispose();
        _pipeIn?.Dispose();
        _pipeOut = _pipeIn = null;
    }

    /// <summary>Sends <paramref name="head"/> and then exactly <paramref name="length"/> bytes, which are the whole file.</summary>
    /// <param name="socket">
    /// A connected stream socket, blocking or not on Linux, blocking elsewhere; its SendTimeout is the longest wait for
    /// progress, which sendfile(2) may have several of within a call.
    /// </param>
    /// <param name="head">What goes before the file, such as a header that says its length; at most 64 KiB.</param>
    /// <param name="path">Path of the file.</param>
    /// <param name="length">Length of the file, as the head announces it.</param>
    /// <exception cref="ArgumentException">The head is too long.</exception>
    /// <exception cref="IOException">The file cannot be opened or read, or is not of that length: close the connection unless the message says that nothing was sent.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be read.</exception>
    /// <exception cref="SocketException">The connection was lost, or nothing moved for the socket's SendTimeout.</exception>
    public void Send(Socket socket, ReadOnlySpan<byte> head, string path, long length)
    {
        if (head.Length > BufferSize / 4)
        {
            throw new ArgumentException($"a head of {head.Length} bytes is longer than {BufferSize / 4}: send it by itself", nameof(head));
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

    /// <summary>What is sent where there are no system calls to make; the file is open for nobody else to write to, which not every platform heeds.</summary>
    internal void SendPortably(Socket socket, ReadOnlySpan<byte> head, string path, long length)
    {
        using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0);
        if (file.Length != length)
        {
            throw NotOfLength(path, length, file.Length);
        }

        if (Choose(length, socket.AddressFamily) != Method.Gathered)
        {
            socket.SendFile(path, head, postBuffer: default, TransmitFileOptions.UseDefaultWorkerThread);
            // It ends early, and says nothing, where the file does.
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
