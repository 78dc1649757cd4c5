using System.Net.Sockets;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Sockets;

/// <summary>
/// Sends a file through a connected stream socket in the way that measured fastest: one class, without anything else of
/// this project, to be copied into a program of your own.
/// </summary>
/// <remarks>
/// <para>The rule (<see cref="Choose"/>), measured side by side by scripts/native-floor.sh:</para>
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
/// <para>To compile, it needs AllowUnsafeBlocks and implicit usings.</para>
/// </remarks>
public sealed partial class FileSender : IDisposable
{
    private const long LargestGathered = 16 << 10;
    private const long LargestGatheredOnUnix = 4 << 10;
    private const long LargestInOneStep = 64 << 10;
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

    private void SendOnLinux(Socket socket, ReadOnlySpan<byte> head, string path, long length)
    {
        int file;
        while ((file = Native.Open(path, Native.ReadOnlyCloseOnExec)) < 0)
        {
            ThrowUnlessInterrupted(path);
        }

        try
        {
            long found = LengthOf(file, path);
            if (found != length)
            {
                throw NotOfLength(path, length, found);
            }

            switch (Choose(length, socket.AddressFamily))
            {
                case Method.Gathered:
                    SendGathered(socket, head, file, path, length);
                    break;
                case Method.Splice when HasPipe():
                    SendBySplice(socket, head, file, path, length);
                    break;
                default:
                    SendBySendFile(socket, head, file, path, length);
                    break;
            }
        }
        finally
        {
            _ = Native.Close(file);
        }
    }

    private static long LengthOf(int file, string path)
    {
        long length;
        while ((length = Native.Seek(file, 0, Native.FromEnd)) < 0)
        {
            ThrowUnlessInterrupted(path);
        }

        return length;
    }

    private unsafe void SendGathered(Socket socket, ReadOnlySpan<byte> head, int file, string path, long length)
    {
        head.CopyTo(_buffer);
        int filled = head.Length;
        long offset = 0;
        do
        {
            nint count = 0;
            int room = (int)Math.Min(BufferSize - filled, length - offset);
            fixed (byte* buffer = _buffer)
            {
                while (room > 0 && (count = Native.Read(file, buffer + filled, (nuint)room, offset)) < 0)
                {
                    ThrowUnlessInterrupted(path);
                }
            }

            if (count == 0 && room > 0)
            {
                throw Changed(path, length, LengthOf(file, path));
            }

            SendNatively(socket, _buffer.AsSpan(0, filled + (int)count), flags: 0);
            offset += count;
            filled = 0;
        }
        while (offset < length);
    }

    /// <summary>Makes the pipe where there is none yet; false where no descriptor is left for it, or it cannot hold more than sendfile(2) takes at a time.</summary>
    private unsafe bool HasPipe()
    {
        if (_pipeIn is null)
        {
            int* ends = stackalloc int[2];
            if (Native.Pipe(ends, Native.CloseOnExec) < 0)
            {
                return false;
            }

            _pipeOut = new SafeFileHandle(ends[0], ownsHandle: true);
            _pipeIn = new SafeFileHandle(ends[1], ownsHandle: true);
            // Refused above /proc/sys/fs/pipe-max-size, and to users who have many of them: pipe(7).
            _hasLargePipe = Native.Control(_pipeIn, Native.SetPipeSize, PipeSize) >= PipeSize;
        }

        return _hasLargePipe;
    }

    private void SendBySplice(Socket socket, ReadOnlySpan<byte> head, int file, string path, long length)
    {
        SendNatively(socket, head, Native.More);
        try
        {
            for (long offset = 0; offset < length;)
            {
                nint filled = Native.FillPipe(file, ref offset, _pipeIn!, 0, (nuint)(length - offset), Native.SpliceMove);
                if (filled == 0)
                {
                    throw Changed(path, length, LengthOf(file, path));
                }

                if (filled < 0 && offset == 0 && Marshal.GetLastPInvokeError() is Native.Invalid or Native.NotImplemented)
                {
                    SendBySendFile(socket, head: [], file, path, length);
                    return;
                }

                if (filled < 0)
                {
                    ThrowUnlessInterrupted(path);
                }

                EmptyPipe(socket, filled, offset < length ? Native.SpliceMore : Native.SpliceMove);
            }
        }
        catch
        {
            // There may be something in it, which belongs to no other file.
            Dispose();
            throw;
        }
    }

    private void EmptyPipe(Socket socket, nint filled, uint flags)
    {
        while (filled > 0)
        {
            long called = Environment.TickCount64;
            nint moved = Native.EmptyPipe(_pipeOut!, 0, socket.SafeHandle, 0, (nuint)filled, flags);
            if (moved == 0)
            {
                throw new SocketException((int)SocketError.ConnectionReset);
            }

            if (moved < 0)
            {
                WaitOrThrow(socket, called);
            }
            else
            {
                filled -= moved;
            }
        }
    }

