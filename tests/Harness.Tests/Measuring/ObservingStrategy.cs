using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Sockets;

namespace FileTransfer.Harness.Tests.Measuring;

/// <summary>Sends as <c>send-file</c> does and counts its transfers.</summary>
internal sealed class ObservingStrategy(ConnectionOptions options) : ISyncTransferStrategy, IObservingStrategy
{
    private readonly ISyncTransferStrategy _inner = (ISyncTransferStrategy)SendFile.Descriptor.Create(options);
    private int _transfers;

    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "observing",
        StrategyFamily.Sockets,
        "counts",
        options => new ObservingStrategy(options));

    public ValueTask ConnectAsync(CancellationToken cancellationToken) => _inner.ConnectAsync(cancellationToken);

    public Delivery Transfer(Payload payload)
    {
        _transfers++;
        return _inner.Transfer(payload);
    }

    public IReadOnlyList<Observation> Observe() => [new Observation("transfers counted", _transfers > 0 ? 1 : 0, "launch")];

    public ValueTask DisposeAsync() => _inner.DisposeAsync();
}
