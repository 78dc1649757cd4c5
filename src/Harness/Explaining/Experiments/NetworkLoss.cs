using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>Loss on the network.</summary>
internal sealed class NetworkLoss : SeenOnly
{
    /// <inheritdoc/>
    public override string Name => "a network without loss";

    /// <inheritdoc/>
    public override string Cause => CauseId.NetworkLoss;

    /// <inheritdoc/>
    protected override TransferState State => TransferState.Lost;

    /// <inheritdoc/>
    protected override string Absent => "TCP sent nothing again";

    /// <inheritdoc/>
    protected override string WhyNotTaken => "the network is not this command's to change";
}
