namespace FileTransfer.Harness.Checks;

/// <summary>The queueing discipline that new network devices get.</summary>
internal sealed class QueueCheck : ICheck
{
    public string Group => CheckGroup.Network;

    public string Name => "queue";

    public Finding Examine(Subject subject) => subject.Files.Text("/proc/sys/net/core/default_qdisc") switch
    {
        null => Finding.Unknown("this system does not tell how its network devices queue"),
        var queue when subject.CongestionControl == "bbr" && queue != "fq" && !subject.IsLoopback => Finding.Note(
            $"network devices queue by {queue}; bbr then paces by timers of its own, which cost processor time",
            "tc qdisc replace dev DEVICE root fq"),
        var queue => Finding.Fine($"network devices queue by {queue}"),
    };
}
