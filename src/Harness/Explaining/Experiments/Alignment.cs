using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;
using FileTransfer.Sending;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>Where in their pages buffers begin: at the usual place, 64 bytes into a page, on both ends.</summary>
internal sealed class Alignment : Experiment
{
    /// <inheritdoc/>
    public override string Name => "aligned buffers";

    /// <inheritdoc/>
    public override string Cause => CauseId.Alignment;

    /// <inheritdoc/>
    public override Counter Counter => new("µs per transfer in which the receiver ran", Counted.ReceiverRun);

    /// <inheritdoc/>
    public override string NoDose => "an offset is better or worse than another, and none is more than another";

    /// <inheritdoc/>
    public override bool IsSetting(ExplainPlan plan) => true;

    /// <inheritdoc/>
    public override Refusal? WhyNot(ExplainPlan plan, Observed seen) =>
        NeedsOwnServer(plan)
        ?? (plan.Sender.BufferOffset is null or KernelBuffer.Offset
            ? Refusal.IsNotThere($"buffers begin {KernelBuffer.Offset} bytes into a page")
            : null);

    /// <inheritdoc/>
    public override Arm Without(Arm arm) => arm with { Sender = arm.Sender with { BufferOffset = null } };
}
