using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>A program that writes to the disk.</summary>
internal sealed class DiskWriter : SeenOnly
{
    /// <inheritdoc/>
    public override string Name => "nobody writes to the disk";

    /// <inheritdoc/>
    public override string Cause => CauseId.DiskWriter;

    /// <inheritdoc/>
    protected override TransferState State => TransferState.BesideWriter;

    /// <inheritdoc/>
    protected override string Absent => "no end waited while the machine wrote more than 20 MB/s to its disks";

    /// <inheritdoc/>
    protected override string WhyNotTaken => "what writes to the disk is not this command's to end";
}
