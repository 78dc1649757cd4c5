using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>How code is compiled: as .NET does by default, with tiers, PGO and ReadyToRun.</summary>
internal sealed class Compilation : Experiment
{
    private static readonly string[] s_settings = ["DOTNET_Tiered", "DOTNET_TC_", "DOTNET_ReadyToRun", "DOTNET_TieredPGO"];

    /// <inheritdoc/>
    public override string Name => "compiled as usual";

    /// <inheritdoc/>
    public override string Cause => CauseId.Compilation;

    /// <inheritdoc/>
    public override string NoDose => "a switch of the compiler is on or off";

    /// <inheritdoc/>
    public override bool IsSetting(ExplainPlan plan) => true;

    /// <inheritdoc/>
    public override Refusal? WhyNot(ExplainPlan plan, Observed seen) =>
        s_settings.Any(plan.HasVariable) ? null
        : seen.ShareOf(TransferState.Compiled) > 0
            ? Refusal.CannotBeMade("methods were compiled beside a few transfers, and a process that waited longer is no other arm")
        : Refusal.IsNotThere("the compiler is left as it is, and nothing was compiled beside transfers");

    /// <inheritdoc/>
    public override Arm Without(Arm arm) => s_settings.Aggregate(arm, (one, setting) => one.WithoutVariables(setting));
}
