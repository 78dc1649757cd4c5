using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>Memory that is nearer to some processors than to others (NUMA).</summary>
internal sealed class NumaCheck : ICheck
{
    public string Group => CheckGroup.Processor;

    public string Name => "numa";

    public Finding Examine(Subject subject) => subject.Files.Matching("/sys/devices/system/node/node*/cpulist").Count switch
    {
        0 => Finding.Unknown("this system does not tell how far its memory is"),
        1 => Finding.Fine("all memory is equally near"),
        int nodes => Finding.Limit(
            Invariant($"the machine has {nodes} memory nodes: a page cache or a buffer on another node is slower"),
            "numactl --cpunodebind 0 --membind 0, for both ends"),
    };
}
