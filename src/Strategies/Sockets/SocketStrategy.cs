using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>A synchronous strategy over one stream socket.</summary>
public abstract class SocketStrategy(ConnectionOptions options) : SyncStrategy<FramedConnection>, ITunedStrategy
{
    /// <inheritdoc/>
    protected sealed override FramedConnection Open(CancellationToken cancellationToken) => FramedConnection.Connect(options);

    /// <inheritdoc/>
    public void ThrowUnlessInForce()
    {
        SocketTuning.ThrowUnlessInForce(Connection.Socket, options);
        Connection.ThrowIfAnsweredAgain();
    }
}

/// <summary>An asynchronous strategy over one stream socket.</summary>
public abstract class AsyncSocketStrategy(ConnectionOptions options) : AsyncStrategy<FramedConnection>, ITunedStrategy
{
    /// <inheritdoc/>
    protected sealed override FramedConnection Open(CancellationToken cancellationToken) => FramedConnection.Connect(options);

    /// <inheritdoc/>
    public void ThrowUnlessInForce()
    {
        SocketTuning.ThrowUnlessInForce(Connection.Socket, options);
        Connection.ThrowIfAnsweredAgain();
    }
}
