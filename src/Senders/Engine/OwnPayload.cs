using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.Engine;

/// <summary>The payload of a launch: the file itself, or a copy for this launch alone, which is deleted with it.</summary>
/// <remarks>
/// A copy for a strategy that leaves files open. .NET locks a file that it opens (flock(2)), and the kernel looks through all locks of a
/// file whenever somebody opens or closes it: a few thousand that one sender has left made every transfer of the others take twice as long.
/// </remarks>
internal sealed class OwnPayload : IDisposable
{
    private readonly string? _copy;

    /// <param name="plan">The launch.</param>
    /// <param name="strategy">Its strategy.</param>
    /// <exception cref="IOException">There is no room for a copy.</exception>
    public OwnPayload(LaunchPlan plan, StrategyDescriptor strategy)
    {
        Payload = plan.Payload.Payload;
        if (strategy.Holds == FileHolding.LeftToTheCollector)
        {
            _copy = Path.ChangeExtension(plan.Record, ".payload");
            File.Copy(Payload.Path, _copy, overwrite: true);
            Payload = Payload with { Path = _copy };
        }
    }

    public Payload Payload { get; }

    public void Dispose()
    {
        if (_copy is not null)
        {
            File.Delete(_copy);
        }
    }
}
