namespace FileTransfer.Strategies.Contracts;

/// <summary>Base class of strategies that own a connection: opened once, used for all transfers, closed at the end.</summary>
/// <remarks>
/// Derive from the base class of a family, such as <see cref="Sockets.SocketStrategy"/>. Its transfer method receives the open
/// connection as an argument, so that no strategy opens its file before it is connected.
/// </remarks>
/// <typeparam name="TConnection">The family's connection, which speaks the wire format.</typeparam>
public abstract class ConnectedStrategy<TConnection> : ITransferStrategy
    where TConnection : class, IDisposable
{
    private TConnection? _connection;

    /// <summary>The open connection.</summary>
    /// <exception cref="InvalidOperationException">Not connected yet.</exception>
    protected TConnection Connection =>
        _connection ?? throw new InvalidOperationException($"{GetType().Name} is not connected: call {nameof(ConnectAsync)} first");

    /// <inheritdoc/>
    /// <remarks>Connects synchronously on purpose, so that the socket of a synchronous strategy stays in blocking mode.</remarks>
    public virtual ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        _connection = Open(cancellationToken);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public virtual ValueTask DisposeAsync()
    {
        _connection?.Dispose();
        GC.SuppressFinalize(this);
        return ValueTask.CompletedTask;
    }

    /// <summary>Opens the connection.</summary>
    /// <exception cref="TransferException">The receiver cannot be reached or an option is not possible here.</exception>
    protected abstract TConnection Open(CancellationToken cancellationToken);
}

/// <summary>Base class of synchronous strategies that own a connection: the calling thread waits in system calls.</summary>
/// <typeparam name="TConnection">The family's connection.</typeparam>
public abstract class SyncStrategy<TConnection> : ConnectedStrategy<TConnection>, ISyncTransferStrategy
    where TConnection : class, IDisposable
{
    /// <inheritdoc/>
    public Delivery Transfer(Payload payload) => Transfer(Connection, payload);

    /// <summary>Opens the file, sends it, waits for the acknowledgement and returns the receiver's confirmation.</summary>
    /// <exception cref="TransferException">The payload was not delivered; the connection is no longer usable.</exception>
    protected abstract Delivery Transfer(TConnection connection, Payload payload);
}

/// <summary>Base class of asynchronous strategies that own a connection.</summary>
/// <typeparam name="TConnection">The family's connection.</typeparam>
public abstract class AsyncStrategy<TConnection> : ConnectedStrategy<TConnection>, IAsyncTransferStrategy
    where TConnection : class, IDisposable
{
    /// <inheritdoc/>
    public ValueTask<Delivery> TransferAsync(Payload payload, CancellationToken cancellationToken) =>
        TransferAsync(Connection, payload, cancellationToken);

    /// <summary>Opens the file, sends it, awaits the acknowledgement and returns the receiver's confirmation.</summary>
    /// <exception cref="TransferException">The payload was not delivered; the connection is no longer usable.</exception>
    protected abstract ValueTask<Delivery> TransferAsync(TConnection connection, Payload payload, CancellationToken cancellationToken);
}
