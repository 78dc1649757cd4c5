using System.Collections.Concurrent;
using System.Net.Sockets;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Sending;

/// <summary>
/// Sends files, or parts of them, through connected stream sockets by the method that measured fastest, and tells which one that was.
/// </summary>
/// <remarks>
/// <para>The rule (<see cref="MethodFor"/>), as every way of sending was measured beside native programs:</para>
/// <list type="bullet">
/// <item>
/// Up to 16 KiB (4 KiB over AF_UNIX, where sending pages without a copy pays at smaller sizes): the file is read into a buffer
/// behind the head, and one send carries both. Copying a small file costs less than setting up another method.
/// </item>
/// <item>
/// More, on Linux: sendfile(2), with the head held back by MSG_MORE until the file's first bytes fill its segment; in a synchronous call
/// below 384 KiB it leaves by itself when the peer was seen on another processor of this machine, to wake it up meanwhile.
/// </item>
/// <item>
/// From 384 KiB on over TCP, what is in memory: splice(2) through a pipe of 1 MiB, a part of the file at a time. A part that is not in
/// memory goes by sendfile(2), since nothing leaves before the pipe is full: through a pipe it took a third longer (docs/compare.md).
/// </item>
/// <item>On other systems: Socket.SendFile where the synchronous call is given a path and the whole file; otherwise read and send.</item>
/// </list>
/// <para>
/// Another method is used where the rule's is refused: reading for a file that cannot be mapped, as on some pseudo and network
/// file systems. <see cref="SendResult.Method"/> always names the one that moved the bytes.
/// </para>
/// <para>
/// An instance may be used by any number of threads at a time: one for each connection, or one for the process. Each call borrows a
/// buffer of 80 KiB, which is kept for the next call; for large files also one of up to 16 pipes that the process has. On Linux a call
/// allocates nothing.
/// An asynchronous call holds no thread while it waits for the socket. Reading the file can hold one while the disk is read: Linux has
/// no other way to read a file that is not in memory.
/// </para>
/// <para>
/// Turn Nagle's algorithm off (<see cref="Socket.NoDelay"/>), or the last segment of a small file may wait for 40 ms. One call at a
/// time for each socket, or the bytes of two files mix.
/// </para>
/// <para>
/// No program may write to the file until the peer has confirmed it. The kernel sends from the pages of the file's cache: bytes that are
/// truncated or overwritten before they have left arrive as zeros or as the new bytes, without an exception.
/// </para>
/// </remarks>
public sealed partial class FileSender : IDisposable
{
    /// <summary>Longest head, in bytes.</summary>
    public const int LongestHead = LinuxSend.LongestHead;

    /// <summary>Largest number of bytes that are read and sent in one call over TCP.</summary>
    public const long LargestCoalesced = 16 << 10;

    private const long LargestCoalescedOnUnix = 4 << 10;

    /// <summary>TransmitFile carries at most 2,147,483,646 bytes.</summary>
    private const long LargestTransmitted = 2_000_000_000;

    /// <summary>The name of a file of which only the handle is known, in messages.</summary>
    private const string OpenFile = "the file";

    private const int MostKept = 64;

    private readonly ConcurrentQueue<LinuxSend> _kept = new();
    private LinuxSend? _latest;
    private volatile bool _isDisposed;

    /// <summary>
    /// The rule: the method for so many bytes on this platform. <see cref="SendMethod.SendFile"/> becomes
    /// <see cref="SendMethod.Splice"/> for what is found in memory while it is sent.
    /// </summary>
    /// <param name="length">Number of bytes.</param>
    /// <param name="family">Address family of the socket; <see cref="AddressFamily.Unix"/> has another limit than TCP.</param>
    public static SendMethod MethodFor(long length, AddressFamily family)
    {
        bool isUnix = family == AddressFamily.Unix;
        if (length <= (isUnix ? LargestCoalescedOnUnix : LargestCoalesced))
        {
            return SendMethod.ReadAndSend;
        }

        return Native.IsAvailable ? SendMethod.SendFile
            : OperatingSystem.IsWindows() && length > LargestTransmitted ? SendMethod.ReadAndSend
            : SendMethod.SocketSendFile;
    }

    /// <summary>Sends <paramref name="head"/>, and then a file or a part of it.</summary>
    /// <param name="socket">
    /// A connected stream socket, blocking or non-blocking on Linux, blocking on other systems. Its SendTimeout is the longest
    /// wait without progress; one call of sendfile(2) may wait several times.
    /// </param>
    /// <param name="path">Path of the file.</param>
    /// <param name="head">Bytes to send before the file, such as a header with its length; at most <see cref="LongestHead"/>.</param>
    /// <param name="offset">Offset of the first byte to send.</param>
    /// <param name="length">Number of bytes to send; null for all from <paramref name="offset"/> on.</param>
    /// <exception cref="ArgumentException">The head is too long, a number is negative, or the socket is no stream socket.</exception>
    /// <exception cref="FileNotFoundException">There is no such file.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to the file is denied.</exception>
    /// <exception cref="FileSendException">The file cannot be sent as asked for, or the connection failed.</exception>
    /// <exception cref="ObjectDisposedException">The socket or this instance was disposed of.</exception>
    public SendResult Send(Socket socket, string path, ReadOnlySpan<byte> head = default, long offset = 0, long? length = null)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        Check(socket, head.Length, offset, length);
        if (!Native.IsAvailable)
        {
            return SendPortably(socket, path, head, offset, length);
        }

