using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;
using FileTransfer.Sending;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>How the sender waits: lets it poll for a while before it blocks.</summary>
internal sealed class Waiting : Experiment
{
    /// <inheritdoc/>
    public override string Name => "the sender polls";

    /// <inheritdoc/>
    public override string Cause => CauseId.Wait;

    /// <inheritdoc/>
    public override Counter Counter => new("waits of the sender per transfer", Counted.Waits);

    /// <inheritdoc/>
    public override string NoDose => "who blocks at once cannot block more";

    /// <inheritdoc/>
    public override Refusal? WhyNot(ExplainPlan plan, Observed seen) =>
        !plan.Strategy.TakesWait ? Refusal.CannotBeMade($"{plan.Strategy.Id} leaves the wait to the runtime")
        : plan.Strategy.OwnWait is not null || plan.Sender.Wait != Wait.Block ? Refusal.IsNotThere("the sender does not block at once")
        : null;

    /// <inheritdoc/>
    public override Arm Without(Arm arm) => arm with { Sender = arm.Sender with { Wait = Wait.Poll } };
}
