using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>What the strategies over TLS share: one connection, opened once and used for all transfers.</summary>
public abstract class TlsStrategy(ConnectionOptions options) : ITransferStrategy
{
    private TlsConnection? _connection;

    /// <summary>The open connection.</summary>
    /// <exception cref="InvalidOperationException">Not connected yet.</exception>
    protected TlsConnection Connection =>
        _connection ?? throw new InvalidOperationException($"{GetType().Name} is not connected: call {nameof(ConnectAsync)} first");

    /// <inheritdoc/>
    public ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        _connection = TlsConnection.Connect(options);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _connection?.Dispose();
        GC.SuppressFinalize(this);
        return ValueTask.CompletedTask;
    }
}
