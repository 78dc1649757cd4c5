using FileTransfer.Strategies;

namespace FileTransfer.Harness.Scenarios;

/// <summary>Every scenario there is. Adding one is one entry here.</summary>
public static class ScenarioCatalog
{
    /// <summary>All scenarios, the default first.</summary>
    public static IReadOnlyList<Scenario> All { get; } =
    [
        new Scenario
        {
            Name = "socket",
            Description = "Socket.SendFile against a Read/Write loop over one reused socket, as an article of 2009 compared them",
            Strategies = ["read-write-1k", "read-write-64k", "begin-send", "send-file"],
            Baseline = "read-write-1k",
            Sizes = [new ByteSize(1L << 10), new ByteSize(10L << 10), new ByteSize(100L << 10), new ByteSize(1L << 20)],
            Transports = ["tcp", "unix"],
        },
        new Scenario
        {
            Name = "pipe",
            Description = "splice(2) against a copying loop from a file into a pipe that a reader drains, as a Go library's benchmark compared them",
            Strategies = ["pipe-copy", "pipe-copy-128k", "pipe-splice", "pipe-splice-1m", "pipe-vmsplice-mapped"],
            Baseline = "pipe-copy",
            Contenders = ["pipe-splice", "pipe-splice-1m"],
            Sizes =
            [
                new ByteSize(16L << 10), new ByteSize(32L << 10), new ByteSize(64L << 10), new ByteSize(128L << 10), new ByteSize(256L << 10),
                new ByteSize(512L << 10), new ByteSize(1L << 20), new ByteSize(10L << 20), new ByteSize(100L << 20), new ByteSize(1L << 30),
            ],
            Transports = ["pipe"],
        },
    ];

    /// <summary>The scenario that runs when none is named.</summary>
    public static Scenario Default => All[0];
}
