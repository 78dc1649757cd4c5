using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>Interrupts that devices and other processors raise: the line "intr" of proc_stat(5).</summary>
internal sealed class InterruptsCheck : ICheck
{
    private const double Many = 20_000;

    public string Group => CheckGroup.Neighbours;

    public string Name => "interrupts";

    public IReadOnlyList<string> Counters(SystemFiles files) => [ProcStat.Path];

    public Finding Examine(Subject subject)
    {
        if (subject.PerSecond(ProcStat.Path, "intr") is not { } rate)
        {
            return Finding.Unknown("this system does not count interrupts");
        }

        string text = Invariant($"{rate:#,0} interrupts a second");
        return rate > Many
            ? Finding.Limit(
                text,
                "/proc/interrupts names their device; end what uses it, or keep them off a processor: /proc/irq/N/smp_affinity")
            : Finding.Fine(text);
    }
}
