using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>A synchronous strategy over one TLS stream.</summary>
public abstract class TlsStrategy(ConnectionOptions options) : SyncStrategy<TlsConnection>
{
    /// <inheritdoc/>
    protected sealed override TlsConnection Open(CancellationToken cancellationToken) => TlsConnection.Connect(options);
}

/// <summary>An asynchronous strategy over one TLS stream.</summary>
public abstract class AsyncTlsStrategy(ConnectionOptions options) : AsyncStrategy<TlsConnection>
{
    /// <inheritdoc/>
    protected sealed override TlsConnection Open(CancellationToken cancellationToken) => TlsConnection.Connect(options);
}
