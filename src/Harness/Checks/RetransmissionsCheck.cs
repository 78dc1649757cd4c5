using System.Globalization;
using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>TCP segments that were sent again: /proc/net/snmp.</summary>
internal sealed class RetransmissionsCheck : ICheck
{
    private const string Statistics = "/proc/net/snmp";
    private const double MostFine = 0.0001;

    public string Group => CheckGroup.Network;

    public string Name => "retransmissions";

    public IReadOnlyList<string> Counters(SystemFiles files) => [Statistics];

    public Finding Examine(Subject subject)
    {
        if (Tcp(subject.Before) is not { } before || Tcp(subject.Files) is not { } after)
        {
            return Finding.Unknown("this system does not count segments that are sent again");
        }

        double sent = after.Sent - before.Sent;
        double again = after.Again - before.Again;
        return sent > 0 && again / sent > MostFine
            ? Finding.Limit(
                Invariant($"{again} of {sent} TCP segments were sent again within {subject.Seconds:0.#} s: ")
                    + "packets are lost on this machine or its network",
                "ss -ti names the connections; ip -s link names the device that drops")
            : Finding.Fine(Invariant($"{again} of {sent} TCP segments were sent again"));
    }

    /// <summary>Two lines begin with "Tcp:": names, then numbers in the same order.</summary>
    private static (double Sent, double Again)? Tcp(SystemFiles files)
    {
        string[][] lines = [.. files
            .Lines(Statistics)
            .Where(line => line.StartsWith("Tcp:", StringComparison.Ordinal))
            .Select(line => line.Split(' '))];
        return lines is [var names, var numbers] && names.Length == numbers.Length
            && Array.IndexOf(names, "OutSegs") is > 0 and var sent
            && Array.IndexOf(names, "RetransSegs") is > 0 and var again
                ? (double.Parse(numbers[sent], CultureInfo.InvariantCulture), double.Parse(numbers[again], CultureInfo.InvariantCulture))
                : null;
    }
}
