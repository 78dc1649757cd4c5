using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>The congestion control: cubic, on both ends, before they connect.</summary>
internal sealed class CongestionControl : Experiment
{
    private const string Usual = "cubic";

    /// <inheritdoc/>
    public override string Name => Usual;

    /// <inheritdoc/>
    public override string Cause => CauseId.CongestionControl;

    /// <inheritdoc/>
    public override Counter Counter => new("connections whose congestion control paces", Counted.Paced);

    /// <inheritdoc/>
    public override bool IsSetting(ExplainPlan plan) => true;

    /// <inheritdoc/>
    public override Refusal? WhyNot(ExplainPlan plan, Observed seen) =>
        plan.Strategy.IsForeign || plan.Sender.Transport is Transport.Unix or Transport.Pipe
            ? Refusal.IsNotThere("nothing here chooses a congestion control")
            : seen.Launches.FirstOrDefault(launch => launch.Trace is not null)?.Trace!.CongestionControl is not { } used
                ? Refusal.CannotBeMade("the congestion control in force is not known here")
            : used is Usual or "reno" ? Refusal.IsNotThere($"the connection uses {used}")
            : SocketTuning.AvailableCongestionControls() is { Count: > 0 } offered && !offered.Contains(Usual)
                ? Refusal.CannotBeMade($"this kernel offers {string.Join(", ", offered)} only")
            : null;

    /// <inheritdoc/>
    public override Arm Without(Arm arm) =>
        arm.WithoutSuffix("bbr", "reno") with { Sender = arm.Sender with { CongestionControl = Usual } };
}
