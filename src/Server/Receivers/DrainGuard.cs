using FileTransfer.Server.Contracts;
using FileTransfer.Server.Sinks;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Receivers;

/// <summary>
/// Says whether a drain goes on: not where its thread is needed elsewhere, where nothing comes for too long, or where the server stops.
/// </summary>
/// <remarks>
/// Every question that is answered by false ends a turn: the connection is parked (<see cref="IsParked"/>), or it ends, and what is wrong
/// with that was told. A frame that is given up is refused by a <see cref="RefusedFrameException"/>.
/// </remarks>
/// <param name="channel">The sender's connection.</param>
/// <param name="frame">The frame under way.</param>
/// <param name="options">The limits.</param>
/// <param name="events">Is told what goes wrong.</param>
internal sealed class DrainGuard(FrameChannel channel, IncomingFrame frame, ServerOptions options, ConnectionEvents events)
{
    private readonly FrameLimits _limits = new(frame, options);
    private Func<bool>? _isScarce;
    private bool _hasBegun;
    private bool _hasServed;
    private volatile bool _isWithinFrame;
    private volatile bool _finishing;
    private volatile bool _stopping;

    /// <summary>True when a turn ended because no bytes come or others need the thread: another turn follows with the next bytes.</summary>
    public bool IsParked { get; private set; }

    /// <summary>True until the peer has presented the token and shaken hands, where that is asked for.</summary>
    public bool IsGreeting => frame.IsToken || (!_hasBegun && channel.HasHandshake);

    /// <summary>True from the first byte of a frame until it is acknowledged.</summary>
    public bool IsWithinFrame => _isWithinFrame;

    /// <summary>True when the connection was told to end here: at once, or between two frames.</summary>
    public bool IsEnding => _stopping || (_finishing && !_isWithinFrame);

    /// <summary>When a parked connection has to be looked at again, if nothing comes.</summary>
    public long Due => _limits.Due(IsGreeting, _isWithinFrame);

    /// <summary>Where the frame is, as the end of a sentence; empty between frames.</summary>
    public string Position => _isWithinFrame ? frame.Position : "";

    /// <summary>Begins a turn on a thread: the first one, or one after the connection was parked.</summary>
    /// <param name="isScarce">Whether others need the thread; null when nobody does.</param>
    public bool Resume(Func<bool>? isScarce)
    {
        _isScarce = isScarce;
        _hasServed = IsParked = false;
        if (!_hasBegun)
        {
            channel.Begin();
            _hasBegun = true;
        }

        return !_isWithinFrame || IsWithinLimits(bytes: 0);
    }

    /// <summary>Ends a turn.</summary>
    public void Suspend() => _limits.Suspend();

    /// <summary>Whether to receive a header, or the rest of one, on this thread.</summary>
    public bool MayReceiveHeader()
    {
        if (_isWithinFrame)
        {
            _limits.StartClock();
            return true;
        }

        // After a frame only: whoever was woken without bytes, by the end of the stream, has to receive it.
        bool isNeeded = _hasServed && channel.CanWaitAlone && _isScarce?.Invoke() == true && !channel.MayHaveBytes;
        return !isNeeded || Park();
    }

    /// <summary>Whether to go on after a receive of a header.</summary>
    /// <param name="count">What <see cref="FrameChannel.Receive"/> returned.</param>
    public bool HeaderReceived(int count)
    {
        if (count <= 0)
        {
            return count == FrameChannel.NothingYet ? NothingYet() : EndOfStream();
        }

        _isWithinFrame = true;
        return IsTokenInTime();
    }

    /// <summary>Starts the clock of a frame whose payload is not there as a whole.</summary>
    public void StartClock() => _limits.StartClock();

    /// <summary>Whether to go on after a receive of payload.</summary>
    /// <param name="count">What <see cref="FrameChannel.Receive"/> returned.</param>
    public bool PayloadReceived(int count) => count switch
    {
        FrameChannel.NothingYet => NothingYet(),
        0 => EndOfStream(),
        _ when IsEnding => EndOfStream(),
        _ => frame.Left == 0 || IsWithinLimits(count),
    };

    /// <summary>Whether to go on after an acknowledgement.</summary>
    /// <param name="hasNext">A part of the next frame has come.</param>
    public bool Acknowledged(bool hasNext)
    {
        _limits.Served();
        _hasServed = true;
        _isWithinFrame = hasNext;
        return hasNext || !_finishing;
    }

    /// <inheritdoc cref="IConnection.Finish"/>
    public void Finish()
    {
        _finishing = true;
        if (!_isWithinFrame)
        {
            channel.Stop();
        }
    }

    /// <inheritdoc cref="IConnection.Stop"/>
    public void Stop()
    {
        _finishing = true;
        _stopping = true;
        channel.Stop();
    }

    /// <summary>Nothing came for a while: whether to go on waiting on this thread.</summary>
    private bool NothingYet()
    {
        if (IsEnding)
        {
            return EndOfStream();
        }

        if (_isWithinFrame)
        {
            if (!IsWithinLimits(bytes: 0))
            {
                return false;
            }
        }
        else if (!channel.CanWaitAlone && Environment.TickCount64 >= Due)
        {
            return EndOverdue();
        }

        return !channel.CanWaitAlone || Park();
    }

    private bool Park()
    {
        IsParked = true;
        return false;
    }

    /// <summary>The stream ended, or the server stops: where neither should, within a frame, that is an error.</summary>
    private bool EndOfStream()
    {
        if (_isWithinFrame || channel.HasDropped)
        {
            // A frame may begin while the connection is told to finish.
            if (_finishing)
            {
                throw new RefusedFrameException(AcknowledgementStatus.ServerStopping, "stopped", $"was stopped{Position}");
            }

            events.Failed("truncated", $"was truncated{Position}");
        }

        return false;
    }

    /// <summary>Whether the frame under way may go on, of which so many further bytes have come.</summary>
    private bool IsWithinLimits(int bytes)
    {
        if (!IsTokenInTime())
        {
            return false;
        }

        _limits.Moved(bytes);
        return true;
    }

    /// <summary>False when the token is still not there, however much of it has come.</summary>
    private bool IsTokenInTime() => !frame.IsToken || Environment.TickCount64 < Due || EndOverdue();

    private bool EndOverdue()
    {
        events.Overdue(IsGreeting);
        return false;
    }
}
