using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Sending;

/// <summary>One file on its way into a socket by system calls, with the buffer and the pipe that it needs; used again and again.</summary>
/// <remarks>
/// <see cref="TryAdvance"/> moves bytes until all have left or the socket takes no more. Who waits then, and how, is the caller's
/// matter: <see cref="WaitForRoom"/> blocks the thread, <see cref="WaitForRoomAsync"/> holds none.
/// </remarks>
internal sealed class LinuxSend : IDisposable
{
    internal const int LongestHead = 16 << 10;
    private const int BufferSize = LongestHead + (64 << 10);
    private const int PipeSize = 1 << 20;

    private readonly byte[] _buffer = GC.AllocateUninitializedArray<byte>(BufferSize, pinned: true);
    private SafeFileHandle? _pipeOut;
    private SafeFileHandle? _pipeIn;
    private bool _hasLargePipe;

    private Socket _socket = null!;
    private int _file;
    private string _name = "";
    private long _offset;
    private long _first;
    private long _end;

    /// <summary>The bytes of the buffer from the first to before the second are to be sent before anything else.</summary>
    private int _start;
    private int _filled;

    /// <summary>Bytes of the file that are in the pipe.</summary>
    private nint _piped;

    private SendMethod _method;
    private int _calls;
    private long _called;

    /// <summary>Bytes that the socket has taken, head and file together.</summary>
    public long Sent { get; private set; }

    /// <summary>Begins to send a head, and bytes of an open file.</summary>
    /// <param name="socket">The connected socket.</param>
    /// <param name="file">The file's descriptor, open until <see cref="End"/>.</param>
    /// <param name="name">The file's name, for messages.</param>
    /// <param name="head">Bytes to send first, at most <see cref="LongestHead"/>.</param>
    /// <param name="offset">Offset of the first byte of the file.</param>
    /// <param name="length">Number of bytes of the file.</param>
    public void Begin(Socket socket, int file, string name, ReadOnlySpan<byte> head, long offset, long length)
    {
        _socket = socket;
        _file = file;
        _name = name;
        _offset = _first = offset;
        _end = offset + length;
        head.CopyTo(_buffer);
        _start = 0;
        _filled = head.Length;
        _method = FileSender.MethodFor(length, socket.AddressFamily);
        if (_method == SendMethod.Splice && !HasPipe())
        {
            _method = SendMethod.SendFile;
        }

        _calls = 0;
        Sent = 0;
    }

    /// <summary>Ends a call, successful or not, and tells what it did.</summary>
    public SendResult End(long fileLength)
    {
        var result = new SendResult(_method, _end - _first, _calls, fileLength);
        _socket = null!;
        _name = "";
        if (_piped > 0)
        {
            // Bytes of this file must not be sent as another's.
            Dispose();
        }

        return result;
    }

    /// <summary>Moves bytes until all have left (true), or until the socket takes no more for now (false).</summary>
    /// <exception cref="FileSendException">The file or the connection failed.</exception>
    public bool TryAdvance()
    {
        try
        {
            return TryAdvanceOpen();
        }
        catch (ObjectDisposedException exception) when (Sent > 0)
        {
            throw Lost(exception);
        }
    }

    /// <summary>Blocks until the socket takes bytes again.</summary>
    /// <exception cref="FileSendException">It took none for its SendTimeout.</exception>
    public void WaitForRoom()
    {
        // The descriptor is non-blocking since an asynchronous operation, or the call has waited for its SendTimeout already.
        long left = _socket.SendTimeout - (Environment.TickCount64 - _called);
        int limit = _socket.SendTimeout > 0 ? (int)Math.Clamp(left * 1000, 0, int.MaxValue) : -1;
        bool hasRoom;
        try
        {
            hasRoom = _socket.Poll(limit, SelectMode.SelectWrite);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            throw Lost(exception);
        }

        if (!hasRoom)
        {
            throw Lost(new SocketException((int)SocketError.TimedOut));
        }
    }

