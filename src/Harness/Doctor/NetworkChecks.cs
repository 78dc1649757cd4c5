using System.Globalization;
using static System.FormattableString;
using static FileTransfer.Harness.Doctor.Finding;

namespace FileTransfer.Harness.Doctor;

/// <summary>Checks of TCP, of the loopback device, and of what handles packets.</summary>
internal static class NetworkChecks
{
    public const string Segments = "/proc/net/snmp";
    public const string LoopbackPackets = "/sys/class/net/lo/statistics/tx_packets";

    private const string Tcp = "/proc/sys/net/ipv4";

    /// <summary>The most that the kernel lets a connection's buffers grow to: tcp(7), socket(7).</summary>
    public static Finding Buffers(ExaminedMachine machine)
    {
        const double EnoughOnLoopback = 1 << 20;
        const double EnoughOverNetwork = 4 << 20;
        if (Largest($"{Tcp}/tcp_rmem") is not { } receive || Largest($"{Tcp}/tcp_wmem") is not { } send)
        {
            return Unknown("this system does not tell how large the buffers of a connection may grow");
        }

        string text = Invariant($"buffers of a connection may grow to {send:0} bytes (sending) and {receive:0} bytes (receiving)");
        return Math.Min(receive, send) < (machine.Planned.IsLoopback ? EnoughOnLoopback : EnoughOverNetwork)
            ? Limit(
                $"{text}: a connection cannot keep more than that in flight",
                "sysctl net.ipv4.tcp_rmem='4096 131072 33554432' net.ipv4.tcp_wmem='4096 16384 33554432'")
            : Fine(text);

        // The files have three numbers: smallest, default, largest.
        double? Largest(string path) =>
            machine.Files.Text(path)?.Split([' ', '\t'], StringSplitOptions.RemoveEmptyEntries) is [_, _, var largest]
            && double.TryParse(largest, CultureInfo.InvariantCulture, out double bytes)
                ? bytes
                : null;
    }

    /// <summary>Whether a connection that was idle begins with a small window again: tcp(7), tcp_slow_start_after_idle.</summary>
    public static Finding SlowStart(ExaminedMachine machine) =>
        (machine.Files.Text($"{Tcp}/tcp_slow_start_after_idle"), machine.Planned.IsLoopback) switch
        {
            (null, _) => Unknown("this system does not tell whether an idle connection starts slowly again"),
            ("0", _) => Fine("a connection that was idle keeps its window"),
            (_, true) => Note("a connection that was idle starts with a small window again; over loopback that hardly matters"),
            _ => Limit(
                "a connection that was idle starts with a small window again: the first file after a pause takes more round trips",
                "sysctl net.ipv4.tcp_slow_start_after_idle=0, at both ends"),
        };

    /// <summary>Whether the kernel holds small writes back while others are on their way: tcp(7), tcp_autocorking.</summary>
    public static Finding Autocorking(ExaminedMachine machine) => machine.Files.Text($"{Tcp}/tcp_autocorking") switch
    {
        null => Unknown("this system does not tell whether it holds small writes back"),
        "0" => Note("autocorking is off, unlike the kernel's default: ways of many small writes send more segments"),
        _ => Fine("autocorking is on, the kernel's default"),
    };

    /// <summary>How many files Windows sends at a time.</summary>
    public static Finding TransmitFile(ExaminedMachine machine) => machine.Windows switch
    {
        null => Fine("Socket.SendFile is sendfile(2) or the like: no limit on how many work at a time"),
        { TransmitLimit: { } limit } => Limit(limit, "measure many connections on an edition for servers"),
        _ => Fine("this edition of Windows is for servers: no limit on how many calls of TransmitFile work at a time"),
    };

    /// <summary>The queueing discipline that new network devices get.</summary>
    public static Finding Queue(ExaminedMachine machine) => machine.Files.Text("/proc/sys/net/core/default_qdisc") switch
    {
        null => Unknown("this system does not tell how its network devices queue"),
        var queue when machine.CongestionControl == "bbr" && queue != "fq" && !machine.Planned.IsLoopback => Note(
            $"network devices queue by {queue}; bbr then paces by timers of its own, which cost processor time",
            "tc qdisc replace dev DEVICE root fq"),
        var queue => Fine($"network devices queue by {queue}"),
    };

