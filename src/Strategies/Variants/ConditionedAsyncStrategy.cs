using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Variants;

/// <summary>An asynchronous strategy under a condition.</summary>
internal sealed class ConditionedAsyncStrategy(IAsyncTransferStrategy original, Action<Payload> condition)
    : IAsyncTransferStrategy, IConditionedStrategy, ITunedStrategy
{
    /// <inheritdoc/>
    public ValueTask ConnectAsync(CancellationToken cancellationToken) => original.ConnectAsync(cancellationToken);

    /// <inheritdoc/>
    public void BeforeTransfer(Payload payload) => condition(payload);

    /// <inheritdoc/>
    public ValueTask<Delivery> TransferAsync(Payload payload, CancellationToken cancellationToken) =>
        original.TransferAsync(payload, cancellationToken);

    /// <inheritdoc/>
    public void ThrowUnlessInForce() => (original as ITunedStrategy)?.ThrowUnlessInForce();

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => original.DisposeAsync();
}
