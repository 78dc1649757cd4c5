using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;

namespace FileTransfer.Server.Downloads;

/// <summary>Counts what happens on the connection of one client, and tells of what went wrong: one count and one line each.</summary>
/// <param name="receiver">The receiver's kind, for messages.</param>
/// <param name="peer">The client, for messages.</param>
/// <param name="options">Where faults of the server are told.</param>
/// <param name="counters">Counts of the receiver.</param>
/// <param name="log">Log of the receiver.</param>
internal sealed class ConnectionEvents(
    string receiver,
    string peer,
    ServerOptions options,
    ReceiverCounters counters,
    ConnectionLog log)
{
    /// <summary>A whole file leaves.</summary>
    public void Sent(long length) => counters.Drained(length);

    /// <summary>Something went wrong.</summary>
    /// <param name="kind">Kind of error, for the counts.</param>
    /// <param name="words">What the log says of it; never words of the client.</param>
    public void Failed(string kind, string words)
    {
        counters.Failed(kind);
        log.Write(peer, words);
    }

    /// <summary>The server has a fault, which ends this connection only.</summary>
    public void Faulted(Exception exception)
    {
        counters.Failed("server-fault");
        FailureLog.Write(options.Errors, receiver, peer, exception);
    }
}
