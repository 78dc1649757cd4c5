using System.Runtime.Versioning;

namespace FileTransfer.Strategies.Tests;

/// <summary>The sockets, pipes and files this process has open: /proc/self/fd.</summary>
internal static class OpenDescriptors
{
    [SupportedOSPlatformGuard("linux")]
    public static bool CanBeListed => OperatingSystem.IsLinux();

    /// <summary>What is open now; empty where it cannot be listed.</summary>
    public static IReadOnlyList<string> Now() =>
        CanBeListed ? [.. Directory.EnumerateFiles("/proc/self/fd").Select(Target).OfType<string>().Where(IsOurs)] : [];

    /// <summary>Fails when something is open that was not open <paramref name="before"/>.</summary>
    /// <remarks>Does not wait: what a finaliser closes some time later was open all the while.</remarks>
    public static void AssertNothingLeft(IReadOnlyList<string> before) => Assert.Empty(Now().Except(before));

    /// <summary>Leaves out what the runtime opens for itself when it needs it.</summary>
    private static bool IsOurs(string target) =>
        target.StartsWith("socket:", StringComparison.Ordinal)
        || target.StartsWith("pipe:", StringComparison.Ordinal)
        || target.Contains(PayloadFolder.Prefix, StringComparison.Ordinal);

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
