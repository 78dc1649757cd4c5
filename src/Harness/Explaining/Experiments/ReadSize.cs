using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>How much the receiver asks for at a time: as much as usual, 1 MiB.</summary>
internal sealed class ReadSize : Experiment
{
    private const long Smallest = 512;
    private const int Smaller = 4;
    private static readonly ByteSize s_usual = new(1 << 20);

    /// <inheritdoc/>
    public override string Name => "a receiver that reads up to 1M at a time";

    /// <inheritdoc/>
    public override string Cause => CauseId.ReadSize;

    /// <inheritdoc/>
    public override Counter Counter => new("µs per transfer in which the receiver ran", Counted.ReceiverRun);

    /// <inheritdoc/>
    public override bool IsSetting(ExplainPlan plan) => true;

    /// <inheritdoc/>
    public override Refusal? WhyNot(ExplainPlan plan, Observed seen) =>
        NeedsOwnServer(plan)
        ?? (plan.Sender.ReceiverBuffer is not { } size || size.Bytes >= s_usual.Bytes
            ? Refusal.IsNotThere("the receiver reads up to 1M at a time")
            : null);

    /// <inheritdoc/>
    public override Arm Without(Arm arm) => arm with { Sender = arm.Sender with { ReceiverBuffer = null } };

    /// <inheritdoc/>
    public override Arm? Stronger(Arm arm) => arm.Sender.ReceiverBuffer is { Bytes: > Smallest } size
        ? arm with { Sender = arm.Sender with { ReceiverBuffer = new ByteSize(Math.Max(Smallest, size.Bytes / Smaller)) } }
        : null;
}
