using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;
using FileTransfer.Senders.Launching;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>Moves to other processors: pins both ends to where the case has them most of the time, so that nobody moves them.</summary>
internal sealed class Migration : Experiment
{
    private const double FewMoves = 0.001;
    private const int MovesEvery = 2;

    /// <inheritdoc/>
    public override string Name => "nobody moved";

    /// <inheritdoc/>
    public override string Cause => CauseId.Migration;

    /// <inheritdoc/>
    public override Counter Counter => new("moves per transfer", Counted.Moves);

    /// <inheritdoc/>
    public override Refusal? WhyNot(ExplainPlan plan, Observed seen) =>
        NeedsOwnServer(plan)
        ?? (seen.Mean(Counted.Moves) is not { } moves ? Refusal.CannotBeMade("nothing here tells where both ends run")
            : moves < FewMoves ? Refusal.IsNotThere("both ends stayed where they were")
            // Between two placements nobody can tell the way from the place: that is the experiment of placement.
            : plan.Sender.Affinity == CpuAffinity.None
                ? Refusal.CannotBeMade("pinned ends are an experiment of placement: whoever is not moved stays in one place")
            : Refusal.CannotBeMade("both ends are pinned, and something else moves them"));

    /// <inheritdoc/>
    public override Arm Without(Arm arm) => arm;

    /// <inheritdoc/>
    public override Arm Stronger(Arm arm) => arm with { Trial = arm.Trial with { MovesEvery = MovesEvery } };
}
