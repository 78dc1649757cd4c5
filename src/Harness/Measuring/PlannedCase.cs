using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Measuring;

/// <summary>One strategy over one transport with one payload: what a run measures.</summary>
/// <param name="Strategy">The strategy.</param>
/// <param name="Transport">Transport by name.</param>
/// <param name="Payload">The file.</param>
internal sealed record PlannedCase(StrategyDescriptor Strategy, string Transport, SizedPayload Payload)
{
    /// <summary>What tells it from the others of a run.</summary>
    public (string Strategy, string Transport, string Size) Key => (Strategy.Id, Transport, Payload.Label);
}
