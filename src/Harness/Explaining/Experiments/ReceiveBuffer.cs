using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>The receiver's socket buffer: leaves it to the kernel, which lets it grow.</summary>
internal sealed class ReceiveBuffer : Experiment
{
    private const int Smaller = 2;

    /// <inheritdoc/>
    public override string Name => "a receive buffer that grows";

    /// <inheritdoc/>
    public override string Cause => CauseId.ReceiveBuffer;

    /// <inheritdoc/>
    public override bool IsSetting(ExplainPlan plan) => true;

    /// <inheritdoc/>
    public override Refusal? WhyNot(ExplainPlan plan, Observed seen) =>
        NeedsOwnServer(plan) ?? (plan.Sender.SocketBuffer is null ? Refusal.IsNotThere("the kernel sizes the receive buffer") : null);

    /// <inheritdoc/>
    public override Arm Without(Arm arm) => arm with { Sender = arm.Sender with { SocketBuffer = null } };

    /// <inheritdoc/>
    public override Arm? Stronger(Arm arm) => arm.Sender.SocketBuffer is { } size
        ? arm with { Sender = arm.Sender with { SocketBuffer = new ByteSize(size.Bytes / Smaller) } }
        : null;
}
