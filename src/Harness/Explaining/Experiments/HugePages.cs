using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>Transparent huge pages: the sender is given none (prctl(2), PR_SET_THP_DISABLE). It ends with the process.</summary>
internal sealed class HugePages : Experiment
{
    private const string Setting = "/sys/kernel/mm/transparent_hugepage/enabled";

    /// <inheritdoc/>
    public override string Name => "a sender without huge pages";

    /// <inheritdoc/>
    public override string Cause => CauseId.HugePages;

    /// <inheritdoc/>
    public override Refusal? WhyNot(ExplainPlan plan, Observed seen) =>
        SystemFiles.OfThisMachine.Text(Setting)?.Contains("[always]", StringComparison.Ordinal) == true
            ? null
            : Refusal.IsNotThere("no process is given huge pages unless it asks for them");

    /// <inheritdoc/>
    public override Arm Without(Arm arm) => arm with { Trial = arm.Trial with { HasNoHugePages = true } };
}
