namespace FileTransfer.Strategies.Machine;

/// <summary>What this process may have at most: getrlimit(2), /proc/self/limits.</summary>
internal static class ProcessLimit
{
    /// <summary>The soft limit of a name, such as "Max open files": a number, or "unlimited"; null where unknown.</summary>
    public static string? Soft(SystemFiles files, string name) => files.Lines("/proc/self/limits")
        .Where(line => line.StartsWith(name, StringComparison.Ordinal))
        .Select(line => line[name.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries)[0])
        .FirstOrDefault();
}
