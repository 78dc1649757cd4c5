namespace FileTransfer.Tests;

/// <summary>How long a test waits for another program: whatever takes longer hangs.</summary>
internal static class Hang
{
    /// <summary>
    /// A slow machine on which all tests run beside each other takes a minute to start what starts in a second elsewhere. Not for what this
    /// process waits for: limits of senders and servers would end that before, and no test would see it.
    /// </summary>
    public static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);
}