    /// <summary>Awaits that the socket takes bytes again, by sending one of them through the runtime.</summary>
    /// <remarks>
    /// The runtime announces no room, only that a send has ended. A send of one byte is either done or not, so that after a
    /// cancellation it is known how many bytes have left.
    /// </remarks>
    /// <exception cref="FileSendException">The file or the connection failed.</exception>
    /// <exception cref="FileSendCanceledException">The token was cancelled.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask WaitForRoomAsync(CancellationToken cancellationToken)
    {
        TakeByte();
        try
        {
            int count = await _socket.SendAsync(_buffer.AsMemory(_start, 1), SocketFlags.None, cancellationToken).ConfigureAwait(false);
            Advance(count);
        }
        catch (OperationCanceledException exception)
        {
            throw new FileSendCanceledException(Sent, exception, cancellationToken);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            throw Lost(exception);
        }
    }

    /// <summary>Makes the descriptor non-blocking, as the first asynchronous operation of the runtime does; sends nothing.</summary>
    /// <exception cref="FileSendException">The connection failed.</exception>
    /// <exception cref="FileSendCanceledException">The token was cancelled.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask MakeNonBlockingAsync(CancellationToken cancellationToken)
    {
        try
        {
            await _socket.SendAsync(ReadOnlyMemory<byte>.Empty, SocketFlags.None, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException exception)
        {
            throw new FileSendCanceledException(Sent, exception, cancellationToken);
        }
        catch (SocketException exception)
        {
            throw Lost(exception);
        }
    }

    /// <summary>Closes the pipe; the next call makes another.</summary>
    public void Dispose()
    {
        _pipeOut?.Dispose();
        _pipeIn?.Dispose();
        _pipeOut = _pipeIn = null;
        _piped = 0;
    }

    private bool TryAdvanceOpen()
    {
        while (_start < _filled || _piped > 0 || _offset < _end)
        {
            bool hasRoom = (_method, _start < _filled) switch
            {
                (SendMethod.ReadAndSend, _) => AdvanceByReading(),
                (_, true) => SendBuffer(_offset < _end ? Native.More : 0),
                (SendMethod.Splice, _) => AdvanceBySplice(),
                _ => AdvanceBySendFile(),
            };
            if (!hasRoom)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Reads what the buffer has room for behind its bytes, and sends it all.</summary>
    private unsafe bool AdvanceByReading()
    {
        if (_filled == 0 || (_offset == _first && _start == 0 && _filled <= LongestHead))
        {
            nint count = 0;
            nint room = (nint)Math.Min(BufferSize - _filled, _end - _offset);
            fixed (byte* buffer = _buffer)
            {
                while (room > 0 && (count = Native.Read(_file, buffer + _filled, (nuint)room, _offset)) < 0)
                {
                    ThrowUnlessInterrupted();
                }
            }

            if (room > 0)
            {
                _calls++;
                ThrowIfEnded(count);
            }

            _offset += count;
            _filled += (int)count;
        }

        return SendBuffer(flags: 0);
    }

    private unsafe bool SendBuffer(int flags)
    {
        nint sent;
        BeginCall();
        fixed (byte* buffer = _buffer)
        {
            sent = Native.Send(_socket.SafeHandle, buffer + _start, (nuint)(_filled - _start), flags | Native.NoSignal);
        }

        if (sent < 0)
        {
            return !IsFull();
        }

        Advance(sent);
        return true;
    }

    /// <summary>Notes that bytes of the buffer have left.</summary>
    private void Advance(nint count)
    {
        Sent += count;
        _start += (int)count;
        if (_start == _filled)
        {
            _start = _filled = 0;
        }
    }

    private bool AdvanceBySplice()
    {
        if (_piped == 0)
        {
            _calls++;
            nint filled = Native.FillPipe(_file, ref _offset, _pipeIn!, 0, (nuint)(_end - _offset), Native.SpliceMove);
            if (filled < 0 && _offset == _first && Marshal.GetLastPInvokeError() is Native.Invalid or Native.NotImplemented)
            {
                _method = SendMethod.SendFile;
                return true;
            }

            if (filled < 0)
            {
                ThrowUnlessInterrupted();
                return true;
            }

            ThrowIfEnded(filled);
            _piped = filled;
        }

        BeginCall();
        uint flags = _offset < _end ? Native.SpliceMore : Native.SpliceMove;
        nint moved = Native.EmptyPipe(_pipeOut!, 0, _socket.SafeHandle, 0, (nuint)_piped, flags);
        if (moved < 0)
        {
            return !IsFull();
        }

        if (moved == 0)
        {
            throw Lost(new SocketException((int)SocketError.ConnectionReset));
        }

        _piped -= moved;
        Sent += moved;
        return true;
    }

    private bool AdvanceBySendFile()
    {
        BeginCall();
        nint moved = Native.SendFile(_socket.SafeHandle, _file, ref _offset, (nuint)(_end - _offset));
        if (moved >= 0)
        {
            ThrowIfEnded(moved);
            Sent += moved;
            return true;
        }

        int error = Marshal.GetLastPInvokeError();
        if (_offset == _first && error is Native.Invalid or Native.NotImplemented)
        {
            // sendfile(2): "in_fd must correspond to a file which supports mmap(2)-like operations".
            _method = SendMethod.ReadAndSend;
            return true;
        }

        if (error is Native.InputOutput or Native.Overflow)
        {
            ThrowUnlessInterrupted();
        }

        return !IsFull();
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

    /// <summary>Puts the byte that is to be sent next at the front of the buffer, unless one is there.</summary>
    private unsafe void TakeByte()
    {
        if (_start < _filled)
        {
            return;
        }

        nint count;
        fixed (byte* buffer = _buffer)
        {
            while ((count = _piped > 0 ? Native.ReadPipe(_pipeOut!, buffer, 1) : Native.Read(_file, buffer, 1, _offset)) < 0)
            {
                ThrowUnlessInterrupted();
            }
        }

        ThrowIfEnded(count);
        if (_piped > 0)
        {
            _piped--;
        }
        else
        {
            _offset++;
        }

        _filled = 1;
    }

    private void BeginCall()
    {
        _calls++;
        _called = Environment.TickCount64;
    }

    /// <summary>Judges a send that moved nothing: true when the socket is full, false when the call is to be repeated.</summary>
    /// <exception cref="FileSendException">The connection was lost.</exception>
    private bool IsFull()
    {
        int error = Marshal.GetLastPInvokeError();
        return error is Native.TryAgain or Native.Interrupted
            ? error == Native.TryAgain
            : throw Lost(new SocketException((int)SocketErrorOf(error), Marshal.GetPInvokeErrorMessage(error)));
    }

    private static SocketError SocketErrorOf(int error) => error switch
    {
        Native.Reset => SocketError.ConnectionReset,
        Native.TimedOut => SocketError.TimedOut,
        _ => SocketError.Shutdown,
    };

    private FileSendException Lost(Exception exception) => new(
        $"{_name} was not sent to its end: {Sent} bytes had left when the connection failed: {exception.Message}; "
        + (Sent > 0 ? "close the connection" : "connect again"),
        Sent,
        exception);

    private void ThrowUnlessInterrupted()
    {
        int error = Marshal.GetLastPInvokeError();
        if (error != Native.Interrupted)
        {
            throw new FileSendException($"{_name} cannot be read: {Marshal.GetPInvokeErrorMessage(error)}{AfterSending}", Sent);
        }
    }

    private void ThrowIfEnded(nint count)
    {
        if (count == 0)
        {
            throw new FileSendException(
                $"{_name} became shorter while it was sent: it ends at {_offset}, before {_end}{AfterSending}",
                Sent);
        }
    }

    private string AfterSending => Sent > 0 ? $"; {Sent} bytes had left: close the connection" : "; nothing was sent";
}