    /// <summary>The largest packet of the loopback device; 65,536 bytes by default.</summary>
    public static Finding Mtu(ExaminedMachine machine) =>
        (machine.Files.Number("/sys/class/net/lo/mtu"), machine.Planned.IsLoopback) switch
        {
            (null, _) => Unknown("this system does not tell the largest packet of its loopback device"),
            ( < 65_536 and var bytes, true) => Limit(
                Invariant($"packets of the loopback device have at most {bytes} bytes: the same file takes more of them"),
                "ip link set lo mtu 65536"),
            var (bytes, _) => Fine(Invariant($"packets of the loopback device have at most {bytes} bytes")),
        };

    /// <summary>The congestion control of connections: tcp(7).</summary>
    public static Finding CongestionControl(ExaminedMachine machine)
    {
        if (machine.CongestionControl is not { } name)
        {
            return Unknown("this system does not tell its congestion control");
        }

        string? here = machine.Sender.DefaultCongestionControl;
        if (machine.Planned.Receiver?.DefaultCongestionControl is { } there && there != here)
        {
            return Limit(
                $"the two ends have different congestion controls: {here} and {there}",
                "--congestion-control cubic, at both ends");
        }

        return !machine.Planned.IsLoopback || name is "cubic" or "reno"
            ? Fine($"connections use {name}")
            : Limit(
                $"connections use {name}, which paces what it sends; over loopback that only takes time",
                "--congestion-control cubic",
                machine.Trials.TimesCubic(name) is { } times
                    ? Invariant($"1 MiB over loopback takes {times:0.0} times as long as with cubic")
                    : null);
    }

    /// <summary>Whether the kernel looks every packet up in its table of connections (conntrack).</summary>
    public static Finding ConnectionTracking(ExaminedMachine machine) =>
        machine.Files.Number("/proc/sys/net/netfilter/nf_conntrack_count") switch
        {
            null => Fine("the kernel does not track connections"),
            0 => Fine("the kernel could track connections, and tracks none"),
            var count => Limit(
                Invariant($"the kernel tracks {count} connections, and looks up every packet"),
                "exempt loopback: iptables -t raw -A OUTPUT -o lo -j NOTRACK"),
        };

    /// <summary>Rules that the kernel applies to every packet.</summary>
    public static Finding Filters(ExaminedMachine machine)
    {
        string[] files = ["/proc/net/ip_tables_names", "/proc/net/ip6_tables_names"];
        string[] tables = [.. files.SelectMany(machine.Files.Lines).Where(name => name.Length > 0).Distinct()];
        return tables.Length > 0
            ? Limit(
                $"packets pass the rules of {string.Join(", ", tables)}",
                "iptables-save shows them; let loopback pass first: iptables -I OUTPUT -o lo -j ACCEPT")
            : Fine("no table of iptables applies to packets; what nftables and BPF do is not seen from here");
    }

    /// <summary>TCP segments that were sent again: /proc/net/snmp.</summary>
    public static Finding Retransmissions(ExaminedMachine machine)
    {
        const double MostFine = 0.0001;
        if (machine.Growth(files => files.Number(Segments, "Tcp", "OutSegs")) is not { } sent
            || machine.Growth(files => files.Number(Segments, "Tcp", "RetransSegs")) is not { } again)
        {
            return Unknown("this system does not count segments that are sent again");
        }

        return sent > 0 && again / sent > MostFine
            ? Limit(
                Invariant($"{again} of {sent} TCP segments were sent again within {machine.Seconds:0.#} s: ")
                    + "packets are lost on this machine or its network",
                "ss -ti names the connections; ip -s link names the device that drops")
            : Fine(Invariant($"{again} of {sent} TCP segments were sent again"));
    }

    /// <summary>Packets of others on the loopback device.</summary>
    public static Finding LoopbackTraffic(ExaminedMachine machine) => machine.PerSecond(LoopbackPackets) switch
    {
        null => Unknown("this system does not count the packets of its loopback device"),
        > 1000 and var rate => Limit(
            Invariant($"others send {rate:#,0} packets a second over loopback"), "ss -tnp names them; end them"),
        var rate => Fine(Invariant($"{rate:#,0} packets a second pass over loopback")),
    };
}
