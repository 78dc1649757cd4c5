namespace FileTransfer.Harness.Checks;

/// <summary>Rules that the kernel applies to every packet.</summary>
internal sealed class FiltersCheck : ICheck
{
    private static readonly string[] s_tables = ["/proc/net/ip_tables_names", "/proc/net/ip6_tables_names"];

    public string Group => CheckGroup.Network;

    public string Name => "filters";

    public Finding Examine(Subject subject)
    {
        string[] tables = [.. s_tables.SelectMany(subject.Files.Lines).Where(name => name.Length > 0).Distinct()];
        return tables.Length > 0
            ? Finding.Limit(
                $"packets pass the rules of {string.Join(", ", tables)}",
                "iptables-save shows them; let loopback pass first: iptables -I OUTPUT -o lo -j ACCEPT")
            : Finding.Fine("no table of iptables applies to packets; what nftables and BPF do is not seen from here");
    }
}
