using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>A synchronous strategy over one stream socket.</summary>
public abstract class SocketStrategy(ConnectionOptions options) : SyncStrategy<FramedConnection>
{
    /// <inheritdoc/>
    protected sealed override FramedConnection Open(CancellationToken cancellationToken) => FramedConnection.Connect(options);
}

/// <summary>An asynchronous strategy over one stream socket.</summary>
public abstract class AsyncSocketStrategy(ConnectionOptions options) : AsyncStrategy<FramedConnection>
{
    /// <inheritdoc/>
    protected sealed override FramedConnection Open(CancellationToken cancellationToken) => FramedConnection.Connect(options);
}
