using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>Garbage collections of the sender: gives the collector so much memory that it hardly collects.</summary>
internal sealed class Collections : Experiment
{
    private const string Budget = "DOTNET_GCgen0size";
    private const string Settings = "DOTNET_GC";
    private const string Much = "0x10000000";
    private const string Little = "0x40000";

    /// <inheritdoc/>
    public override string Name => "memory for 256M of garbage";

    /// <inheritdoc/>
    public override string Cause => CauseId.Collections;

    /// <inheritdoc/>
    public override Counter Counter => new("collections per transfer", Counted.Collections);

    /// <inheritdoc/>
    public override bool IsSetting(ExplainPlan plan) => plan.HasVariable(Settings);

    /// <inheritdoc/>
    public override Refusal? WhyNot(ExplainPlan plan, Observed seen) =>
        seen.ShareOf(TransferState.Collected) == 0 && !plan.HasVariable(Settings)
            ? Refusal.IsNotThere("no garbage was collected during transfers")
            : null;

    /// <inheritdoc/>
    public override Arm Without(Arm arm) => arm.WithoutVariables(Settings).With(Budget, Much);

    /// <inheritdoc/>
    public override Arm Stronger(Arm arm) => arm.With(Budget, Little);
}
