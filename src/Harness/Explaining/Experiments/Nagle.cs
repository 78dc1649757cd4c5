using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>Nagle's algorithm with a header that leaves alone: TCP_NODELAY on.</summary>
internal sealed class Nagle : Experiment
{
    private const string Suffix = "nagle";

    /// <inheritdoc/>
    public override string Name => "TCP_NODELAY on";

    /// <inheritdoc/>
    public override string Cause => CauseId.Nagle;

    /// <inheritdoc/>
    public override bool IsSetting(ExplainPlan plan) => true;

    /// <inheritdoc/>
    public override Refusal? WhyNot(ExplainPlan plan, Observed seen) =>
        plan.Sender.NoDelay && plan.Suffix != Suffix ? Refusal.IsNotThere("TCP_NODELAY is on: Nagle's algorithm is off") : null;

    /// <inheritdoc/>
    public override Arm Without(Arm arm) => arm.WithoutSuffix(Suffix) with { Sender = arm.Sender with { NoDelay = true } };
}
