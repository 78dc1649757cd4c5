namespace FileTransfer.Harness.Checks;

/// <summary>Finds the files of this process's control group: cgroups(7), versions 2 and 1.</summary>
internal static class ControlGroup
{
    private const string Mount = "/sys/fs/cgroup";

    /// <summary>
    /// The first of the two files that exists, in the group or in those around it, the innermost first; null when there is neither.
    /// </summary>
    /// <param name="files">The system's files.</param>
    /// <param name="second">Name in version 2, such as <c>cpu.max</c>.</param>
    /// <param name="controller">Controller of version 1, such as <c>cpu</c>.</param>
    /// <param name="first">Name in version 1, such as <c>cpu.cfs_quota_us</c>.</param>
    public static string? Find(SystemFiles files, string second, string controller, string first)
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
