using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Checks;

/// <summary>The processors that this process may use, of those that there are: sched_setaffinity(2), cpuset(7).</summary>
internal sealed class AffinityCheck : ICheck
{
    public string Group => CheckGroup.Processor;

    public string Name => "affinity";

    public Finding Examine(Subject subject)
    {
        string allowed = ProcessorList.Text(subject.Processors);
        if (subject.Processors.Count == 1)
        {
            return Finding.Limit(
                $"both ends, and whatever else runs, share processor {allowed}: what they could do at the same time they do in turn",
                "taskset, or the cpuset of the container");
        }

        return subject.Files.Text("/sys/devices/system/cpu/online") is { } online
            && ProcessorList.TryParse(online, out IReadOnlyList<int> all)
            && subject.Processors.Count < all.Count
                ? Finding.Note($"this process may use processors {allowed} of {online}")
                : Finding.Fine($"this process may use every processor: {allowed}");
    }
}
