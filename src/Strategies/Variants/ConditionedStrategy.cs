using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Variants;

/// <summary>A synchronous strategy under a condition.</summary>
internal sealed class ConditionedStrategy(ISyncTransferStrategy original, Action<Payload> condition)
    : ISyncTransferStrategy, IConditionedStrategy, ITunedStrategy
{
    /// <inheritdoc/>
    public ValueTask ConnectAsync(CancellationToken cancellationToken) => original.ConnectAsync(cancellationToken);

    /// <inheritdoc/>
    public void BeforeTransfer(Payload payload) => condition(payload);

    /// <inheritdoc/>
    public Delivery Transfer(Payload payload) => original.Transfer(payload);

    /// <inheritdoc/>
    public void ThrowUnlessInForce() => (original as ITunedStrategy)?.ThrowUnlessInForce();

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => original.DisposeAsync();
}
