using System.Runtime.InteropServices;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Sinks;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Receivers;

/// <summary>Drains the frames of one connection, one after another, on the thread that calls it.</summary>
/// <remarks>
/// <para>
/// A thread that waits in recv(2) answers sooner than an asynchronous receive, which goes through the poller and the
/// thread pool: the receiver must not be what is measured.
/// </para>
/// <para>
/// A connection that is silent for <see cref="ServerOptions.ParkAfter"/> needs no thread and no buffer: <see cref="Run"/> returns, and is
/// called again, by any thread and with any buffer, when bytes have come. Where threads are scarce, it returns after each frame.
/// </para>
/// </remarks>
internal sealed class FrameDrain(
    string receiver,
    FrameChannel channel,
    IPayloadSink sink,
    ServerOptions options,
    ReceiverCounters counters,
    ConnectionLog log) : IConnection
{
    private readonly byte[] _acknowledgement = new byte[Acknowledgement.Size];
    private readonly ReceiveBuffer _buffer = new();
    private readonly ConnectionEvents _events = new(receiver, channel.Peer, options, counters, log);
    private readonly FrameLimits _limits = new(options);
    private readonly IncomingFrame _frame = new(sink, options);
    private Func<bool>? _isScarce;
    private long _lastLength;
    private bool _hasBegun;
    private bool _hasServed;
    private volatile bool _isWithinFrame;
    private volatile bool _finishing;
    private volatile bool _stopping;

    private enum Step
    {
        GoOn,
        Wait,
        End,
    }

    /// <summary>True until the peer has presented the token and shaken hands, where that is asked for.</summary>
    private bool IsGreeting => _frame.IsToken || (!_hasBegun && channel.HasHandshake);

    /// <inheritdoc/>
    public bool CanWaitAlone
    {
        set => channel.CanWaitAlone = value;
    }

    /// <inheritdoc/>
    public bool IsWithinMessage => _isWithinFrame;

    /// <inheritdoc/>
    public long Due => _limits.Due(IsGreeting, _isWithinFrame);

    /// <summary>True when the token is still not there, however much of it has come.</summary>
    private bool IsTokenOverdue => _frame.IsToken && Environment.TickCount64 >= Due;

    /// <inheritdoc/>
    public bool TryWatch(Func<SafeHandle, bool> watch) => channel.TryWatch(watch);

    /// <inheritdoc/>
    public bool Run(Memory<byte> buffer, Func<bool>? isScarce = null)
    {
        Step step = Step.End;
        _isScarce = isScarce;
        _hasServed = false;
        try
        {
            Resume(buffer);
            step = _isWithinFrame ? WithinLimits() : Step.GoOn;
            while (step == Step.GoOn)
            {
                step = Next();
            }
        }
        catch (Exception exception) when (channel.KindOf(exception) is { } kind)
        {
            step = Step.End;
            if (kind == FrameChannel.Idle && IsGreeting)
            {
                FailIdle();
            }
            else if (kind == FrameChannel.Idle || !(_stopping || (_finishing && !_isWithinFrame)))
            {
                _events.Failed(kind, $"{Words(kind)}{Position()}");
            }
        }
        catch (Exception exception)
        {
            step = Step.End;
            // A fault of the server must end this connection only.
            _events.Faulted(exception);
            TryRefuse(AcknowledgementStatus.ReceiverFailure);
        }
        finally
        {
            Suspend();
            if (step != Step.Wait)
            {
                End();
            }
        }

        return step == Step.Wait;
    }

    /// <inheritdoc/>
    public void EndIdle()
    {
        FailIdle();
        End();
    }

    /// <inheritdoc/>
    public void Close() => End();

    /// <inheritdoc/>
    public void Abandon(Exception exception)
    {
        _events.Faulted(exception);
        End();
    }

    /// <inheritdoc/>
    public void Finish()
    {
        _finishing = true;
        if (!_isWithinFrame)
        {
            channel.Stop();
        }
    }

    /// <inheritdoc/>
    public void Stop()
    {
        _finishing = true;
        _stopping = true;
        channel.Stop();
    }

    /// <inheritdoc/>
    public void Abort() => channel.Dispose();

    private void Resume(Memory<byte> buffer)
    {
        _buffer.Borrow(buffer);
        if (!_hasBegun)
        {
            channel.Begin();
            _hasBegun = true;
        }
    }

    private void Suspend()
    {
        _buffer.GiveBack();
        _limits.Suspend();
    }

    private Step Next()
    {
        try
        {
            return _frame.HasBegun ? ReadBody() : ReadHeader();
        }
        catch (RefusedFrameException refusal)
        {
            // Whoever reads the answer finds no part of the file any more.
            _frame.Abandon();
            _events.Failed(refusal.Kind, refusal.Message);
            return Answer(refusal.Status);
        }
    }

    /// <summary>Deletes what is there of an unfinished file, and closes the connection.</summary>
    private void End()
    {
        _frame.Abandon();
        channel.Dispose();
    }

    private Step ReadHeader()
    {
        // The length of the frame to come is not known yet, and usually is that of the one before.
        channel.Waiter.Begin(_lastLength);
        while (_buffer.Count < FrameHeader.Size)
        {
            if (_isWithinFrame)
            {
                _limits.StartClock();
            }

            // After a frame only: whoever was woken without bytes, by the end of the stream, has to receive it.
            if (_hasServed && !_isWithinFrame && channel.CanWaitAlone && _isScarce?.Invoke() == true && !channel.MayHaveBytes)
            {
                return Step.Wait;
            }

            // As much as there is: header and payload of a small frame usually arrive together. Who receives the payload by himself gets
            // all of it.
            Span<byte> room = _buffer.Room;
            int count = channel.Receive(_frame.IsReceivedAlone ? room[..(FrameHeader.Size - _buffer.Count)] : room);
            if (count > 0)
            {
                _isWithinFrame = true;
                _buffer.Add(count);
                if (IsTokenOverdue)
                {
                    return EndOverdue();
                }

                continue;
            }

            if (count == 0)
            {
                return _buffer.Count > 0 || channel.HasDropped ? EndWithinFrame() : Step.End;
            }

            if (WhileNothingComes() is { } step)
            {
                return step;
            }
        }

        _isWithinFrame = true;
        long length = FrameHeader.Read(_buffer.Bytes);
        _buffer.Take(FrameHeader.Size);
        _frame.Begin(length, _buffer);
        return Step.GoOn;
    }

    /// <summary>Nothing came for a while: what to do, or null to go on waiting on this thread.</summary>
    private Step? WhileNothingComes()
    {
        if (_isWithinFrame)
        {
            if (_stopping)
            {
                return EndWithinFrame();
            }

            if (WithinLimits() is Step.End)
            {
                return Step.End;
            }
        }
        else if (_finishing)
        {
            return Step.End;
        }
        else if (!channel.CanWaitAlone && Environment.TickCount64 >= Due)
        {
            return EndOverdue();
        }

        return channel.CanWaitAlone ? Step.Wait : null;
    }

    /// <summary>Whether the frame under way may go on, of which nothing has come just now.</summary>
    private Step WithinLimits()
    {
        if (IsTokenOverdue)
        {
            return EndOverdue();
        }

        return _limits.Check(0) is { } fault ? GiveUp(fault) : Step.GoOn;
    }

    private Step EndOverdue()
    {
        FailIdle();
        return Step.End;
    }

    private Step ReadBody()
    {
        while (_frame.Left > 0)
        {
            _limits.StartClock();
            int count = _frame.Receive(channel, _buffer.Memory);
            if (count == FrameChannel.NothingYet)
            {
                if (WhileNothingComes() is { } step)
                {
                    return step;
                }

                continue;
            }

            if (count == 0 || _stopping)
            {
                return EndWithinFrame();
            }

            if (_frame.Left > 0 && IsTokenOverdue)
            {
                return EndOverdue();
            }

            if (_frame.Left > 0 && _limits.Check(count) is { } fault)
            {
                return GiveUp(fault);
            }
        }

        return Acknowledge();
    }

    private Step Acknowledge()
    {
        bool wasToken = _frame.IsToken;
        if (_frame.Complete(out uint? checksum))
        {
            // Counted before the acknowledgement leaves, so that a sender that has read it finds itself in the statistics.
            _events.Delivered(_frame.Length, checksum);
        }
        else if (wasToken)
        {
            channel.Greeted();
        }

        new Acknowledgement(_frame.Length, checksum ?? 0).Write(_acknowledgement);
        channel.Send(_acknowledgement);
        channel.Waiter.End();
        _frame.Forget();
        _lastLength = _frame.Length;
        _limits.Served();
        _hasServed = true;
        // What is left in the buffer is the beginning of the next frame.
        _isWithinFrame = _buffer.Count > 0;
        return _finishing && !_isWithinFrame ? Step.End : Step.GoOn;
    }

    /// <summary>The stream ended, or the server stops, where neither should.</summary>
    private Step EndWithinFrame()
    {
        // A frame may begin while the connection is told to finish.
        bool isStopped = _stopping || _finishing;
        _events.Failed(isStopped ? "stopped" : "truncated", $"{(isStopped ? "was stopped" : "was truncated")}{Position()}");
        return isStopped ? Answer(AcknowledgementStatus.ServerStopping) : Step.End;
    }

    private Step GiveUp((string Kind, string Words) fault)
    {
        _events.Failed(fault.Kind, $"was given up{Position()}: {fault.Words}");
        return Answer(AcknowledgementStatus.TooSlow);
    }

    private void TryRefuse(long status)
    {
        try
        {
            _ = Answer(status);
        }
        catch (Exception exception) when (channel.KindOf(exception) is not null)
        {
            // The sender has gone; there is no one to answer.
        }
        catch (Exception exception)
        {
            _events.Faulted(exception);
        }
    }

    private Step Answer(long status)
    {
        new Acknowledgement(status, Crc32C: 0).Write(_acknowledgement);
        channel.Send(_acknowledgement);
        channel.FinishRefusal(_buffer.Memory);
        return Step.End;
    }

    private void FailIdle()
    {
        if (IsGreeting)
        {
            _events.Failed(FrameChannel.NoGreeting, EventWords.NotInTime);
        }
        else
        {
            _events.Failed(FrameChannel.Idle, Words(FrameChannel.Idle));
        }
    }

    private string Words(string kind) => kind switch
    {
        FrameChannel.Idle => EventWords.MovedNothing(options.IdleTimeout),
        FrameChannel.ConnectionLost => "was lost",
        TlsChannel.Handshake => "failed to shake hands over TLS",
        _ => kind,
    };

    private string Position() => _isWithinFrame ? _frame.Position : "";
}
