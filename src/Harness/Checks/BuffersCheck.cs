using System.Globalization;
using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>The most that the kernel lets a connection's buffers grow to: tcp(7), socket(7).</summary>
internal sealed class BuffersCheck : ICheck
{
    private const double EnoughOnLoopback = 1 << 20;
    private const double EnoughOverNetwork = 4 << 20;

    public string Group => CheckGroup.Network;

    public string Name => "buffers";

    public Finding Examine(Subject subject)
    {
        double? receive = Largest(subject.Files, "/proc/sys/net/ipv4/tcp_rmem");
        double? send = Largest(subject.Files, "/proc/sys/net/ipv4/tcp_wmem");
        if (receive is null || send is null)
        {
            return Finding.Unknown("this system does not tell how large the buffers of a connection may grow");
        }

        string text = Invariant($"buffers of a connection may grow to {send:0} bytes (sending) and {receive:0} bytes (receiving)");
        double enough = subject.IsLoopback ? EnoughOnLoopback : EnoughOverNetwork;
        return Math.Min(receive.Value, send.Value) < enough
            ? Finding.Limit(
                $"{text}: a connection cannot keep more than that in flight",
                "sysctl net.ipv4.tcp_rmem='4096 131072 33554432' net.ipv4.tcp_wmem='4096 16384 33554432'")
            : Finding.Fine(text);
    }

    /// <summary>The files have three numbers: smallest, default, largest.</summary>
    private static double? Largest(SystemFiles files, string path) =>
        files.Text(path)?.Split([' ', '\t'], StringSplitOptions.RemoveEmptyEntries) is [_, _, var largest]
        && double.TryParse(largest, CultureInfo.InvariantCulture, out double bytes)
            ? bytes
            : null;
}
