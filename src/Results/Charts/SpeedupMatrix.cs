using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Charts.Sources;

namespace FileTransfer.Results.Charts;

/// <summary>The speed-up of every strategy over the baseline at every size, with its interval.</summary>
internal sealed class SpeedupMatrix : IChart
{
    private const string Reading =
        "Time of the baseline divided by the time of the strategy, compared within each round, with a simultaneous "
        + "95 % interval over all comparisons of the run. Above 1 is faster. Of a wide interval the end nearer to 1 is shown (≥, ≤). "
        + "Grey: equal (=), cannot tell (?), or too few rounds.";

    private const string Order =
        "Rows are sorted by overall speed, the fastest first: the geometric mean, over all sizes, of a strategy's time divided by the "
        + "fastest time at that size. Strategies that were not measured at every size come last.";

    private const double RowHeight = 38;
    private const double LowRowHeight = 31;
    private const double SmallStep = 1.5;
    private const double LargeStep = 4;

    /// <inheritdoc/>
    public string Name => "speedup-matrix";

    /// <inheritdoc/>
    public IReadOnlyList<ChartModel> Build(RunResult run)
    {
        IReadOnlyList<Series> all = Series.Of(run);
        long[] sizes = [.. all.SelectMany(one => one.All).Select(measurement => measurement.SizeBytes).Distinct().Order()];
        if (all.Count == 0)
        {
            return [];
        }

        bool isCrowded = all.Count > Ranking.MostHighlighted;
        IReadOnlyList<Series> rows = isCrowded ? Ranking.BestFirst(all) : all;
        CellMark[] cells = [.. rows.SelectMany((one, row) => sizes.Select((size, column) => Cell(run, one, size, column, row)))];
        return
        [
            new ChartModel
            {
                Id = Name,
                Title = Title(run, all),
                Subtitle = RunCaption.Of(run, all.SelectMany(one => one.Measured)),
                Description = Reading,
                Panels =
                [
                    new Panel
                    {
                        X = new Axis
                        {
                            Scale = new SlotScale(sizes.Length),
                            Ticks = [.. sizes.Select((size, column) => new Tick(column, SizeText.Of(size)))],
                            IsOnTop = true,
                        },
                        Y = new Axis
                        {
                            Scale = new SlotScale(all.Count, IsDescending: true),
                            Ticks = [.. rows.Select((one, row) => new Tick(row, one.Name))],
                        },
                        Marks = cells,
                        Height = (isCrowded ? LowRowHeight : RowHeight) * rows.Count,
                    },
                ],
                Legend = [.. Legend(cells)],
                Notes =
                [
                    .. RunNotes.Of(run, all, Series.Sizes(all)),
                    .. isCrowded ? [new Note(Order)] : Array.Empty<Note>(),
                    new Note(Reading),
                ],
            },
        ];
    }

    private static string Title(RunResult run, IReadOnlyList<Series> series)
    {
        if (run.Run.Baseline is not { } baseline)
        {
            return "Nothing to compare with: the run has no baseline";
        }

        Comparison[] comparisons = [.. series
            .SelectMany(one => one.Measured)
            .Select(measurement => Verdicts.AgainstBaseline(run, measurement))
            .OfType<Comparison>()];
        if (comparisons.Length == 0)
        {
            return $"Nothing to compare with {baseline}";
        }

        int faster = comparisons.Count(comparison => comparison.Verdict == ComparisonVerdict.Faster);
        int slower = comparisons.Count(comparison => comparison.Verdict == ComparisonVerdict.Slower);
        int equal = comparisons.Count(comparison => comparison.Verdict == ComparisonVerdict.Equal);
        int unclear = comparisons.Length - faster - slower - equal;
        (int Count, string Verdict)[] counts =
        [
            (faster, faster == 1 ? "is faster" : "are faster"),
            (slower, slower == 1 ? "is slower" : "are slower"),
            (equal, equal == 1 ? "is equal" : "are equal"),
            (unclear, "cannot be told apart"),
        ];
        string[] parts = [.. counts.Where(count => count.Count > 0).Select(count => $"{count.Count} {count.Verdict}")];
        return $"Of {RunCaption.Count(comparisons.Length, "comparison")} with {baseline}, {SizeText.Words(parts)}";
    }

    private static CellMark Cell(RunResult run, Series series, long size, int column, int row)
    {
        Measurement? measurement = series.All.FirstOrDefault(candidate => candidate.SizeBytes == size);
        string where = $"{series.Name}, {SizeText.Of(size)}";
        if (measurement is null || !Series.IsMeasured(measurement))
        {
            string word = measurement?.Outcome switch { Outcome.Failed => "failed", Outcome.Unsupported => "unsupported", _ => "–" };
            return new CellMark(column, row, word, null, Tone.Missing)
            {
                Tip = measurement is null ? $"{where}: not in the results" : $"{where}: {word}: {measurement.Reason}",
            };
        }

        string median = new Nanoseconds(measurement.Statistics!.P50).ToString();
        if (measurement.Strategy == run.Run.Baseline)
        {
            return new CellMark(column, row, median, "baseline", Tone.Baseline) { Tip = $"{where}: the baseline, median {median}" };
        }

        if (Verdicts.AgainstBaseline(run, measurement) is not { } comparison)
        {
            return new CellMark(column, row, median, "no baseline", Tone.Missing)
            {
                Tip = $"{where}: median {median}; the baseline was not measured here",
            };
        }

        string shown = RatioText.Shown(comparison);
        string? interval = comparison.Interval is { } known ? RatioText.Ends(known) : null;
        string verdict = RatioText.Word(comparison.Verdict);
        return new CellMark(column, row, shown, interval ?? "no interval", Shade(comparison))
        {
            Tip = $"{where}: {RatioText.Of(comparison.Ratio)} the speed of {comparison.Baseline} "
                + $"({(interval is null ? "too few rounds for an interval" : $"95 % interval {interval}")}): {verdict}; median {median}",
        };
    }

    private static Tone Shade(Comparison comparison)
    {
        double factor = RatioText.Factor(comparison);
        return comparison.Verdict switch
        {
            ComparisonVerdict.Faster => factor < SmallStep ? Tone.Better1 : factor < LargeStep ? Tone.Better2 : Tone.Better3,
            ComparisonVerdict.Slower => factor < SmallStep ? Tone.Worse1 : factor < LargeStep ? Tone.Worse2 : Tone.Worse3,
            _ => Tone.Neutral,
        };
    }

    private static IEnumerable<LegendEntry> Legend(CellMark[] cells)
    {
        (Tone Tone, string Label)[] meanings =
        [
            (Tone.Better3, "4× faster or more"), (Tone.Better2, "1.5× to 4× faster"), (Tone.Better1, "up to 1.5× faster"),
            (Tone.Neutral, "equal, or cannot tell"),
            (Tone.Worse1, "up to 1.5× slower"), (Tone.Worse2, "1.5× to 4× slower"), (Tone.Worse3, "4× slower or more"),
        ];
        return meanings
            .Where(meaning => cells.Any(cell => cell.Tone == meaning.Tone))
            .Select(meaning => new LegendEntry(meaning.Label, null, meaning.Tone));
    }
}
