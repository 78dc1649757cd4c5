using System.Runtime.Versioning;

namespace FileTransfer.Strategies.Tests;

/// <summary>The sockets, pipes and files this process had open at a moment, and the payloads it had mapped: /proc/self.</summary>
/// <remarks>Of the whole process: whoever counts must run alone, and <see cref="NoCollection"/>.</remarks>
internal sealed class OpenDescriptors
{
    private const int LongestWait = 10_000;

    private readonly IReadOnlyList<string> _targets;

    private OpenDescriptors(IReadOnlyList<string> targets) => _targets = targets;

    [SupportedOSPlatformGuard("linux")]
    public static bool CanBeListed => OperatingSystem.IsLinux();

    /// <summary>What is open now; empty where it cannot be listed.</summary>
    public static OpenDescriptors Now() => new(List());

    /// <summary>How often this file is open now.</summary>
    public static int CountOf(string path) => List().Count(target => target == path);

    /// <summary>The names of the pipes opened since; both ends of one have the same.</summary>
    public IEnumerable<string> PipesSince() => Since().Where(IsPipe).Distinct();

    /// <summary>
    /// What was not open then and stays open: a receiver of this process may accept a connection, and close it, some time
    /// after the test that made it has ended.
    /// </summary>
    public IReadOnlyList<string> LeftSince(bool exceptPayloads = false)
    {
        long end = Environment.TickCount64 + LongestWait;
        IReadOnlyList<string> left;
        while ((left = [.. Since().Where(target => !exceptPayloads || !IsPayload(target))]).Count > 0 && Environment.TickCount64 < end)
        {
            Thread.Sleep(1);
        }

        return left;
    }

    /// <summary>True when the same were open at both moments.</summary>
    public bool IsSameAs(OpenDescriptors other) =>
        _targets.Order(StringComparer.Ordinal).SequenceEqual(other._targets.Order(StringComparer.Ordinal));

    /// <summary>Fails when something stays open that was not open then.</summary>
    public void AssertNothingLeft()
    {
        IReadOnlyList<string> left = LeftSince();
        Assert.True(left.Count == 0, $"left open: {string.Join(", ", left)}");
    }

    private List<string> Since()
    {
        // One by one, because rings have no names of their own.
        List<string> then = [.. _targets];
        return [.. List().Where(target => !then.Remove(target))];
    }

    private static string[] List() => CanBeListed
        ?
        [
            .. Directory.EnumerateFiles("/proc/self/fd").Select(Target).OfType<string>().Where(IsOurs),
            .. File.ReadLines("/proc/self/maps")
                .Where(IsPayload)
                .Select(line => $"mapping {line[line.IndexOf('/', StringComparison.Ordinal)..]}"),
        ]
        : [];

    /// <summary>Leaves out what the runtime opens for itself when it needs it.</summary>
    private static bool IsOurs(string target) =>
        target.StartsWith("socket:", StringComparison.Ordinal)
        || IsPipe(target)
        || target == "anon_inode:[io_uring]"
        || IsPayload(target);

    private static bool IsPayload(string target) => target.Contains(PayloadFolder.Prefix, StringComparison.Ordinal);

    private static bool IsPipe(string target) => target.StartsWith("pipe:", StringComparison.Ordinal);

    private static string? Target(string link)
    {
        try
        {
            return new FileInfo(link).LinkTarget;
        }
        catch (IOException)
        {
            // Closed since it was listed.
            return null;
        }
    }
}
