using System.Globalization;

namespace FileTransfer.Strategies.Machine;

/// <summary>Reads the limits and counters of this process's control group: cgroups(7), versions 2 and 1.</summary>
internal static class ControlGroup
{
    private const string Mount = "/sys/fs/cgroup";

    /// <summary>The file that counts how often, and for how long, a quota stopped the group; null when there is none.</summary>
    public static string? ProcessorStatistics(SystemFiles files) => Find(files, "cpu.stat", "cpu", "cpu.stat");

    /// <summary>Time for which a quota stopped the group so far, in seconds; null where unknown.</summary>
    /// <remarks>Version 2 counts microseconds, version 1 nanoseconds.</remarks>
    public static double? ThrottledSeconds(SystemFiles files) => ProcessorStatistics(files) is { } path
        ? files.Number(path, "throttled_usec") / 1e6 ?? files.Number(path, "throttled_time") / 1e9
        : null;

    /// <summary>Processors' worth of time that the group may use; null without a quota.</summary>
    public static double? ProcessorQuota(SystemFiles files)
    {
        if (Find(files, "cpu.max", "cpu", "cpu.cfs_quota_us") is not { } path)
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

    /// <summary>The number in the first of the two files that exists; null when there is none.</summary>
    /// <param name="files">The system's files.</param>
    /// <param name="second">Name in version 2, such as <c>memory.max</c>.</param>
    /// <param name="controller">Controller of version 1, such as <c>memory</c>.</param>
    /// <param name="first">Name in version 1, such as <c>memory.limit_in_bytes</c>.</param>
    public static double? Number(SystemFiles files, string second, string controller, string first) =>
        Find(files, second, controller, first) is { } path ? files.Number(path) : null;

    /// <summary>Looks in the group and in those around it, the innermost first.</summary>
    private static string? Find(SystemFiles files, string second, string controller, string first)
    {
        string[][] groups = [.. files.Lines("/proc/self/cgroup").Select(line => line.Split(':', 3)).Where(parts => parts.Length == 3)];
        IEnumerable<string> candidates = groups
            .Where(parts => parts[1].Length == 0)
            .SelectMany(parts => Around(Mount, parts[2], second))
            .Concat(groups
                .Where(parts => parts[1].Split(',').Contains(controller))
                .SelectMany(parts => Around($"{Mount}/{controller}", parts[2], first)));
        return candidates.FirstOrDefault(files.Exists);
    }

    private static IEnumerable<string> Around(string mount, string group, string name)
    {
        // Inside a container the group's path may be that of the host, which is not mounted here: then the mount itself is the group.
        for (string folder = group.TrimEnd('/'); folder.Length > 0; folder = folder[..folder.LastIndexOf('/')])
        {
            yield return $"{mount}{folder}/{name}";
        }

        yield return $"{mount}/{name}";
    }
}
