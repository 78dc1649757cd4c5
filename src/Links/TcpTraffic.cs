using System.Globalization;

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

    /// <summary>Reads a counter from pairs of lines: names, then numbers in the same order; 0 for one that is not there.</summary>
    internal static long Read(IReadOnlyList<string> lines, string group, string name)
    {
        string[][] pair = [.. lines
            .Where(line => line.StartsWith($"{group}:", StringComparison.Ordinal))
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))];
        int index = pair.Length == 2 ? Array.IndexOf(pair[0], name) : -1;
        return index > 0 && index < pair[1].Length ? long.Parse(pair[1][index], CultureInfo.InvariantCulture) : 0;
    }

    /// <summary>From /proc/PID/task/TID/ns/net to /proc/PID/task/TID/net.</summary>
    private static string Folder(string namespaceFile) =>
        Path.Combine(Path.GetDirectoryName(Path.GetDirectoryName(namespaceFile))!, "net");

    private static TcpTraffic Of(string folder)
    {
        string[] snmp = File.ReadAllLines(Path.Combine(folder, "snmp"));
        string[] netstat = File.ReadAllLines(Path.Combine(folder, "netstat"));
        return new TcpTraffic(
            Read(snmp, "Tcp", "OutSegs"), Read(snmp, "Tcp", "RetransSegs"), Read(netstat, "TcpExt", "TCPTimeouts"));
    }

    private TcpTraffic Plus(TcpTraffic other) =>
        new(Segments + other.Segments, Retransmitted + other.Retransmitted, Timeouts + other.Timeouts);
}
