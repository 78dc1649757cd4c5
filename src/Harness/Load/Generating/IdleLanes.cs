namespace FileTransfer.Harness.Load.Generating;

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
