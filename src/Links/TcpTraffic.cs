using FileTransfer.Strategies.Machine;

namespace FileTransfer.Links;

/// <summary>What the kernel has counted of TCP in a network namespace: net/snmp and net/netstat of proc(5).</summary>
/// <param name="Segments">Segments sent, retransmitted ones not included (Tcp OutSegs).</param>
/// <param name="Retransmitted">Segments sent again (Tcp RetransSegs).</param>
/// <param name="Timeouts">Waits that ended with the retransmission timer (TcpExt TCPTimeouts).</param>
internal sealed record TcpTraffic(long Segments, long Retransmitted, long Timeouts)
{
    /// <summary>The counts of both ends of a link so far.</summary>
    public static TcpTraffic Of(LinkReady link) => Of("/proc/self/net").Plus(Of(Folder(link.ReceiverNamespace)));

    /// <summary>What was counted after an earlier reading.</summary>
    public TcpTraffic Since(TcpTraffic earlier) =>
        new(Segments - earlier.Segments, Retransmitted - earlier.Retransmitted, Timeouts - earlier.Timeouts);

    /// <summary>From /proc/PID/task/TID/ns/net to /proc/PID/task/TID/net.</summary>
    private static string Folder(string namespaceFile) =>
        Path.Combine(Path.GetDirectoryName(Path.GetDirectoryName(namespaceFile))!, "net");

    private static TcpTraffic Of(string folder) => new(
        Read($"{folder}/snmp", "Tcp", "OutSegs"),
        Read($"{folder}/snmp", "Tcp", "RetransSegs"),
        Read($"{folder}/netstat", "TcpExt", "TCPTimeouts"));

    private static long Read(string path, string group, string name) =>
        (long)(SystemFiles.OfThisMachine.Number(path, group, name) ?? 0);

    private TcpTraffic Plus(TcpTraffic other) =>
        new(Segments + other.Segments, Retransmitted + other.Retransmitted, Timeouts + other.Timeouts);
}
