using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>The processor quota of the control group. It belongs to whoever set it, and is never lifted.</summary>
internal sealed class Quota : SeenOnly
{
    /// <inheritdoc/>
    public override string Name => "no quota";

    /// <inheritdoc/>
    public override string Cause => CauseId.Quota;

    /// <inheritdoc/>
    protected override TransferState State => TransferState.Throttled;

    /// <inheritdoc/>
    protected override string Absent => "no quota stopped the control group";

    /// <inheritdoc/>
    protected override string WhyNotTaken => "the quota of the control group is not this command's to lift";
}
