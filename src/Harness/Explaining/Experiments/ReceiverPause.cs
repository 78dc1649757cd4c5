using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>A receiver that stops for a while.</summary>
internal sealed class ReceiverPause : SeenOnly
{
    /// <inheritdoc/>
    public override string Name => "a receiver that does not stop";

    /// <inheritdoc/>
    public override string Cause => CauseId.ReceiverPause;

    /// <inheritdoc/>
    protected override TransferState State => TransferState.Paused;

    /// <inheritdoc/>
    protected override string Absent => "an end ran, or was ready to, in all but a millisecond of every transfer";

    /// <inheritdoc/>
    protected override string WhyNotTaken => "nothing here knows why the receiver stops";
}