    private void SendBySendFile(Socket socket, ReadOnlySpan<byte> head, int file, string path, long length)
    {
        SendNatively(socket, head, Native.More);
        for (long offset = 0; offset < length;)
        {
            long called = Environment.TickCount64;
            nint moved = Native.SendFile(socket.SafeHandle, file, ref offset, (nuint)(length - offset));
            if (moved == 0)
            {
                throw Changed(path, length, LengthOf(file, path));
            }

            if (moved < 0 && offset == 0 && Marshal.GetLastPInvokeError() is Native.Invalid or Native.NotImplemented)
            {
                // sendfile(2): "in_fd must correspond to a file which supports mmap(2)-like operations".
                SendGathered(socket, head: [], file, path, length);
                return;
            }

            if (moved < 0 && Marshal.GetLastPInvokeError() is Native.InputOutput or Native.Overflow)
            {
                ThrowUnlessInterrupted(path);
            }

            if (moved < 0)
            {
                WaitOrThrow(socket, called);
            }
        }
    }

    private static unsafe void SendNatively(Socket socket, ReadOnlySpan<byte> bytes, int flags)
    {
        while (bytes.Length > 0)
        {
            nint sent;
            long called = Environment.TickCount64;
            fixed (byte* start = bytes)
            {
                sent = Native.Send(socket.SafeHandle, start, (nuint)bytes.Length, flags);
            }

            if (sent < 0)
            {
                WaitOrThrow(socket, called);
            }
            else
            {
                bytes = bytes[(int)sent..];
            }
        }
    }

    /// <summary>Answers the error of a call that moved nothing: waits until the socket takes more where that is what it asks for.</summary>
    private static void WaitOrThrow(Socket socket, long called)
    {
        int error = Marshal.GetLastPInvokeError();
        if (error == Native.TryAgain)
        {
            // An asynchronous operation has made the socket non-blocking for good, or its SendTimeout ran out.
            long left = socket.SendTimeout - (Environment.TickCount64 - called);
            int limit = socket.SendTimeout > 0 ? (int)Math.Clamp(left * 1000, 0, int.MaxValue) : -1;
            if (!socket.Poll(limit, SelectMode.SelectWrite))
            {
                throw new SocketException((int)SocketError.TimedOut);
            }
        }
        else if (error != Native.Interrupted)
        {
            throw new SocketException((int)(error == Native.Reset ? SocketError.ConnectionReset : SocketError.Shutdown), Marshal.GetPInvokeErrorMessage(error));
        }
    }

    private static void ThrowUnlessInterrupted(string path)
    {
        int error = Marshal.GetLastPInvokeError();
        if (error != Native.Interrupted)
        {
            string reason = $"{path}: {Marshal.GetPInvokeErrorMessage(error)}";
            throw error switch
            {
                Native.NotFound => new FileNotFoundException(reason, path),
                Native.Forbidden => new UnauthorizedAccessException(reason),
                _ => new IOException(reason),
            };
        }
    }

    /// <summary>The C library of Linux.</summary>
    private static unsafe partial class Native
    {
        internal const int NotFound = 2;
        internal const int Interrupted = 4;
        internal const int InputOutput = 5;
        internal const int TryAgain = 11;
        internal const int Forbidden = 13;
        internal const int Invalid = 22;
        internal const int NotImplemented = 38;
        internal const int Overflow = 75;
        internal const int Reset = 104;
        internal const int CloseOnExec = 0x80000;
        internal const int ReadOnlyCloseOnExec = CloseOnExec;
        internal const int SetPipeSize = 1031;
        internal const uint SpliceMove = 1;
        internal const uint SpliceMore = 1 | 4;
        internal const int FromEnd = 2;
        internal const int More = 0x8000;

        [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
        internal static partial int Open(string path, int flags);

        [LibraryImport("libc", EntryPoint = "close")]
        internal static partial int Close(int file);

        [LibraryImport("libc", EntryPoint = "lseek", SetLastError = true)]
        internal static partial long Seek(int file, long offset, int whence);

        [LibraryImport("libc", EntryPoint = "pread", SetLastError = true)]
        internal static partial nint Read(int file, byte* buffer, nuint count, long offset);

        [LibraryImport("libc", EntryPoint = "send", SetLastError = true)]
        internal static partial nint Send(SafeHandle socket, byte* bytes, nuint count, int flags);

        [LibraryImport("libc", EntryPoint = "pipe2")]
        internal static partial int Pipe(int* ends, int flags);

        [LibraryImport("libc", EntryPoint = "fcntl")]
        internal static partial int Control(SafeHandle file, int command, int argument);

        [LibraryImport("libc", EntryPoint = "splice", SetLastError = true)]
        internal static partial nint FillPipe(int file, ref long offset, SafeHandle pipe, nint noOffset, nuint count, uint flags);

        [LibraryImport("libc", EntryPoint = "splice", SetLastError = true)]
        internal static partial nint EmptyPipe(SafeHandle pipe, nint noOffset, SafeHandle socket, nint noOffsetEither, nuint count, uint flags);

        [LibraryImport("libc", EntryPoint = "sendfile", SetLastError = true)]
        internal static partial nint SendFile(SafeHandle socket, int file, ref long offset, nuint count);
    }
}
