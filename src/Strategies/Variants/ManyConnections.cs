using System.Collections.Concurrent;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Variants;

/// <summary>
/// Many instances of an asynchronous strategy in one process, each with a connection of its own and one transfer in flight.
/// </summary>
internal sealed class ManyConnections(Func<IAsyncTransferStrategy> create, int count) : IConcurrentTransferStrategy, ITunedStrategy
{
    private readonly List<IAsyncTransferStrategy> _all = [];
    private readonly ConcurrentBag<IAsyncTransferStrategy> _idle = [];

    /// <inheritdoc/>
    public int InFlight => count;

    /// <inheritdoc/>
    public async ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        while (_all.Count < count)
        {
            // Listed first: what cannot connect is disposed of with the others.
            _all.Add(create());
            await _all[^1].ConnectAsync(cancellationToken).ConfigureAwait(false);
            _idle.Add(_all[^1]);
        }
    }

    /// <inheritdoc/>
    public IPreparedTransfer Prepare(Payload payload) => new Prepared(this, payload);

    /// <inheritdoc/>
    public async ValueTask<Delivery> TransferAsync(Payload payload, CancellationToken cancellationToken)
    {
        if (!_idle.TryTake(out IAsyncTransferStrategy? one))
        {
            throw new InvalidOperationException($"more than {count} transfers are in flight, or nothing is connected");
        }

        // What has failed is not put back: its connection is out of step.
        Delivery delivery = await one.TransferAsync(payload, cancellationToken).ConfigureAwait(false);
        _idle.Add(one);
        return delivery;
    }

    /// <inheritdoc/>
    public void ThrowUnlessInForce()
    {
        foreach (ITunedStrategy tuned in _all.OfType<ITunedStrategy>())
        {
            tuned.ThrowUnlessInForce();
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        foreach (IAsyncTransferStrategy one in _all)
        {
            await one.DisposeAsync().ConfigureAwait(false);
        }
    }

    private sealed class Prepared(ManyConnections connections, Payload payload) : IPreparedTransfer
    {
        public ValueTask<Delivery> SendAsync(CancellationToken cancellationToken) => connections.TransferAsync(payload, cancellationToken);

        public void Dispose()
        {
        }
    }
}
