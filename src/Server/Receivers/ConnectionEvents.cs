using FileTransfer.Server.Contracts;

namespace FileTransfer.Server.Receivers;

/// <summary>Counts what happens on the connection of one peer, and tells of what went wrong: one count and one line each.</summary>
/// <param name="receiver">The receiver's kind, for messages.</param>
/// <param name="peer">The other end, for messages.</param>
/// <param name="options">The idle timeout, and where faults of the server are told.</param>
/// <param name="counters">Counts of the receiver.</param>
/// <param name="log">Log of the receiver.</param>
internal sealed class ConnectionEvents(
    string receiver,
    string peer,
    ServerOptions options,
    ReceiverCounters counters,
    ConnectionLog log)
{
    /// <summary>A whole file was received, or leaves.</summary>
    /// <param name="length">Its length in bytes.</param>
    /// <param name="checksum">CRC-32C of its content; null when it was not checked.</param>
    public void Delivered(long length, uint? checksum = null) => counters.Drained(length, checksum);

    /// <summary>Something went wrong.</summary>
    /// <param name="kind">Kind of error, for the counts.</param>
    /// <param name="words">What the log says of it; never words of the peer.</param>
    public void Failed(string kind, string words)
    {
        counters.Failed(kind);
        log.Write(peer, words);
    }

    /// <summary>The peer did not do in time what it has to: say who it is, or move bytes.</summary>
    /// <param name="isGreeting">The peer has not yet said who it is.</param>
    /// <param name="position">Where it stopped moving, as the end of a sentence.</param>
    public void Overdue(bool isGreeting, string position = "")
    {
        if (isGreeting)
        {
            Failed(FrameChannel.NoGreeting, EventWords.NotInTime);
        }
        else
        {
            Failed(FrameChannel.Idle, EventWords.MovedNothing(options.IdleTimeout) + position);
        }
    }

    /// <summary>The server has a fault, which ends this connection only.</summary>
    public void Faulted(Exception exception)
    {
        counters.Failed("receiver-failure");
        FailureLog.Write(options.Errors, receiver, peer, exception);
    }
}
