using System.Net.Sockets;
using FileTransfer.Server.Sinks;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Receivers;

/// <summary>Drains the frames of one connection, one after another, on a thread of its own in blocking calls.</summary>
/// <remarks>
/// A thread that waits in recv(2) answers sooner than an asynchronous receive, which goes through the poller and the
/// thread pool: the receiver must not be what is measured.
/// </remarks>
public sealed class FrameDrain(Socket socket, IPayloadSink sink, ServerOptions options, ReceiverCounters counters)
{
    private const int BufferSize = 256 << 10;
    private const long LingerBytes = 256L << 20;
    private static readonly TimeSpan s_lingerTime = TimeSpan.FromSeconds(1);

    private readonly byte[] _buffer = GC.AllocateUninitializedArray<byte>(BufferSize, pinned: true);
    private readonly byte[] _acknowledgement = new byte[Acknowledgement.Size];
    private readonly Lock _closing = new();
    private int _start;
    private int _end;
    private volatile bool _stopping;

    /// <summary>Drains until the sender closes, something goes wrong, or <see cref="Stop"/>, and closes the socket; throws nothing.</summary>
    public void Run()
    {
        try
        {
            if (socket.AddressFamily != AddressFamily.Unix)
            {
                socket.NoDelay = true;
            }

            socket.ReceiveTimeout = socket.SendTimeout = (int)options.IdleTimeout.TotalMilliseconds;
            while (ReadHeader(out long length) && Drain(length))
            {
            }
        }
        catch (SocketException exception) when (exception.SocketErrorCode is SocketError.TimedOut or SocketError.WouldBlock)
        {
            counters.Failed("idle");
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            if (!_stopping)
            {
                counters.Failed("connection-lost");
            }
        }
        catch (Exception)
        {
            // Whatever it was, it must end this connection only.
            counters.Failed("receiver-failure");
            TryRefuse(AcknowledgementStatus.ReceiverFailure);
        }
        finally
        {
            // .NET resets a connection that is closed while another thread is inside a call on it, Shutdown included.
            lock (_closing)
            {
                socket.Dispose();
            }
        }
    }

    /// <summary>Ends the connection from another thread: between frames at once, within a frame with an error status.</summary>
    public void Stop()
    {
        _stopping = true;
        try
        {
            lock (_closing)
            {
                socket.Shutdown(SocketShutdown.Receive);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // It has ended by itself.
        }
    }

    /// <summary>False at the clean end of the stream, which is allowed only here.</summary>
    private bool ReadHeader(out long length)
    {
        while (_end - _start < FrameHeader.Size)
        {
            if (_start > 0)
            {
                _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
                _end -= _start;
                _start = 0;
            }

            // As much as there is: header and payload of a small frame usually arrive together.
            int count = socket.Receive(_buffer, _end, BufferSize - _end, SocketFlags.None);
            if (count == 0)
            {
                if (_end > 0 && !_stopping)
                {
                    counters.Failed("truncated");
                }

                length = 0;
                return false;
            }

            _end += count;
        }

        length = FrameHeader.Read(_buffer.AsSpan(_start));
        _start += FrameHeader.Size;
        return true;
    }

    /// <summary>Drains and acknowledges a frame; false when the connection has to end.</summary>
    private bool Drain(long length)
    {
        if (length < 0 || length > options.MaximumLength)
        {
            counters.Failed(length < 0 ? "bad-length" : "too-large");
            return Refuse(length < 0 ? AcknowledgementStatus.BadLength : AcknowledgementStatus.TooLarge);
        }

        sink.Reset();
        int buffered = (int)Math.Min(length, _end - _start);
        sink.Append(_buffer.AsSpan(_start, buffered));
        _start += buffered;
        for (long left = length - buffered; left > 0;)
        {
            int count = socket.Receive(_buffer, 0, (int)Math.Min(left, BufferSize), SocketFlags.None);
            if (count == 0 || _stopping)
            {
                counters.Failed(_stopping ? "stopped" : "truncated");
                return _stopping && Refuse(AcknowledgementStatus.ServerStopping);
            }

            sink.Append(_buffer.AsSpan(0, count));
            left -= count;
        }

        if (_start == _end)
        {
            _start = _end = 0;
        }

        // Counted before the acknowledgement leaves, so that a sender that has read it finds itself in the statistics.
        counters.Drained(length);
        new Acknowledgement(length, sink.Crc32C).Write(_acknowledgement);
        SendAcknowledgement();
        return true;
    }

    private void TryRefuse(long status)
    {
        try
        {
            Refuse(status);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The sender is gone; there is nobody left to tell.
        }
    }

    private bool Refuse(long status)
    {
        new Acknowledgement(status, Crc32C: 0).Write(_acknowledgement);
        SendAcknowledgement();
        socket.Shutdown(SocketShutdown.Send);
        // Closing with unread bytes makes TCP send a reset, which can overtake the status: RFC 1122, 4.2.2.13.
        long deadline = Environment.TickCount64 + (long)s_lingerTime.TotalMilliseconds;
        socket.ReceiveTimeout = (int)s_lingerTime.TotalMilliseconds;
        long discarded = 0;
        while (discarded < LingerBytes && Environment.TickCount64 < deadline
            && socket.Receive(_buffer, 0, BufferSize, SocketFlags.None, out SocketError _) is > 0 and int count)
        {
            discarded += count;
        }

        return false;
    }

    private void SendAcknowledgement()
    {
        ReadOnlySpan<byte> left = _acknowledgement;
        while (left.Length > 0)
        {
            left = left[socket.Send(left)..];
        }
    }
}
