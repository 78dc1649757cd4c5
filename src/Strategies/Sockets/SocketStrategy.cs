using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>What every socket strategy shares: one connection, opened once and used for all transfers.</summary>
public abstract class SocketStrategy(ConnectionOptions options) : ITransferStrategy
{
    private FramedConnection? _connection;

    /// <summary>The open connection.</summary>
    /// <exception cref="InvalidOperationException">Not connected yet.</exception>
    protected FramedConnection Connection =>
        _connection ?? throw new InvalidOperationException($"{GetType().Name} is not connected: call {nameof(ConnectAsync)} first");

    /// <summary>Transports of a strategy that any stream socket carries.</summary>
    protected static IReadOnlyList<string> AnyStream { get; } = ["tcp", "unix"];

    /// <summary>Probes for the platform alone.</summary>
    protected static Func<Availability> NeedsLinux(string call) =>
        () => OperatingSystem.IsLinux() ? Availability.Available : Availability.Unsupported($"{call} needs Linux");

    /// <inheritdoc/>
    /// <remarks>Connects synchronously on purpose, so that the socket of a synchronous strategy stays in blocking mode.</remarks>
    public virtual ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        _connection = FramedConnection.Connect(options);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public virtual ValueTask DisposeAsync()
    {
        _connection?.Dispose();
        GC.SuppressFinalize(this);
        return ValueTask.CompletedTask;
    }
}