        int file = LinuxFile.Open(path);
        try
        {
            return Send(socket, file, path, head, offset, length);
        }
        finally
        {
            _ = Native.Close(file);
        }
    }

    /// <summary>
    /// Sends <paramref name="head"/>, and then an open file or a part of it. The file's position is neither used nor moved.
    /// </summary>
    /// <param name="socket">As above.</param>
    /// <param name="file">The file, open for reading; it stays open.</param>
    /// <param name="head">As above.</param>
    /// <param name="offset">As above.</param>
    /// <param name="length">As above.</param>
    /// <inheritdoc cref="Send(Socket, string, ReadOnlySpan{byte}, long, long?)"/>
    public SendResult Send(Socket socket, SafeFileHandle file, ReadOnlySpan<byte> head = default, long offset = 0, long? length = null)
    {
        ArgumentNullException.ThrowIfNull(file);
        Check(socket, head.Length, offset, length);
        if (!Native.IsAvailable)
        {
            return SendPortably(socket, file, OpenFile, head, offset, length);
        }

        bool isHeld = false;
        try
        {
            file.DangerousAddRef(ref isHeld);
            return Send(socket, (int)file.DangerousGetHandle(), OpenFile, head, offset, length);
        }
        finally
        {
            if (isHeld)
            {
                file.DangerousRelease();
            }
        }
    }

    /// <summary>
    /// Sends <paramref name="head"/>, and then a file or a part of it, without holding a thread while the socket is full.
    /// </summary>
    /// <param name="socket">A connected stream socket. It becomes non-blocking, as by every asynchronous call of the runtime.</param>
    /// <param name="path">Path of the file.</param>
    /// <param name="head">Bytes to send before the file, at most <see cref="LongestHead"/>; copied before the method returns.</param>
    /// <param name="offset">Offset of the first byte to send.</param>
    /// <param name="length">Number of bytes to send; null for all from <paramref name="offset"/> on.</param>
    /// <param name="cancellationToken">Ends the call; nothing else limits its wait.</param>
    /// <exception cref="FileSendCanceledException">The token was cancelled; the exception tells how many bytes had left.</exception>
    /// <inheritdoc cref="Send(Socket, string, ReadOnlySpan{byte}, long, long?)"/>
    public ValueTask<SendResult> SendAsync(
        Socket socket,
        string path,
        ReadOnlyMemory<byte> head = default,
        long offset = 0,
        long? length = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        Check(socket, head.Length, offset, length);
        return Native.IsAvailable
            ? SendOnLinuxAsync(socket, path, head, offset, length, cancellationToken)
            : SendPortablyAsync(socket, path, head, offset, length, cancellationToken);
    }

    /// <summary>
    /// Sends <paramref name="head"/>, and then an open file or a part of it, without holding a thread while the socket is full.
    /// </summary>
    /// <param name="socket">As above.</param>
    /// <param name="file">The file, open for reading; it must stay open until the task has ended.</param>
    /// <param name="head">As above.</param>
    /// <param name="offset">As above.</param>
    /// <param name="length">As above.</param>
    /// <param name="cancellationToken">As above.</param>
    /// <inheritdoc cref="SendAsync(Socket, string, ReadOnlyMemory{byte}, long, long?, CancellationToken)"/>
    public ValueTask<SendResult> SendAsync(
        Socket socket,
        SafeFileHandle file,
        ReadOnlyMemory<byte> head = default,
        long offset = 0,
        long? length = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(file);
        Check(socket, head.Length, offset, length);
        return Native.IsAvailable
            ? SendOnLinuxAsync(socket, file, head, offset, length, cancellationToken)
            : SendPortablyAsync(socket, file, OpenFile, head, offset, length, cancellationToken);
    }

    /// <summary>Lets go of the buffers, and of those in use when their calls have ended.</summary>
    public void Dispose()
    {
        _isDisposed = true;
        _latest = null;
        _kept.Clear();
    }

    private void Check(Socket socket, int head, long offset, long? length)
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        ArgumentNullException.ThrowIfNull(socket);
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        ArgumentOutOfRangeException.ThrowIfNegative(length ?? 0, nameof(length));
        if (head > LongestHead)
        {
            throw new ArgumentException(
                $"a head of {head} bytes is longer than {LongestHead}: send it in a call of its own, before",
                nameof(head));
        }

        if (socket.SocketType != SocketType.Stream)
        {
            throw new ArgumentException($"a file is sent over a stream socket; this one is {socket.SocketType}", nameof(socket));
        }
    }

    /// <summary>How many bytes are to be sent; looks at the file first.</summary>
    private static long LengthToSend(string name, long offset, long? length, long fileLength)
    {
        long wanted = length ?? (fileLength - offset);
        return wanted >= 0 && offset <= fileLength - wanted
            ? wanted
            : throw new FileSendException(
                $"{name} has {fileLength} bytes; {(length is { } asked ? $"{asked} bytes from" : "what is at")} {offset} on are not there. "
                + "Nothing was sent",
                bytesSent: 0);
    }

    private static void ThrowIfCancelled(CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            throw new FileSendCanceledException(bytesSent: 0, inner: null, cancellationToken);
        }
    }
}
