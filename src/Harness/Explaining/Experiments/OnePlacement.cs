using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>Where both ends run: pins them, to one processor or to one each. The pins end with the processes.</summary>
/// <param name="affinity">Where they are pinned to.</param>
internal sealed class OnePlacement(CpuAffinity affinity) : Experiment
{
    /// <inheritdoc/>
    public override string Name => Words(affinity);

    /// <inheritdoc/>
    public override string Cause => CauseId.Placement;

    /// <inheritdoc/>
    /// <remarks>Of two ends left to the scheduler, more are together when they are pinned to one processor, and fewer otherwise.</remarks>
    public override Counter Counter => new(
        "the share of transfers with both ends on one processor", Counted.Together, Falls: affinity == CpuAffinity.Split);

    /// <inheritdoc/>
    public override bool IsSetting(ExplainPlan plan) => plan.Sender.Affinity != CpuAffinity.None;

    /// <inheritdoc/>
    public override Refusal? WhyNot(ExplainPlan plan, Observed seen) =>
        NeedsOwnServer(plan)
        ?? (plan.Sender.Affinity == affinity ? Refusal.IsNotThere($"the case has {Words(affinity)} already") : null)
        ?? (!OperatingSystem.IsLinux() ? Refusal.CannotBeMade("pinning both ends needs Linux") : null)
        ?? (plan.Sender.Link is not null ? Refusal.CannotBeMade("the ends are on two hosts of a simulated network") : null)
        ?? (!ProcessorPin.IsAllowed(ProcessorMask.Allowed()[0]) ? Refusal.CannotBeMade("this process may not pin threads") : null)
        ?? (affinity == CpuAffinity.Split && ProcessorMask.Allowed().Count < 2
            ? Refusal.CannotBeMade("this process may use one processor only")
            : null);

    /// <inheritdoc/>
    public override Arm Without(Arm arm) => Pinned(arm, affinity);

    /// <inheritdoc/>
    /// <remarks>The opposite all the time. Where the case is that already, it is as strong as it can be.</remarks>
    public override Arm? Stronger(Arm arm)
    {
        CpuAffinity opposite = affinity == CpuAffinity.Same ? CpuAffinity.Split : CpuAffinity.Same;
        return arm.Sender.Affinity == opposite || (opposite == CpuAffinity.Split && ProcessorMask.Allowed().Count < 2)
            ? null
            : Pinned(arm, opposite);
    }

    private static Arm Pinned(Arm arm, CpuAffinity affinity)
    {
        var ends = PinnedEnds.Choose(affinity, named: null, ProcessorMask.Allowed(), SmtSiblings.OfThisMachine);
        return arm with { Sender = new Placement(affinity, ends.Sender, ends.Receiver).Of(arm.Sender) };
    }

    private static string Words(CpuAffinity affinity) =>
        affinity == CpuAffinity.Same ? "both ends on one processor" : "each end on a processor of its own";
}
