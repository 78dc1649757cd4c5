using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace FileTransfer.Sending;

/// <summary>One file on its way into a socket by system calls, with the buffer that it needs; used again and again.</summary>
/// <remarks>
/// <see cref="TryAdvance"/> moves bytes until all have left or the socket takes no more. Who waits then, and how, is the caller's
/// matter: <see cref="WaitForRoom"/> blocks the thread, <see cref="WaitForRoomAsync"/> holds none.
/// </remarks>
internal sealed partial class LinuxSend
{
    internal const int LongestHead = 16 << 10;
    private const int BufferSize = LongestHead + (64 << 10);

    /// <summary>
    /// From so many bytes on a pipe of 1 MiB pays, for a part of a file that is in memory. Below, a head leaves by itself when the peer
    /// runs on another processor: the peer wakes up while the file follows. Above, the one segment that is saved is worth more.
    /// </summary>
    internal const int SmallestSpliced = 384 << 10;

    private readonly KernelBuffer _buffer = new(BufferSize);

    private Socket _socket = null!;
    private int _file;
    private string _name = "";
    private long _offset;
    private long _first;
    private long _end;

    /// <summary>The bytes of the buffer from the first to before the second are to be sent before anything else.</summary>
    private int _start;
    private int _filled;

    private SplicePipe? _pipe;
    private bool _mayBeSpliced;
    private SendMethod _method;
    private int _headFlags;
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
    /// <param name="wakesPeer">Whether the head may leave by itself to wake the peer up: one that the caller waits for.</param>
    public void Begin(Socket socket, int file, string name, ReadOnlySpan<byte> head, long offset, long length, bool wakesPeer)
    {
        _socket = socket;
        _file = file;
        _name = name;
        _offset = _first = offset;
        _end = offset + length;
        head.CopyTo(_buffer.Span);
        _start = 0;
        _filled = head.Length;
        _method = FileSender.MethodFor(length, socket.AddressFamily);
        bool isByItself = wakesPeer && _method == SendMethod.SendFile && length < SmallestSpliced && _filled > 0
            && SharedProcessor.IsBesideAnotherOf(socket);
        _mayBeSpliced = _method == SendMethod.SendFile && length >= SmallestSpliced && socket.AddressFamily != AddressFamily.Unix;
        _headFlags = isByItself ? 0 : Native.More;
        _calls = 0;
        Sent = 0;
    }

    /// <summary>Ends a call, successful or not, and tells what it did.</summary>
    public SendResult End(long fileLength)
    {
        _pipe?.Return();
        _pipe = null;
        var result = new SendResult(_method, _end - _first, _calls, fileLength);
        _socket = null!;
        _name = "";
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

    private bool IsInPipe => _pipe is { Count: > 0 };

    private bool TryAdvanceOpen()
    {
        while (_start < _filled || IsInPipe || _offset < _end)
        {
            bool hasRoom = (_method, _start < _filled) switch
            {
                (SendMethod.ReadAndSend, _) => AdvanceByReading(),
                (_, true) => SendBuffer(IsInPipe || _offset < _end ? _headFlags : 0),
                _ => IsInPipe || FillPipe() ? DrainPipe() : AdvanceBySendFile(),
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
            fixed (byte* buffer = _buffer.Span)
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
        fixed (byte* buffer = _buffer.Span)
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

    private bool AdvanceBySendFile()
    {
        BeginCall();
        // A part at a time, while the next one may be in memory.
        long count = _mayBeSpliced ? Math.Min(_end - _offset, SplicePipe.Capacity) : _end - _offset;
        nint moved = Native.SendFile(_socket.SafeHandle, _file, ref _offset, (nuint)count);
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

    /// <summary>Fills the pipe with the next part of the file; false when that is to be sent otherwise.</summary>
    private bool FillPipe()
    {
        long count = Math.Min(_end - _offset, SplicePipe.Capacity);
        if (!_mayBeSpliced || count < SmallestSpliced || !SplicePipe.IsInMemory(_file, _offset, count))
        {
            return false;
        }

        _pipe ??= SplicePipe.TryTake();
        if (_pipe is null)
        {
            // Asked for the rest of this file, the answer would hardly be another.
            return _mayBeSpliced = false;
        }

        _calls++;
        nint moved = _pipe.Fill(_file, ref _offset, (nuint)count);
        if (moved == 0)
        {
            ThrowIfEnded(moved);
        }

        // What cannot be read, sendfile(2) says.
        _mayBeSpliced = moved > 0;
        return moved > 0;
    }

    private bool DrainPipe()
    {
        BeginCall();
        nint moved = _pipe!.Drain(_socket.SafeHandle, _offset < _end ? Native.MoreFollows : 0);
        if (moved < 0)
        {
            return !IsFull();
        }

        Sent += moved;
        _method = SendMethod.Splice;
        return true;
    }

    private void BeginCall()
    {
        _calls++;
        _called = Environment.TickCount64;
    }
}
