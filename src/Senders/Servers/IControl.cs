using System.Net;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Senders.Servers;

/// <summary>What a session asks of the server that it transfers to or from.</summary>
internal interface IControl : IDisposable
{
    /// <summary>Address of the receiver at the other end of a transport, as this process can connect to it.</summary>
    /// <exception cref="ServerException">The server has no such receiver.</exception>
    Task<EndPoint> FindEndpointAsync(string transport, bool isVerifying, CancellationToken cancellationToken);

    /// <summary>What the server has counted for this sender; null for a server that tells nothing.</summary>
    /// <exception cref="ServerException">It no longer answers.</exception>
    Task<ServerStats?> FindStatsAsync(CancellationToken cancellationToken);

    /// <summary>
    /// Checks that a receiver made in the frames after number <paramref name="frame"/>; null for a server that tells nothing.
    /// </summary>
    /// <exception cref="ServerException">It no longer answers.</exception>
    Task<ReceiverChecks?> FindChecksAsync(string kind, long frame, CancellationToken cancellationToken);
}
