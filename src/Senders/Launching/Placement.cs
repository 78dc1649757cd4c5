namespace FileTransfer.Senders.Launching;

/// <summary>Where both ends run; part of what is asked, as the size is.</summary>
/// <param name="Affinity">Whether and how the ends are pinned.</param>
/// <param name="SenderCpu">Processor of the sender, or null.</param>
/// <param name="ReceiverCpu">Processor of the receiver, or null.</param>
internal sealed record Placement(CpuAffinity Affinity, int? SenderCpu = null, int? ReceiverCpu = null)
{
    /// <summary>Both ends are left to the scheduler.</summary>
    public static Placement Free { get; } = new(CpuAffinity.None);

    /// <summary>Its name on the command line and in results.</summary>
    public string Name { get; } = Affinity.ToString().ToLowerInvariant();

    /// <summary>Options of senders that are placed so.</summary>
    public SenderOptions Of(SenderOptions sender) =>
        sender with { Affinity = Affinity, SenderCpu = SenderCpu, ReceiverCpu = ReceiverCpu };
}
