using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Harness.Tests.Sabotage;

/// <summary>A strategy that reads its file once, and sends every transfer from its own memory.</summary>
internal sealed class RememberingStrategy(ConnectionOptions options) : ISyncTransferStrategy
{
    private FramedConnection _connection = null!;
    private byte[]? _content;

    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "remembering",
        StrategyFamily.Sockets,
        "remembers",
        options => new RememberingStrategy(options));

    public ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        _connection = FramedConnection.Connect(options);
        return ValueTask.CompletedTask;
    }

    public Delivery Transfer(Payload payload)
    {
        _content ??= File.ReadAllBytes(payload.Path);
        _connection.Send(_connection.Header(payload.Length));
        _connection.Send(_content);
        return _connection.ReadAcknowledgement(payload);
    }

    public ValueTask DisposeAsync()
    {
        _connection.Dispose();
        return ValueTask.CompletedTask;
    }
}
