using System.Globalization;

namespace FileTransfer.Lab.Explaining;

/// <summary>The processes below another, from /proc.</summary>
internal static class ProcessFamily
{
    /// <summary>Ids of all processes below one, itself not included.</summary>
    public static List<int> Below(int ancestor)
    {
        Dictionary<int, int> parents = Directory.EnumerateDirectories("/proc")
            .Select(folder => int.TryParse(Path.GetFileName(folder), CultureInfo.InvariantCulture, out int id) ? id : 0)
            .Where(id => id > 0)
            .Select(id => (Id: id, Parent: ParentOf(id)))
            .Where(one => one.Parent is not null)
            .ToDictionary(one => one.Id, one => one.Parent!.Value);
        return [.. parents.Keys.Where(IsBelow)];

        bool IsBelow(int id)
        {
            for (int at = id; parents.TryGetValue(at, out int parent); at = parent)
            {
                if (parent == ancestor)
                {
                    return true;
                }
            }

            return false;
        }
    }

    /// <summary>Those of them that are servers.</summary>
    public static List<int> ServersBelow(int ancestor) =>
        [.. Below(ancestor).Where(IsServer)];

    /// <summary>Ids of all threads of processes below one, and whether each belongs to a server.</summary>
    public static (int Thread, bool IsServer)[] ThreadsBelow(int ancestor)
    {
        List<int> processes = Below(ancestor);
        HashSet<int> servers = [.. processes.Where(IsServer)];
        return [.. processes.SelectMany(process => ThreadsOf(process).Select(thread => (thread, servers.Contains(process))))];
    }

    private static bool IsServer(int process) =>
        Read(process, "cmdline")?.Contains("FileTransfer.Server", StringComparison.Ordinal) == true;

    private static int[] ThreadsOf(int process)
    {
        try
        {
            return [.. Directory.GetDirectories(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/task"))
                .Select(folder => int.Parse(Path.GetFileName(folder), CultureInfo.InvariantCulture))];
        }
        catch (IOException)
        {
            // It has ended.
            return [];
        }
    }

    // "pid (comm) state ppid …": the name may have blanks and brackets.
    private static int? ParentOf(int id) => Read(id, "stat") is { } stat
        ? int.Parse(stat[(stat.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture)
        : null;

    private static string? Read(int id, string name)
    {
        try
        {
            return File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{id}/{name}"));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // It has ended.
            return null;
        }
    }
}
