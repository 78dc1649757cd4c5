using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>A cause from outside that can be seen, and not taken away: it goes with slow transfers, or it does not.</summary>
internal abstract class SeenOnly : Experiment
{
    /// <summary>The state of transfers that shows it.</summary>
    protected abstract TransferState State { get; }

    /// <summary>What is said when no transfer was in the state.</summary>
    protected abstract string Absent { get; }

    /// <summary>Why it cannot be taken away.</summary>
    protected abstract string WhyNotTaken { get; }

    /// <inheritdoc/>
    public override Refusal? WhyNot(ExplainPlan plan, Observed seen) =>
        seen.ShareOf(State) > 0 ? Refusal.CannotBeMade(WhyNotTaken) : Refusal.IsNotThere(Absent);

    /// <inheritdoc/>
    public override Arm Without(Arm arm) => throw new InvalidOperationException($"{Cause}: {WhyNotTaken}");
}
