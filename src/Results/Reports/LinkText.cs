using System.Globalization;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>Writes what a simulated link is, and what it did, as sentences without a full stop.</summary>
internal static class LinkText
{
    /// <summary>About the link of a run, first what it is, then what it did while transfers were recorded; empty without a link.</summary>
    public static IReadOnlyList<string> Of(RunResult run) => run.Environment.Link is { } facts
        ? [Headline(facts), .. Of([.. Launches(run).Select(launch => launch.Link).OfType<LinkUse>()])]
        : [];

    /// <summary>What the link is.</summary>
    public static string Headline(LinkFacts facts) =>
        $"Over a simulated network, {facts.Specification}, made by a {facts.Mechanism}; times hold for this network only";

    /// <summary>What the link did, all uses together.</summary>
    public static IReadOnlyList<string> Of(IReadOnlyList<LinkUse> uses) => uses.Count == 0
        ? []
        :
        [
            Traffic("receiver", [.. uses.Select(use => use.ToReceiver)]),
            Traffic("sender", [.. uses.Select(use => use.ToSender)]),
            .. Cost(uses),
        ];

    private static IEnumerable<Launch> Launches(RunResult run) => run.Measurements.SelectMany(measurement => measurement.Launches);

    private static string Traffic(string end, IReadOnlyList<LinkTraffic> parts)
    {
        long overflowed = parts.Sum(part => part.Overflowed);
        string more = string.Concat(
            overflowed > 0 ? Text($", {overflowed} lost to a full queue") : "",
            parts.Sum(part => part.Duplicated) is > 0 and var duplicated ? Text($", {duplicated} doubled") : "",
            parts.Sum(part => part.Reordered) is > 0 and var reordered ? Text($", {reordered} out of order") : "");
        (long arrived, long lost) = (parts.Sum(part => part.Forwarded), parts.Sum(part => part.Lost));
        return Text($"To the {end}: {arrived} packets arrived, {lost} lost by chance") + more;
    }

    private static IEnumerable<string> Cost(IReadOnlyList<LinkUse> uses)
    {
        if (uses.Max(use => use.Busiest) is { } busiest)
        {
            double? waiting = uses.Max(use => Math.Max(use.ToReceiver.WaitingShare ?? 0, use.ToSender.WaitingShare ?? 0));
            yield return Text($"Forwarding took at most {busiest:0.#%} of a processor for the busier direction, ")
                + Text($"and waiting without sleep {waiting:0.#%}");
        }

        if (uses.Max(use => use.LateP99Microseconds) is { } late)
        {
            string packets = uses.Max(use => use.LateP90Microseconds) is { } nine
                ? $"9 in 10 packets left at most {new Nanoseconds(nine * 1e3)}, 99 in 100 at most"
                : "99 in 100 packets left at most";
            yield return $"In the worst launch {packets} {new Nanoseconds(late * 1e3)} after they were due";
        }
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
