using System.Diagnostics;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Load.Generating;

/// <summary>Makes one transfer at a time: over a connection of its own, or over several that each send a range of the file.</summary>
internal abstract class LoadLane : IAsyncDisposable
{
    /// <summary>Timestamp since which it has been free.</summary>
    public long FreeSince { get; set; }

    /// <summary>True when a transfer holds the calling thread.</summary>
    public abstract bool IsSynchronous { get; }

    /// <summary>Connects, in place of an earlier connection.</summary>
    /// <exception cref="TransferException">The receiver cannot be reached.</exception>
    public abstract ValueTask ConnectAsync(CancellationToken cancellationToken);

    /// <summary>Makes one transfer of a size on the calling thread, of a synchronous lane; true when its content was checked.</summary>
    /// <exception cref="TransferException">It was not a proven delivery; connect again.</exception>
    public virtual bool Transfer(int size) => throw new InvalidOperationException("this lane is asynchronous");

    /// <summary>Makes one transfer of a size, of an asynchronous lane; true when its content was checked.</summary>
    /// <exception cref="TransferException">It was not a proven delivery; connect again.</exception>
    public abstract ValueTask<bool> TransferAsync(int size);

    /// <summary>Checks that the requested socket options are still in force.</summary>
    /// <exception cref="TransferException">An option has another value.</exception>
    public abstract void ThrowUnlessInForce();

    /// <inheritdoc/>
    public abstract ValueTask DisposeAsync();
}

/// <summary>Transfers whole files over a strategy's own connection.</summary>
/// <param name="create">Makes an unconnected strategy.</param>
/// <param name="isSynchronous">True for a strategy whose calls wait.</param>
/// <param name="sizes">The payload of each size.</param>
/// <param name="tally">Checks and counts deliveries.</param>
internal sealed class StrategyLane(
    Func<ITransferStrategy> create, bool isSynchronous, IReadOnlyList<ExpectedFrame> sizes, DeliveryTally tally) : LoadLane
{
    private ITransferStrategy? _strategy;

    /// <inheritdoc/>
    public override bool IsSynchronous => isSynchronous;

    /// <inheritdoc/>
    public override async ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        await DisposeAsync().ConfigureAwait(false);
        _strategy = create();
        await _strategy.ConnectAsync(cancellationToken).ConfigureAwait(false);
        FreeSince = Stopwatch.GetTimestamp();
    }

    /// <inheritdoc/>
    public override bool Transfer(int size)
    {
        long start = Stopwatch.GetTimestamp();
        Delivery delivery = ((ISyncTransferStrategy)_strategy!).Transfer(sizes[size].Payload);
        return tally.Add(sizes[size], delivery, start, Stopwatch.GetTimestamp());
    }

    /// <inheritdoc/>
    public override async ValueTask<bool> TransferAsync(int size)
    {
        long start = Stopwatch.GetTimestamp();
        Delivery delivery = await ((IAsyncTransferStrategy)_strategy!).TransferAsync(sizes[size].Payload, CancellationToken.None)
            .ConfigureAwait(false);
        return tally.Add(sizes[size], delivery, start, Stopwatch.GetTimestamp());
    }

    /// <inheritdoc/>
    public override void ThrowUnlessInForce() => (_strategy as ITunedStrategy)?.ThrowUnlessInForce();

    /// <inheritdoc/>
    public override ValueTask DisposeAsync() => _strategy?.DisposeAsync() ?? ValueTask.CompletedTask;
}

/// <summary>Lanes without a transfer, the one that has been free for longest first.</summary>
internal sealed class IdleLanes
{
    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(50);

    private readonly object _lock = new();
    private readonly Queue<LoadLane> _lanes = new();

    /// <summary>Adds a lane, and wakes a thread that waits for one.</summary>
    public void Add(LoadLane lane)
    {
        lock (_lock)
        {
            _lanes.Enqueue(lane);
            Monitor.Pulse(_lock);
        }
    }

    /// <summary>Waits for a lane; null when cancelled.</summary>
    public LoadLane? TryTake(CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            while (!cancellationToken.IsCancellationRequested)
            {
                if (_lanes.TryDequeue(out LoadLane? lane))
                {
                    return lane;
                }

                // Looks at the token now and then: cancelling it must not need this lock.
                Monitor.Wait(_lock, s_look);
            }

            return null;
        }
    }

    /// <summary>Waits for a lane.</summary>
    public LoadLane Take() => TryTake(CancellationToken.None)!;
}
