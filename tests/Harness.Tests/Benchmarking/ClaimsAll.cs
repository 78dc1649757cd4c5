using System.Diagnostics;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Harness.Tests.Benchmarking;

/// <summary>A strategy of this assembly that sends the first file of each connection, and claims all others.</summary>
public sealed class ClaimsAll(ConnectionOptions options) : ISyncTransferStrategy
{
    private FramedConnection? _connection;
    private bool _hasSent;

    public static StrategyDescriptor Descriptor { get; } =
        StrategyDescriptor.For("claims-all", StrategyFamily.Sockets, "sends once", options => new ClaimsAll(options));

    public ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        _connection = FramedConnection.Connect(options);
        return ValueTask.CompletedTask;
    }

    public Delivery Transfer(Payload payload)
    {
        if (_hasSent)
        {
            return new Delivery(payload.Length, Crc32C: 0, Stopwatch.GetTimestamp());
        }

        _hasSent = true;
        _connection!.Send(_connection.Header(payload.Length));
        _connection.Send(File.ReadAllBytes(payload.Path));
        return _connection.ReadAcknowledgement(payload);
    }

    public ValueTask DisposeAsync()
    {
        _connection?.Dispose();
        return ValueTask.CompletedTask;
    }
}
