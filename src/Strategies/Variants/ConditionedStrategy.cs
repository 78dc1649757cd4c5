using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Variants;

/// <summary>A synchronous strategy under a condition.</summary>
internal sealed class ConditionedStrategy(ISyncTransferStrategy original, ICondition condition)
    : ISyncTransferStrategy, IConditionedStrategy, ITunedStrategy, IObservingStrategy
{
    private readonly Preparation _preparation = new(original, condition);

    /// <inheritdoc/>
    public ConditionCost Cost => _preparation.Cost;

    /// <inheritdoc/>
    public ValueTask ConnectAsync(CancellationToken cancellationToken) => original.ConnectAsync(cancellationToken);

    /// <inheritdoc/>
    public void BeforeTransfer(Payload payload) => _preparation.Make(payload);

    /// <inheritdoc/>
    public void AfterTransfers() => _preparation.ThrowUnlessKept();

    /// <inheritdoc/>
    public Delivery Transfer(Payload payload) => original.Transfer(payload);

    /// <inheritdoc/>
    public void ThrowUnlessInForce() => _preparation.ThrowUnlessInForce();

    /// <inheritdoc/>
    public IReadOnlyList<Observation> Observe() => _preparation.Observe();

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => original.DisposeAsync();
}
