using System.Runtime.InteropServices;
using FileTransfer.Sending;

namespace FileTransfer.Server.Receivers;

/// <summary>The connection of one sender of frames. Every call waits on the calling thread.</summary>
/// <param name="waiter">How it waits for bytes.</param>
internal abstract class FrameChannel(Waiter waiter) : IDisposable
{
    /// <summary>Kind of error: the sender sent nothing for the idle timeout.</summary>
    public const string Idle = "idle";

    /// <summary>Kind of error: it moves too few bytes per second, or takes too long altogether.</summary>
    public const string TooSlow = "too-slow";

    /// <summary>Kind of error: the connection ended without an end of stream.</summary>
    public const string ConnectionLost = "connection-lost";

    /// <summary>Kind of error: the peer did not present the token, or did not open its other pipe, in time.</summary>
    public const string NoGreeting = "no-greeting";

    /// <summary>What <see cref="Receive"/> returns when nothing came for <see cref="Contracts.ServerOptions.ParkAfter"/>.</summary>
    public const int NothingYet = -1;

    /// <summary>The peer of a channel without addresses.</summary>
    public const string LocalPeer = "a process of this machine";

    /// <summary>How it waits for bytes: <see cref="Receive"/> polls first where that is asked for.</summary>
    public Waiter Waiter { get; } = waiter;

    /// <summary>The socket, for system calls that receive from it by themselves; null where bytes come through anything else.</summary>
    public virtual SafeHandle? Socket => null;

    /// <summary>Hands out the descriptor that becomes readable when bytes come, while the channel cannot be closed.</summary>
    /// <param name="watch">Begins to watch the descriptor; true when that was possible.</param>
    /// <returns>False where nobody can watch it, and when the channel is closed.</returns>
    public virtual bool TryWatch(Func<SafeHandle, bool> watch) => false;

    /// <summary>True when the connection may wait for bytes without a thread, because somebody watches its descriptor.</summary>
    public bool CanWaitAlone { get; set; }

    /// <summary>False when it is certain that <see cref="Receive"/> would have to wait.</summary>
    public virtual bool MayHaveBytes => true;

    /// <summary>True when the peers greet each other before the first frame.</summary>
    public virtual bool HasHandshake => false;

    /// <summary>True when received bytes of a frame were discarded because of <see cref="Stop"/>.</summary>
    public bool HasDropped { get; protected set; }

    /// <summary>Prepares the connection. Called once, before all other methods, on the draining thread.</summary>
    public abstract void Begin();

    /// <summary>The peer has presented the token that is asked for: from now on it may be silent for longer.</summary>
    public virtual void Greeted()
    {
    }

    /// <summary>
    /// Receives the available bytes, at least one; 0 at the end of the stream and after <see cref="Stop"/>, and
    /// <see cref="NothingYet"/> when none came for a while.
    /// </summary>
    public abstract int Receive(Span<byte> buffer);

    /// <summary>Sends all of <paramref name="bytes"/>.</summary>
    public abstract void Send(ReadOnlySpan<byte> bytes);

    /// <summary>Ensures that a refusal that was just sent reaches the sender although its frame is not read to the end.</summary>
    /// <param name="buffer">Buffer for bytes to discard.</param>
    public abstract void FinishRefusal(Span<byte> buffer);

    /// <summary>Ends a waiting receive; sending stays possible. Called from another thread.</summary>
    public abstract void Stop();

    /// <summary>Kind of the error that <paramref name="exception"/> reports for this connection; null for a programming error.</summary>
    public abstract string? KindOf(Exception exception);

    /// <inheritdoc/>
    public abstract void Dispose();
}
