using System.Net.Sockets;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Sockets;

// The part for Linux, which calls functions of the C library.
public sealed partial class FileSender
{
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
                case Method.Coalesced:
                    SendCoalesced(socket, head, file, path, length);
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

    private unsafe void SendCoalesced(Socket socket, ReadOnlySpan<byte> head, int file, string path, long length)
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

    /// <summary>
    /// Makes the pipe unless there is one. False when no descriptor is left, or when the pipe's capacity is not above the 64 KiB
    /// that sendfile(2) moves at a time.
    /// </summary>
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
            // Refused above /proc/sys/fs/pipe-max-size, and for users who have many large pipes: pipe(7).
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
            // The pipe may still contain bytes of this file, which must not be sent as another's.
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
                SendCoalesced(socket, head: [], file, path, length);
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

    /// <summary>
    /// Handles the error of a call that moved nothing: waits after EAGAIN until the socket can take more, returns after EINTR,
    /// throws otherwise.
    /// </summary>
    private static void WaitOrThrow(Socket socket, long called)
    {
        int error = Marshal.GetLastPInvokeError();
        if (error == Native.TryAgain)
        {
            // An asynchronous operation has made the socket non-blocking permanently, or its SendTimeout expired.
            long left = socket.SendTimeout - (Environment.TickCount64 - called);
            int limit = socket.SendTimeout > 0 ? (int)Math.Clamp(left * 1000, 0, int.MaxValue) : -1;
            if (!socket.Poll(limit, SelectMode.SelectWrite))
            {
                throw new SocketException((int)SocketError.TimedOut);
            }
        }
        else if (error != Native.Interrupted)
        {
            throw new SocketException(
                (int)(error == Native.Reset ? SocketError.ConnectionReset : SocketError.Shutdown),
                Marshal.GetPInvokeErrorMessage(error));
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
}
