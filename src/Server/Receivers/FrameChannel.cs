namespace FileTransfer.Server.Receivers;

/// <summary>One sender's connection as a <see cref="FrameDrain"/> sees it; every call waits in the kernel, on the calling thread.</summary>
internal abstract class FrameChannel : IDisposable
{
    /// <summary>Kind of error of a sender that was silent for too long.</summary>
    public const string Idle = "idle";

    /// <summary>Kind of error of a sender that went away without closing.</summary>
    public const string ConnectionLost = "connection-lost";

    /// <summary>A sender that has no address of its own.</summary>
    protected const string LocalPeer = "a process of this machine";

    /// <summary>Who sends, for a person to read: an address where there is one.</summary>
    public abstract string Peer { get; }

    /// <summary>True when bytes of a frame came, and were dropped, because of <see cref="Stop"/>.</summary>
    public bool HasDropped { get; protected set; }

    /// <summary>Called once, first, on the thread that will drain.</summary>
    public abstract void Begin();

    /// <summary>Receives what there is, at least one byte; 0 at the end of the stream and after <see cref="Stop"/>.</summary>
    public abstract int Receive(Span<byte> buffer);

    /// <summary>Sends all of <paramref name="bytes"/>.</summary>
    public abstract void Send(ReadOnlySpan<byte> bytes);

    /// <summary>Sees to it that a refusal just sent reaches the sender although its frame is left unread.</summary>
    /// <param name="buffer">Room to read into.</param>
    public abstract void FinishRefusal(Span<byte> buffer);

    /// <summary>From another thread: makes a receive that waits return, and leaves the way back open.</summary>
    public abstract void Stop();

    /// <summary>Names the kind of error when <paramref name="exception"/> is one of this channel, and null when it is a fault of the program.</summary>
    public abstract string? KindOf(Exception exception);

    /// <inheritdoc/>
    public abstract void Dispose();
}
