using System.Runtime.InteropServices;

namespace FileTransfer.Server.Receivers;

/// <summary>A connection that has a thread and a buffer only while there is something to do for it.</summary>
/// <remarks>One thread at a time calls its methods, but for those that are said to come from another one.</remarks>
internal interface IConnection
{
    /// <summary>True when the connection may wait for bytes without a thread, because somebody watches its descriptor.</summary>
    bool CanWaitAlone { set; }

    /// <summary>True from the first byte of a message until it is answered: the peer has to be told when that cannot go on.</summary>
    bool IsWithinMessage { get; }

    /// <summary>
    /// When to look after a connection that waits without a thread, in milliseconds of <see cref="Environment.TickCount64"/>.
    /// </summary>
    long Due { get; }

    /// <summary>Hands out the descriptor that becomes readable when bytes come, while the connection cannot be closed.</summary>
    /// <param name="watch">Begins to watch the descriptor; true when that was possible.</param>
    /// <returns>False where nobody can watch it, and when the connection is closed.</returns>
    bool TryWatch(Func<SafeHandle, bool> watch);

    /// <summary>
    /// Serves the peer until it closes, something goes wrong, or the connection is told to end, and closes; throws nothing.
    /// </summary>
    /// <param name="buffer">What to receive into, for this call.</param>
    /// <param name="isScarce">Whether others need the thread, so that it must not wait here; null when nobody does.</param>
    /// <returns>True when no bytes come, and the connection waits for the next call; false when it is closed.</returns>
    bool Run(Memory<byte> buffer, Func<bool>? isScarce);

    /// <summary>Closes a connection that waited for too long between two messages. Only while no thread runs it.</summary>
    void EndIdle();

    /// <summary>Closes a connection that waits between two messages, for no fault of its own. Only while no thread runs it.</summary>
    void Close();

    /// <summary>Closes a connection that nothing can be done for. Only while no thread runs it.</summary>
    void Abandon(Exception exception);

    /// <summary>Ends the connection from another thread as soon as it is between two messages.</summary>
    void Finish();

    /// <summary>Ends the connection from another thread, within a message as well; the peer is told where it can be.</summary>
    void Stop();

    /// <summary>Closes under the feet of a thread that waits for a peer.</summary>
    void Abort();

    /// <summary>
    /// Ends, from another thread, what has gone on for too long, where the thread at work does not look at the clock itself.
    /// </summary>
    void Look()
    {
    }
}
