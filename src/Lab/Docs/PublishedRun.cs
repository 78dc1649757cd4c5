using System.Globalization;
using System.Text;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Reports;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Lab.Docs;

/// <summary>The documentation of a published run: its environment, a table, and its verdicts.</summary>
internal static class PublishedRun
{
    private const int MostRows = 30;

    /// <summary>The table, as Markdown.</summary>
    /// <param name="run">The run.</param>
    /// <param name="name">Name of the run.</param>
    /// <param name="link">Its folder, relative to the page.</param>
    public static string Table(RunResult run, string name, string link)
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"{Source(run, name, link)}\n\n");
        if (RequestRow.Of(run).Count > 0)
        {
            return text.Append(TableSections.Requests(run).Markdown).ToString();
        }

        if (run.Measurements.Count(Verdicts.Delivers) > MostRows)
        {
            AppendMedians(text, run);
        }
        else
        {
            text.Append(MarkdownText.Table(new Table(
                ["size", "strategy", ">P50", ">P99", ">MB/s", ">CPU s/GB, sender + receiver", ">allocated B", ">speed-up (95 % CI)"],
                run.Measurements.Where(Verdicts.Delivers).Select(measurement => Row(run, measurement)))));
        }

        text.Append('\n').AppendJoin("", Verdicts.Of(run).Select(verdict => $"- {verdict.Text}\n"));
        return text.ToString();
    }

    /// <summary>
    /// Where and how a run was made, how both ends waited, where it is, and its warnings: what stands above everything that is shown of it.
    /// </summary>
    public static string Source(RunResult run, string name, string link) =>
        $"{Where(run)}, {Design(run)}; from [{name}]({link}/report.md).{(WaitNote.Of(run) is { } note ? $" {note}" : "")}{Warnings(run)}";

    /// <summary>Rounds, cycles, placements and commit of a run.</summary>
    private static string Design(RunResult run)
    {
        // Before there were turns a run had one placement, and its measurements did not repeat it.
        string only = run.Run.Options.GetValueOrDefault("affinity", "none");
        string[] placements = [.. PlacementText.Of(run).Select(placement => PlacementText.Where(placement ?? only))];
        string cycles = run.Run.Options.TryGetValue("cycles", out string? number) ? $" of {number} cycles" : "";
        string rounds = run.Run.Rounds is { } count ? string.Create(CultureInfo.InvariantCulture, $"{count} rounds{cycles}, ") : "";
        return $"{rounds}both ends {string.Join(" and ", placements)}, commit {run.Environment.Sender.Commit}";
    }

    /// <summary>What a reader can unfold; on one line, so that it is a part of its paragraph.</summary>
    private static string Warnings(RunResult run)
    {
        Markup[] items = [.. RunWarnings.Of(run).Select(warning => Markup.Of($"<li>{warning}</li>"))];
        string count = items.Length == 1 ? "1 warning" : $"{items.Length} warnings";
        return items.Length == 0
            ? ""
            : Markup.Of($"\n<details><summary>{count} of this run</summary><ul>{items}</ul></details>").Value;
    }

    private static string Where(RunResult run)
    {
        RunEnvironment environment = run.Environment;
        // A pipe has no congestion control.
        string congestionControl = environment.SenderCongestionControl is { } used ? $"{used}, " : "";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{environment.Sender.Hardware()}, {environment.Sender.OperatingSystem}, "
            + $"kernel {environment.Sender.Kernel}, {environment.Sender.Runtime}, "
            + $"{congestionControl}{run.Run.StartedUtc:yyyy-MM-dd}, profile {run.Run.Profile}");
    }

    /// <summary>Medians only, one row per strategy and one column per size, for runs with many cases.</summary>
    private static void AppendMedians(StringBuilder text, RunResult run)
    {
        long[] sizes = [.. run.Measurements.Select(measurement => measurement.SizeBytes).Distinct().Order()];
        ILookup<(long, ComparedGroup), string> fastest = Verdicts.Of(run)
            .SelectMany(verdict => verdict.Fastest.Select(id => (verdict.SizeBytes, verdict.Group, Id: id)))
            .ToLookup(leader => (leader.SizeBytes, leader.Group), leader => leader.Id);
        text.Append(MarkdownText.Table(new Table(
            ["P50", .. sizes.Select(size => $">{new ByteSize(size)}")],
            run.Measurements.Where(Verdicts.Delivers).GroupBy(measurement => new ReportRow(run, measurement).Name).Select(Cells))));

        Cell[] Cells(IGrouping<string, Measurement> strategy)
        {
            Measurement first = strategy.First();
            return
            [
                strategy.Key,
                .. sizes.Select(size => Median(
                    strategy.SingleOrDefault(measurement => measurement.SizeBytes == size),
                    fastest[(size, Verdicts.GroupOf(run, first))].Contains(first.Strategy))),
            ];
        }
    }

    private static Cell Median(Measurement? measurement, bool isFastest) => measurement switch
    {
        null => "not measured",
        { Statistics: { } statistics } => new Cell($"{new Nanoseconds(statistics.P50)}", isFastest ? CellStyle.Strong : CellStyle.Plain),
        _ => measurement.Outcome.ToString().ToLowerInvariant(),
    };

    private static string[] Row(RunResult run, Measurement measurement)
    {
        string size = new ByteSize(measurement.SizeBytes).ToString();
        if (measurement.Statistics is not { } statistics)
        {
            return [size, measurement.Strategy, $"{measurement.Outcome.ToString().ToLowerInvariant()}: {measurement.Reason}"];
        }

        Comparison? comparison = Verdicts.AgainstBaseline(run, measurement);
        return
        [
            size,
            measurement.Strategy,
            new Nanoseconds(statistics.P50).ToString(),
            Percentiles.IsShown(statistics.N, 0.99) ? new Nanoseconds(statistics.P99).ToString() : "–",
            string.Create(CultureInfo.InvariantCulture, $"{statistics.ThroughputMBps:0}"),
            string.Create(
                CultureInfo.InvariantCulture,
                $"{measurement.SenderCpuSecondsPerGB:0.000} + {measurement.ReceiverCpuSecondsPerGB:0.000}"),
            string.Create(CultureInfo.InvariantCulture, $"{measurement.AllocatedBytesPerTransfer:0}"),
            comparison is null ? "baseline" : RatioText.Cell(comparison),
        ];
    }
}
