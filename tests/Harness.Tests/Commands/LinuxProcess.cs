using System.Globalization;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>A process as /proc shows it; its start time tells it from a later one with the same id.</summary>
/// <param name="Id">Process id.</param>
/// <param name="Parent">Process id of its parent.</param>
/// <param name="StartTime">Clock ticks after boot at which it was started.</param>
internal sealed record LinuxProcess(int Id, int Parent, long StartTime)
{
    private const string ServerEntry = "FILETRANSFER_SERVER=";

    /// <summary>True for a server of the harness's own.</summary>
    public bool IsServer => Read($"/proc/{Id}/cmdline").Contains("FileTransfer.Server.dll", StringComparison.Ordinal);

    /// <summary>True for a sender, which was started with the server's address.</summary>
    public bool IsSender => !IsServer && ServerAddress is not null;

    /// <summary>The control address this process was started with, or null.</summary>
    public string? ServerAddress => Read($"/proc/{Id}/environ").Split('\0')
        .Where(entry => entry.StartsWith(ServerEntry, StringComparison.Ordinal))
        .Select(entry => entry[ServerEntry.Length..])
        .FirstOrDefault();

    /// <summary>False once it has ended, whether or not its parent has asked for its exit code.</summary>
    public bool IsRunning => Find(Id)?.StartTime == StartTime;

    /// <summary>Children, their children and so on.</summary>
    public static IReadOnlyList<LinuxProcess> DescendantsOf(int root)
    {
        ILookup<int, LinuxProcess> children = Directory.GetDirectories("/proc")
            .Select(folder => int.TryParse(Path.GetFileName(folder), CultureInfo.InvariantCulture, out int id) ? Find(id) : null)
            .OfType<LinuxProcess>()
            .ToLookup(process => process.Parent);
        List<LinuxProcess> found = [.. children[root]];
        for (int next = 0; next < found.Count; next++)
        {
            found.AddRange(children[found[next].Id]);
        }

        return found;
    }

    /// <summary>
    /// The running process of an id, or null. Fields 3, 4 and 22 of /proc/&lt;pid&gt;/stat are state, parent
    /// and start time: proc_pid_stat(5).
    /// </summary>
    private static LinuxProcess? Find(int id)
    {
        string stat = Read($"/proc/{id}/stat");
        string[] fields = stat[(stat.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return fields.Length == 0 || fields[0] is "Z" or "X"
            ? null
            : new LinuxProcess(
                id,
                int.Parse(fields[1], CultureInfo.InvariantCulture),
                long.Parse(fields[19], CultureInfo.InvariantCulture));
    }

    private static string Read(string path)
    {
        try
        {
            return File.ReadAllText(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The process is gone.
            return "";
        }
    }
}
