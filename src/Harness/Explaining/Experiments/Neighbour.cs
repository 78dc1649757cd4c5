using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;
using FileTransfer.Sending;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>Other programs on the processors: lets both ends run before all of them (SCHED_FIFO). Ends with the processes.</summary>
internal sealed class Neighbour : Experiment
{
    /// <inheritdoc/>
    public override string Name => "both ends before all others";

    /// <inheritdoc/>
    public override string Cause => CauseId.Neighbour;

    /// <inheritdoc/>
    public override Counter Counter => new("µs per transfer in which an end waited for a processor", Counted.Delay);

    /// <inheritdoc/>
    public override Refusal? WhyNot(ExplainPlan plan, Observed seen) =>
        seen.Mean(StateReader.ForeignShare) < StateReader.SomeProcessor && seen.ShareOf(TransferState.Crowded) == 0
            ? Refusal.IsNotThere("others used less than 10 % of a processor")
            : NeedsOwnServer(plan)
                ?? (!OperatingSystem.IsLinux() || !Environment.IsPrivilegedProcess
                    ? Refusal.CannotBeMade("running before others (SCHED_FIFO) needs Linux and the rights of root")
                    : null)
                // Who polls and runs before all others lets nobody run, the other end included.
                ?? (plan.Sender.Wait != Wait.Block || plan.Sender.ReceiverWait != Wait.Block || !plan.Strategy.IsSynchronous
                    ? Refusal.CannotBeMade("an end that polls must not run before all others")
                    : null);

    /// <inheritdoc/>
    public override Arm Without(Arm arm) => arm with { ReceiverRunsFirst = true, Trial = arm.Trial with { RunsFirst = true } };

    /// <inheritdoc/>
    public override Arm Stronger(Arm arm) => arm with { HasNeighbours = true };
}
