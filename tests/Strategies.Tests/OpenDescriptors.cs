using System.Runtime.Versioning;

namespace FileTransfer.Strategies.Tests;

/// <summary>The sockets, pipes and files this process has open: /proc/self/fd.</summary>
internal static class OpenDescriptors
{
    private const int LongestWait = 2000;

    [SupportedOSPlatformGuard("linux")]
    public static bool CanBeListed => OperatingSystem.IsLinux();

    /// <summary>What is open now; empty where it cannot be listed.</summary>
    public static IReadOnlyList<string> Now() =>
        CanBeListed ? [.. Directory.EnumerateFiles("/proc/self/fd").Select(Target).OfType<string>().Where(IsOurs)] : [];

    /// <summary>The names of the pipes opened since <paramref name="before"/>; both ends of one have the same.</summary>
    public static IEnumerable<string> PipesSince(IReadOnlyList<string> before) => Now().Except(before).Where(IsPipe);

    /// <summary>Fails when something is open that was not open <paramref name="before"/>.</summary>
    /// <remarks>
    /// Waits a little, because a receiver of this process may accept a connection, and close it, some time after the test
    /// that made it has ended; but not beyond a collection: what a finaliser closes was open all the while.
    /// </remarks>
    public static void AssertNothingLeft(IReadOnlyList<string> before)
    {
        int collections = GC.CollectionCount(0);
        long end = Environment.TickCount64 + LongestWait;
        while (Now().Except(before).Any() && GC.CollectionCount(0) == collections && Environment.TickCount64 < end)
        {
            Thread.Sleep(1);
        }

        Assert.Empty(Now().Except(before));
    }

    /// <summary>Leaves out what the runtime opens for itself when it needs it.</summary>
    private static bool IsOurs(string target) =>
        target.StartsWith("socket:", StringComparison.Ordinal)
        || IsPipe(target)
        || target.Contains(PayloadFolder.Prefix, StringComparison.Ordinal);

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
