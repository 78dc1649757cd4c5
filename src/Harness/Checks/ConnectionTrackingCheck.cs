using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>Whether the kernel looks every packet up in its table of connections (conntrack).</summary>
internal sealed class ConnectionTrackingCheck : ICheck
{
    public string Group => CheckGroup.Network;

    public string Name => "connection-tracking";

    public Finding Examine(Subject subject) => subject.Files.Number("/proc/sys/net/netfilter/nf_conntrack_count") switch
    {
        null => Finding.Fine("the kernel does not track connections"),
        0 => Finding.Fine("the kernel could track connections, and tracks none"),
        var count => Finding.Limit(
            Invariant($"the kernel tracks {count} connections, and looks up every packet"),
            "exempt loopback: iptables -t raw -A OUTPUT -o lo -j NOTRACK"),
    };
}
