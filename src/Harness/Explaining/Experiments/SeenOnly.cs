using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>A cause from outside that can be seen, and not taken away: it goes with slow transfers, or it does not.</summary>
/// <param name="name">Name of the arm that would be without it.</param>
/// <param name="cause">The cause, by id.</param>
/// <param name="state">The state of transfers that shows it.</param>
/// <param name="absent">What is said when no transfer was in the state.</param>
/// <param name="whyNotTaken">Why it cannot be taken away.</param>
internal sealed class SeenOnly(string name, string cause, TransferState state, string absent, string whyNotTaken) : Experiment
{
    /// <inheritdoc/>
    public override string Name => name;

    /// <inheritdoc/>
    public override string Cause => cause;

    /// <summary>The processor quota of the control group. It belongs to whoever set it.</summary>
    public static SeenOnly Quota => new(
        "no quota", CauseId.Quota, TransferState.Throttled,
        "no quota stopped the control group", "the quota of the control group is not this command's to lift");

    /// <summary>Loss on the network.</summary>
    public static SeenOnly NetworkLoss => new(
        "a network without loss", CauseId.NetworkLoss, TransferState.Lost,
        "TCP sent nothing again", "the network is not this command's to change");

    /// <summary>A receiver that stops for a while.</summary>
    public static SeenOnly ReceiverPause => new(
        "a receiver that does not stop", CauseId.ReceiverPause, TransferState.Paused,
        "an end ran, or was ready to, in all but a millisecond of every transfer", "nothing here knows why the receiver stops");

    /// <summary>A program that writes to the disk.</summary>
    public static SeenOnly DiskWriter => new(
        "nobody writes to the disk", CauseId.DiskWriter, TransferState.BesideWriter,
        "no end waited or read from a disk while the machine wrote more than 20 MB/s to its disks",
        "what writes to the disk is not this command's to end");

    /// <inheritdoc/>
    public override Refusal? WhyNot(ExplainPlan plan, Observed seen) =>
        seen.ShareOf(state) > 0 ? Refusal.CannotBeMade(whyNotTaken) : Refusal.IsNotThere(absent);

    /// <inheritdoc/>
    public override Arm Without(Arm arm) => throw new InvalidOperationException($"{cause}: {whyNotTaken}");
}
