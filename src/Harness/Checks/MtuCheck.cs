using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>The largest packet of the loopback device; 65,536 bytes by default.</summary>
internal sealed class MtuCheck : ICheck
{
    private const double Usual = 65_536;

    public string Group => CheckGroup.Network;

    public string Name => "mtu";

    public Finding Examine(Subject subject) => (subject.Files.Number("/sys/class/net/lo/mtu"), subject.IsLoopback) switch
    {
        (null, _) => Finding.Unknown("this system does not tell the largest packet of its loopback device"),
        ( < Usual and var bytes, true) => Finding.Limit(
            Invariant($"packets of the loopback device have at most {bytes} bytes: the same file takes more of them"),
            "ip link set lo mtu 65536"),
        var (bytes, _) => Finding.Fine(Invariant($"packets of the loopback device have at most {bytes} bytes")),
    };
}
