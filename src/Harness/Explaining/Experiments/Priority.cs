using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>The priority of both ends: nice 0. It ends with the processes.</summary>
internal sealed class Priority : Experiment
{
    private const int Lowest = 19;

    /// <inheritdoc/>
    public override string Name => "nice 0";

    /// <inheritdoc/>
    public override string Cause => CauseId.Priority;

    /// <inheritdoc/>
    public override Counter Counter => new("µs per transfer in which an end waited for a processor", Counted.Delay);

    /// <inheritdoc/>
    public override bool IsSetting(ExplainPlan plan) => true;

    /// <inheritdoc/>
    public override Refusal? WhyNot(ExplainPlan plan, Observed seen) =>
        seen.Mean(launch => launch.Trace?.ReceiverNice) is not { } nice ? Refusal.CannotBeMade("the priority of the receiver is not known")
        : nice <= 0 ? Refusal.IsNotThere("no end gives way to others (nice 0 or less)")
        : !Environment.IsPrivilegedProcess ? Refusal.CannotBeMade("a higher priority needs the rights of root")
        : null;

    /// <inheritdoc/>
    public override Arm Without(Arm arm) => arm with { ReceiverNice = 0, Trial = arm.Trial with { Nice = 0 } };

    /// <inheritdoc/>
    public override Arm Stronger(Arm arm) => arm with { ReceiverNice = Lowest, Trial = arm.Trial with { Nice = Lowest } };
}
