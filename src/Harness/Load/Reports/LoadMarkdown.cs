using System.Globalization;
using System.Text;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Reports;

namespace FileTransfer.Harness.Load.Reports;

/// <summary>The page of a sweep: load.md.</summary>
internal static class LoadMarkdown
{
    /// <summary>The page.</summary>
    /// <param name="sweep">The sweep.</param>
    /// <param name="pictures">Names of the pictures beside the page.</param>
    public static string Text(LoadSweep sweep, IReadOnlyList<string> pictures)
    {
        var page = new StringBuilder();
        page.Append(CultureInfo.InvariantCulture, $"# Load, {sweep.StartedUtc:yyyy-MM-dd HH:mm} UTC\n\n");
        if (sweep.Emulation is { } imitation)
        {
            page.Append(CultureInfo.InvariantCulture, $"**{EmulationNote.Of(imitation)}**\n\n");
        }

        page.Append(CultureInfo.InvariantCulture, $"    {sweep.Command}\n\n");
        if (sweep.Points.Select(point => point.Result).OfType<LoadResult>().FirstOrDefault() is { } first)
        {
            page.Append(
                CultureInfo.InvariantCulture,
                $"{first.Strategy} over {first.Transport}, {LoadText.Sizes(first)}, {LoadCharts.Machine(first)}.\n\n");
            page.Append(string.Concat(About(first).Select(sentence => $"{sentence}.\n\n")));
        }

        string[] headers =
        [
            sweep.IsByRate ? ">rate asked /s" : ">connections", ">completed /s", ">MB/s", ">P50", ">P99", ">P99.9",
            ">generator late, P99", ">waiting, P99", ">CPU s/GB, sender + receiver", ">errors",
        ];
        page.Append(MarkdownText.Table(new Table(headers, sweep.Points.Select(Row))));
        page.Append(CultureInfo.InvariantCulture, $"\n{KneeText(sweep)}\n\n");
        foreach (string line in ThresholdText.Lines(sweep))
        {
            page.Append(CultureInfo.InvariantCulture, $"- {char.ToUpperInvariant(line[0])}{line[1..]}.\n");
        }

        foreach (LoadPoint failed in sweep.Points.Where(point => point.Reason is not null))
        {
            page.Append(CultureInfo.InvariantCulture, $"- {LoadText.PerSecond(failed.Load)}: no result. {failed.Reason}\n");
        }

        foreach (LoadPoint full in sweep.Points.Where(point => point.Result?.NotBegun > 0))
        {
            page.Append(
                CultureInfo.InvariantCulture,
                $"- {LoadText.PerSecond(full.Load)}: {full.Result!.NotBegun} transfers were due and never begun: in no percentile.\n");
        }

        foreach (string warning in sweep.Points.SelectMany(point => point.Result?.Environment.Warnings ?? []).Distinct())
        {
            page.Append(CultureInfo.InvariantCulture, $"- Warning: {warning}\n");
        }

        foreach (string picture in pictures)
        {
            page.Append(CultureInfo.InvariantCulture, $"\n![{Path.GetFileNameWithoutExtension(picture)}]({picture})\n");
        }

        return page.ToString();
    }

    private static IEnumerable<string> About(LoadResult result) =>
    [
        .. result.Environment.Link is { } link ? [LinkText.Headline(link)] : Array.Empty<string>(),
        .. result.Proof is { } proof ? [$"Proof: {ProofNote.Words(proof)}"] : Array.Empty<string>(),
        .. result.Environment.Path is { } path ? [PathText.Of(path)] : Array.Empty<string>(),
    ];

    /// <summary>Where the knee is, and what that means.</summary>
    public static string KneeText(LoadSweep sweep)
    {
        if (sweep.Emulation is { } imitation)
        {
            return $"No knee is looked for: under {imitation} no time is a figure of any machine.";
        }

        string rule = string.Create(
            CultureInfo.InvariantCulture, $"where P99 first exceeds {Knee.Factor:0} times its lowest value at smaller loads");
        return Knee.Of(sweep) is { } knee
            ? $"The knee is at {LoadText.PerSecond(knee)} {(sweep.IsByRate ? "transfers/s" : "connections")}: {rule}."
            : $"No knee: nowhere {rule["where ".Length..]}.";
    }

    private static string[] Row(LoadPoint point)
    {
        if (point.Result is not { } result || point.Reason is not null)
        {
            return [LoadText.PerSecond(point.Load), "no result"];
        }

        static string Time(double? nanoseconds) => nanoseconds is { } value ? new Nanoseconds(value).ToString() : "";
        return
        [
            LoadText.PerSecond(point.Load),
            LoadText.PerSecond(result.RatePerSecond.Completed),
            result.ThroughputMBps?.ToString("N0", CultureInfo.InvariantCulture) ?? "",
            Time(result.LatencyNanoseconds?.P50),
            Percentiles.IsShown(result.Transfers, 0.99) ? Time(result.LatencyNanoseconds?.P99) : "",
            Percentiles.IsShown(result.Transfers, 0.999) ? Time(result.LatencyNanoseconds?.P999) : "",
            Time(result.Lateness?.P99),
            Time(result.Queued?.P99),
            $"{LoadText.Cost(result.SenderCpuSecondsPerGB)} + {LoadText.ReceiverCost(result)}",
            result.Errors.Values.Sum().ToString(CultureInfo.InvariantCulture),
        ];
    }
}
