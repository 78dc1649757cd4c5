using System.Globalization;
using System.Text;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Reports;

namespace FileTransfer.Lab.Docs;

/// <summary>The documentation of a published run: its environment, a table, and its verdicts.</summary>
internal static class PublishedRun
{
    private const int MostRows = 30;

    /// <summary>The table, as Markdown.</summary>
    /// <param name="run">The run.</param>
    /// <param name="name">Name of the run.</param>
    /// <param name="link">Its folder, relative to the page.</param>
    /// <param name="older">What has changed since it was made, as a sentence; null for nothing.</param>
    public static string Table(RunResult run, string name, string link, string? older = null)
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"{Source(run, name, link, older)}\n\n");
        if (RequestRow.Of(run).Count > 0)
        {
            return text.Append(TableSections.Requests(run).Markdown).ToString();
        }

        ReportRow[] rows = [.. ReportRow.Of(run).Where(row => !row.IsHarnessCost && !Twins.IsOne(run, row.Measurement))];
        text.Append(MarkdownText.Table(rows.Length > MostRows
            ? Medians(run, rows)
            : new Table(
                ["size", "strategy", ">P50", ">P99", ">MB/s", ">CPU s/GB, sender + receiver", ">allocated B", ">speed-up (95 % CI)"],
                rows.Select(Row))));

        text.Append('\n').AppendJoin("", Verdicts.Of(run).Select(verdict => $"- {verdict.Text}\n"));
        return text.ToString();
    }

    /// <summary>
    /// Where and how a run was made, how both ends waited, where it is, its command and its warnings: what stands above everything that is
    /// shown of it.
    /// </summary>
    public static string Source(RunResult run, string name, string link, string? older = null) =>
        $"{Where(run)}, {Design(run)}; from [{name}]({link}/report.md).{(WaitNote.Of(run) is { } note ? $" {note}" : "")}"
        + (older is null ? "" : $" **Changed since then:** {older}")
        + Details(run);

    /// <summary>Rounds, cycles, placements and commit of a run.</summary>
    private static string Design(RunResult run)
    {
        // A run with one placement need not repeat it in its measurements.
        string only = run.Run.Options.GetValueOrDefault("affinity", "none");
        string[] placements = [.. PlacementText.Of(run).Select(placement => PlacementText.Where(placement ?? only))];
        string cycles = run.Run.Options.TryGetValue("cycles", out string? number) ? $" of {number} cycles" : "";
        string rounds = run.Run.Rounds is { } count ? string.Create(CultureInfo.InvariantCulture, $"{count} rounds{cycles}, ") : "";
        return $"{rounds}both ends {string.Join(" and ", placements)}, commit {run.Environment.Sender.Commit}";
    }

    /// <summary>The command and the warnings, which a reader can unfold; on one line, so that it is a part of its paragraph.</summary>
    private static string Details(RunResult run)
    {
        Markup[] items = [.. RunWarnings.Of(run).Select(warning => Markup.Of($"<li>{warning}</li>"))];
        string warnings = items.Length switch { 0 => "without a warning", 1 => "and its warning", _ => $"and its {items.Length} warnings" };
        Markup list = items.Length == 0 ? Markup.Empty : Markup.Of($"<ul>{items}</ul>");
        return Markup.Of(
            $"\n<details><summary>Command of this run, {warnings}</summary><code>{run.Run.Command}</code>{list}</details>").Value;
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

    /// <summary>Medians only, one row per strategy and one column per size and placement, for runs with many cases.</summary>
    private static Table Medians(RunResult run, IReadOnlyList<ReportRow> rows)
    {
        string[] columns = [.. rows.Select(row => row.Size).Distinct()];
        ILookup<(long, ComparedGroup), string> fastest = Verdicts.Of(run)
            .SelectMany(verdict => verdict.Fastest.Select(id => (verdict.SizeBytes, verdict.Group, Id: id)))
            .ToLookup(leader => (leader.SizeBytes, leader.Group), leader => leader.Id);
        string[] order = [.. run.Measurements.Select(measurement => NameOf(new ReportRow(run, measurement))).Distinct()];
        return new Table(
            ["P50", .. columns.Select(column => $">{column}")],
            rows.GroupBy(NameOf).OrderBy(strategy => Array.IndexOf(order, strategy.Key)).Select(Cells));

        Cell[] Cells(IGrouping<string, ReportRow> strategy) =>
        [
            strategy.Key,
            .. columns.Select(column => Median(
                strategy.SingleOrDefault(row => row.Size == column),
                row => fastest[(row.Measurement.SizeBytes, Verdicts.GroupOf(run, row.Measurement))].Contains(row.Measurement.Strategy))),
        ];
    }

    /// <summary>The strategy, with its transport where the run used it over several; beside the ids of FileSender its name.</summary>
    private static string NameOf(ReportRow row)
    {
        string id = row.Measurement.Strategy;
        bool hasOne = row.Run.Measurements.Where(other => other.Strategy == id).Select(other => other.Transport).Distinct().Count() == 1;
        bool isFileSender = id.Split('@')[0] is "adaptive" or "adaptive-kept" or "adaptive-async";
        return (hasOne ? id : row.Name) + (isFileSender ? " (FileSender)" : "");
    }

    private static Cell Median(ReportRow? row, Func<ReportRow, bool> isFastest) => row switch
    {
        null => "not measured",
        { Measurement.Statistics: { } statistics } =>
            new Cell($"{new Nanoseconds(statistics.P50)}", isFastest(row) ? CellStyle.Strong : CellStyle.Plain),
        _ => row.OutcomeName,
    };

    private static string[] Row(ReportRow row)
    {
        Measurement measurement = row.Measurement;
        if (measurement.Statistics is not { } statistics)
        {
            return [row.Size, NameOf(row), $"{row.OutcomeName}: {measurement.Reason}"];
        }

        Comparison? comparison = Verdicts.AgainstBaseline(row.Run, measurement);
        return
        [
            row.Size,
            NameOf(row),
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
