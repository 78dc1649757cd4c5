using FileTransfer.Harness.Launching;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Rounds;

/// <summary>One case of a run: a strategy over a transport with a payload.</summary>
/// <param name="Strategy">The strategy.</param>
/// <param name="Transport">Transport by name.</param>
/// <param name="Payload">The file.</param>
internal sealed record PlannedCase(StrategyDescriptor Strategy, string Transport, SizedPayload Payload)
{
    /// <summary>Key that is unique within a run.</summary>
    public (string Strategy, string Transport, string Size) Key => (Strategy.Id, Transport, Payload.Label);
}
