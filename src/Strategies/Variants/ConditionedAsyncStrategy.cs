using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Variants;

/// <summary>An asynchronous strategy under a condition.</summary>
internal sealed class ConditionedAsyncStrategy(IAsyncTransferStrategy original, ICondition condition)
    : IAsyncTransferStrategy, IConditionedStrategy, ITunedStrategy, IObservingStrategy
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
    public ValueTask<Delivery> TransferAsync(Payload payload, CancellationToken cancellationToken) =>
        original.TransferAsync(payload, cancellationToken);

    /// <inheritdoc/>
    public void ThrowUnlessInForce() => _preparation.ThrowUnlessInForce();

    /// <inheritdoc/>
    public IReadOnlyList<Observation> Observe() => _preparation.Observe();

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => original.DisposeAsync();
}
