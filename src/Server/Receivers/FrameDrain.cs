using FileTransfer.Server.Contracts;
using FileTransfer.Server.Sinks;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Receivers;

/// <summary>Drains the frames of one connection, one after another, on a thread of its own.</summary>
/// <remarks>
/// A thread that waits in recv(2) answers sooner than an asynchronous receive, which goes through the poller and the
/// thread pool: the receiver must not be what is measured.
/// </remarks>
internal sealed class FrameDrain(string receiver, FrameChannel channel, IPayloadSink sink, ServerOptions options, ReceiverCounters counters)
{
    private readonly byte[] _buffer = GC.AllocateUninitializedArray<byte>(options.BufferSize, pinned: true);
    private readonly byte[] _acknowledgement = new byte[Acknowledgement.Size];
    private int _start;
    private int _end;
    private long _lastLength;
    private volatile bool _stopping;

    /// <summary>
    /// Drains until the sender closes, something goes wrong, or <see cref="Stop"/>, and closes the channel; throws nothing.
    /// </summary>
    public void Run()
    {
        try
        {
            channel.Begin();
            while (ReadHeader(out long length) && Drain(length))
            {
            }
        }
        catch (Exception exception) when (channel.KindOf(exception) is { } kind)
        {
            if (kind == FrameChannel.Idle || !_stopping)
            {
                counters.Failed(kind);
            }
        }
        catch (Exception exception)
        {
            // A fault of the server must end this connection only, and needs more than a count to be found. A sender that closes
            // or disappears is only counted, above.
            counters.Failed("receiver-failure");
            FailureLog.Write(options.Errors, receiver, channel.Peer, exception);
            TryRefuse(AcknowledgementStatus.ReceiverFailure);
        }
        finally
        {
            channel.Dispose();
        }
    }

    /// <summary>Ends the connection from another thread: between frames at once, within a frame with an error status.</summary>
    public void Stop()
    {
        _stopping = true;
        channel.Stop();
    }

    /// <summary>Closes under the feet of a thread that waits for a sender which does not read its acknowledgements.</summary>
    public void Abort() => channel.Dispose();

    /// <summary>False at the clean end of the stream, which is allowed only here.</summary>
    private bool ReadHeader(out long length)
    {
        // The length of the frame to come is not known yet, and usually is that of the one before.
        channel.Waiter.Begin(_lastLength);
        while (_end - _start < FrameHeader.Size)
        {
            if (_start > 0)
            {
                _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
                _end -= _start;
                _start = 0;
            }

            // As much as there is: header and payload of a small frame usually arrive together.
            int count = channel.Receive(_buffer.AsSpan(_end));
            if (count == 0)
            {
                length = 0;
                return (_end > 0 || channel.HasDropped) && EndWithinFrame();
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

        sink.Begin(length);
        int buffered = (int)Math.Min(length, _end - _start);
        sink.Append(_buffer.AsSpan(_start, buffered));
        _start += buffered;
        for (long left = length - buffered; left > 0;)
        {
            int count = channel.Receive(_buffer.AsSpan(0, (int)Math.Min(left, options.BufferSize)));
            if (count == 0 || _stopping)
            {
                return EndWithinFrame();
            }

            sink.Append(_buffer.AsSpan(0, count));
            left -= count;
        }

        if (_start == _end)
        {
            _start = _end = 0;
        }

        // Counted before the acknowledgement leaves, so that a sender that has read it finds itself in the statistics.
        uint? checksum = sink.Crc32C;
        counters.Drained(length, checksum);
        new Acknowledgement(length, checksum ?? 0).Write(_acknowledgement);
        channel.Send(_acknowledgement);
        channel.Waiter.End();
        _lastLength = length;
        return true;
    }

    /// <summary>The stream ended, or the server stops, where neither should; always false.</summary>
    private bool EndWithinFrame()
    {
        counters.Failed(_stopping ? "stopped" : "truncated");
        return _stopping && Refuse(AcknowledgementStatus.ServerStopping);
    }

    private void TryRefuse(long status)
    {
        try
        {
            Refuse(status);
        }
        catch (Exception exception) when (channel.KindOf(exception) is not null)
        {
            // The sender has gone; there is no one to answer.
        }
        catch (Exception exception)
        {
            FailureLog.Write(options.Errors, receiver, channel.Peer, exception);
        }
    }

    private bool Refuse(long status)
    {
        new Acknowledgement(status, Crc32C: 0).Write(_acknowledgement);
        channel.Send(_acknowledgement);
        channel.FinishRefusal(_buffer);
        return false;
    }
}
