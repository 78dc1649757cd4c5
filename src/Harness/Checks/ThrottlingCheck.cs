using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>A processor that slows down because it is hot.</summary>
internal sealed class ThrottlingCheck : ICheck
{
    private const string Counts = "/sys/devices/system/cpu/cpu*/thermal_throttle/*_throttle_count";

    public string Group => CheckGroup.Processor;

    public string Name => "throttling";

    public IReadOnlyList<string> Counters(SystemFiles files) => [Counts];

    public Finding Examine(Subject subject)
    {
        IReadOnlyList<string> counts = subject.Files.Matching(Counts);
        if (counts.Count == 0)
        {
            return Finding.Unknown("this system does not count thermal throttling; a hypervisor hides it");
        }

        double before = counts.Sum(path => subject.Before.Number(path) ?? 0);
        double after = counts.Sum(path => subject.Files.Number(path) ?? 0);
        const string Remedy = "cool the machine, or lower its clock frequency: cpupower frequency-set -u FREQUENCY";
        return after > before
            ? Finding.Unfit(
                Invariant($"the processor slowed down {after - before} times within {subject.Seconds:0.#} s, because it is hot"),
                Remedy)
            : after > 0
                ? Finding.Limit(Invariant($"the processor has slowed down {after} times since it was started, because it was hot"), Remedy)
                : Finding.Fine("the processor has never slowed down because of heat");
    }
}
