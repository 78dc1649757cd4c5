using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>Processors that halt when nobody needs them: threads that give way to all others keep them awake, during turns.</summary>
internal sealed class SleepingCore : Experiment
{
    private const double FewWaits = 0.1;

    /// <inheritdoc/>
    public override string Name => "processors kept awake";

    /// <inheritdoc/>
    public override string Cause => CauseId.SleepingCore;

    /// <inheritdoc/>
    public override Counter Counter => new("µs per transfer in which nobody ran", Counted.Idle);

    /// <inheritdoc/>
    public override string NoDose => "a processor halts whenever it has nothing to do";

    /// <inheritdoc/>
    public override Refusal? WhyNot(ExplainPlan plan, Observed seen) =>
        !OperatingSystem.IsLinux() ? Refusal.CannotBeMade("threads that give way to all others (SCHED_IDLE) need Linux")
        : seen.Mean(Counted.Waits) < FewWaits ? Refusal.IsNotThere("the sender hardly ever waits")
        : null;

    /// <inheritdoc/>
    public override Arm Without(Arm arm) => arm with { Trial = arm.Trial with { KeepsAwake = true } };
}
