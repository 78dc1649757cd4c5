using System.Globalization;
using System.Text;
using FileTransfer.Links;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Reports;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Lab.Networks;

/// <summary>Writes the page about what a network changes.</summary>
internal static class NetworkPage
{
    private const string None = "–";

    /// <summary>The page, as Markdown.</summary>
    /// <param name="entries">Every run.</param>
    /// <param name="raw">Name of the log.</param>
    public static string Of(IReadOnlyList<NetworkEntry> entries, string raw)
    {
        NetworkEntry[] ordered = [.. NetworkChanges.InOrder(entries)];
        IReadOnlyList<NetworkChange> changes = NetworkChanges.Of(ordered);
        var page = new StringBuilder();
        page.Append(CultureInfo.InvariantCulture, $"""
            # What a network changes

            Generated from `{raw}`, which has one line per run of the scenario `network` over a simulated network.
            `scripts/network.sh` makes the runs that are missing and renews this page. Both ends, and the link, were on one machine.

            Machines: {List(ordered.Select(entry => entry.Machine))}.
            Commits: {List(ordered.Select(entry => entry.Commit))}.
            Networks: {ordered.Length.ToString(CultureInfo.InvariantCulture)}.

            ## Verdicts that change

            A verdict changes when it is proven on the network with the least delay and loss, and another one is proven on the network
            of the row. A ratio above 1 says that the second strategy is faster; behind it stands its interval, which shares the error
            rate of its run. The last columns are those of the two strategies on the network of the row: round trips that a transfer
            takes (its median divided by the delay), TCP segments that were sent again, and waits for the retransmission timer, per
            transfer.

            How to read them: one round trip is the acknowledgement of each file. Several without segments sent again are windows that
            still grow (slow start, also after a pause) or a limit of a protocol's own (HTTP/2 has windows of streams and connections).
            Timers that expire are losses at the end of a file, which nothing that follows can report.


            """);
        page.Append(changes.Count == 0 ? "None has been measured.\n" : Changes(changes));
        page.Append("\n## Medians\n");
        foreach (long size in ordered.SelectMany(entry => entry.Cases).Select(one => one.SizeBytes).Distinct().Order())
        {
            page.Append(CultureInfo.InvariantCulture, $"\n### {new ByteSize(size)}\n\n{Medians(size, ordered)}");
        }

        AppendFailures(page, ordered);
        return page.ToString();
    }

    private static string List(IEnumerable<string> words) => string.Join("; ", words.Distinct().DefaultIfEmpty("none"));

    private static string Changes(IReadOnlyList<NetworkChange> changes) => MarkdownText.Table(
        new Table(
            ["size", "congestion control", "strategies", "near", "network", "there", "round trips", "sent again", "timers"],
            changes.Select(Cells)),
        isTight: true);

    private static string[] Cells(NetworkChange change)
    {
        (NetworkCase? one, NetworkCase? other) = change.There;
        return
        [
            new ByteSize(change.After.SizeBytes).ToString(),
            change.Far.CongestionControl,
            $"{change.After.Baseline}, {change.After.Other}",
            Ratio(change.Before),
            Network(change.Far.Spec),
            Ratio(change.After),
            Both(one, other, found => RoundTrips(found, change.Far.Spec)),
            Both(one, other, found => found.Retransmitted),
            Both(one, other, found => found.Timeouts),
        ];
    }

    private static string Medians(long size, NetworkEntry[] entries)
    {
        string[] names =
        [
            .. entries.SelectMany(entry => entry.Cases).Where(one => one.SizeBytes == size).Select(one => one.Name).Distinct(),
        ];
        return MarkdownText.Table(
            new Table(
                ["congestion control", "network", .. names.Select(name => $">{name}")],
                entries.Select(entry => (string[])
                [
                    entry.CongestionControl,
                    Network(entry.Spec),
                    .. names.Select(name => entry.Cases.FirstOrDefault(one => (one.Name, one.SizeBytes) == (name, size)))
                        .Select(one => one?.MedianNanoseconds is { } median ? new Nanoseconds(median).ToString() : None),
                ])),
            isTight: true);
    }

    private static void AppendFailures(StringBuilder page, NetworkEntry[] entries)
    {
        string[] failures =
        [
            .. entries.SelectMany(entry => entry.Cases
                .Where(one => one.Failure is not null)
                .Select(one => (Case: one, Size: new ByteSize(one.SizeBytes)))
                .Select(one => $"{one.Case.Name}, {one.Size}, {entry.CongestionControl}, {Network(entry.Spec)}: {one.Case.Failure}")),
        ];
        if (failures.Length > 0)
        {
            page.Append("\n## Not measured\n\n").Append(string.Concat(failures.Select(failure => $"- {failure}\n")));
        }
    }

    private static string Network(LinkSpec spec) => $"{LinkQuantity.Text(spec.RoundTrip)}, {LinkQuantity.Text(spec.Loss)}";

    private static string Ratio(NetworkPair pair) => pair is { Lower: { } lower, Upper: { } upper }
        ? $"{Digits.Significant(pair.Ratio, 3)} ({Digits.Significant(lower, 3)}–{Digits.Significant(upper, 3)})"
        : Digits.Significant(pair.Ratio, 3);

    private static double? RoundTrips(NetworkCase found, LinkSpec spec) => spec.RoundTrip > TimeSpan.Zero
        ? found.MedianNanoseconds / spec.RoundTrip.TotalNanoseconds
        : null;

    private static string Both(NetworkCase? one, NetworkCase? other, Func<NetworkCase, double?> value) =>
        $"{Number(one, value)}, {Number(other, value)}";

    private static string Number(NetworkCase? found, Func<NetworkCase, double?> value) =>
        (found is null ? null : value(found)) is { } number ? number == 0 ? "0" : Digits.Significant(number, 2) : None;
}
