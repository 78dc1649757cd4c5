using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>Packets of others on the loopback device.</summary>
internal sealed class LoopbackTrafficCheck : ICheck
{
    private const string Packets = "/sys/class/net/lo/statistics/tx_packets";
    private const double MostFine = 1000;

    public string Group => CheckGroup.Network;

    public string Name => "loopback-traffic";

    public IReadOnlyList<string> Counters(SystemFiles files) => [Packets];

    public Finding Examine(Subject subject) => subject.PerSecond(Packets) switch
    {
        null => Finding.Unknown("this system does not count the packets of its loopback device"),
        > MostFine and var rate => Finding.Limit(
            Invariant($"others send {rate:#,0} packets a second over loopback"), "ss -tnp names them; end them"),
        var rate => Finding.Fine(Invariant($"{rate:#,0} packets a second pass over loopback")),
    };
}
