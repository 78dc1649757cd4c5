using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Rounds;

/// <summary>One case of a run: a strategy over a transport with a payload, where both ends are placed so.</summary>
/// <param name="Strategy">The strategy.</param>
/// <param name="Transport">Transport by name.</param>
/// <param name="Payload">The file.</param>
/// <param name="Placement">Where both ends run.</param>
internal sealed record PlannedCase(StrategyDescriptor Strategy, string Transport, SizedPayload Payload, Placement Placement)
{
    /// <summary>Key that is unique within a run.</summary>
    public (string Strategy, string Transport, string Size, string Placement) Key =>
        (Strategy.Id, Transport, Payload.Label, Placement.Name);
}
