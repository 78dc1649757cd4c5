namespace FileTransfer.Harness.Checks;

/// <summary>The groups of checks, in the order in which they are shown.</summary>
internal static class CheckGroup
{
    public const string Processor = "processor";
    public const string Idle = "idle";
    public const string Neighbours = "neighbours";
    public const string Container = "container";
    public const string Memory = "memory";
    public const string PageCache = "page cache";
    public const string Network = "network";
    public const string Runtime = ".NET";
    public const string Tools = "tools";
}
