using System.Globalization;
using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>The processor time that a container may use, and whether it was stopped for having used it.</summary>
internal sealed class CpuQuotaCheck : ICheck
{
    public string Group => CheckGroup.Container;

    public string Name => "cpu-quota";

    public IReadOnlyList<string> Counters(SystemFiles files) => Statistics(files) is { } path ? [path] : [];

    public Finding Examine(Subject subject)
    {
        const string Remedy = "give the container more processors, or none of its own limits: docker run --cpus N";
        SystemFiles files = subject.Files;
        double throttled = Statistics(files) is { } path
            ? files.Number(path, "nr_throttled") - subject.Before.Number(path, "nr_throttled") ?? 0
            : 0;
        if (throttled > 0)
        {
            return Finding.Unfit(
                Invariant($"the CPU quota of the container stopped it {throttled} times within {subject.Seconds:0.#} s"),
                Remedy);
        }

        return Quota(files) is not { } processors
            ? Finding.Fine("no CPU quota limits this process, as far as this system tells")
            : processors < subject.Processors.Count
                ? Finding.Limit(
                    Invariant($"the container may use {processors:0.##} of {subject.Processors.Count} processors: ")
                        + "beyond that it is stopped for a while",
                    Remedy)
                : Finding.Fine(Invariant($"the CPU quota allows {processors:0.##} processors"));
    }

    private static string? Statistics(SystemFiles files) => ControlGroup.Find(files, "cpu.stat", "cpu", "cpu.stat");

    /// <summary>Processors' worth of time; null without a quota.</summary>
    private static double? Quota(SystemFiles files)
    {
        if (ControlGroup.Find(files, "cpu.max", "cpu", "cpu.cfs_quota_us") is not { } path)
        {
            return null;
        }

        string[] words = path.EndsWith("cpu.max", StringComparison.Ordinal)
            ? files.Text(path)?.Split(' ') ?? []
            : [files.Text(path) ?? "", files.Text(path.Replace("quota", "period", StringComparison.Ordinal)) ?? ""];
        return words.Length == 2
            && double.TryParse(words[0], CultureInfo.InvariantCulture, out double quota) && quota > 0
            && double.TryParse(words[1], CultureInfo.InvariantCulture, out double period) && period > 0
                ? quota / period
                : null;
    }
}
