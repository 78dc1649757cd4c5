using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Charts.Sources;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Results.Charts;

/// <summary>The distribution of transfer times up to p99.9, one picture per size.</summary>
internal sealed class Distribution : IChart
{
    private const string Reading =
        "The share of transfers (horizontal, stretched towards both ends) that took at most this time (vertical, logarithmic): the "
        + "empirical distribution of all launches, with equal weights. Where a line is flat, many transfers took that time; where it is "
        + "steep, few did. Rings mark modes (Lowland). A line ends where too few transfers are left.";

    private const double Height = 330;
    private const double Lowest = 0.01;
    private const double Highest = 0.999;
    private const int Vertices = 160;

    private static readonly (double Share, string Name, Func<MeasurementStatistics, double> Value)[] s_named =
    [
        (0.5, "p50", statistics => statistics.P50), (0.9, "p90", statistics => statistics.P90),
        (0.99, "p99", statistics => statistics.P99), (0.999, "p99.9", statistics => statistics.P999),
    ];

    /// <inheritdoc/>
    public string Name => "distribution";

    /// <inheritdoc/>
    public IReadOnlyList<ChartModel> Build(RunResult run)
    {
        IReadOnlyList<Series> all = Series.Of(run);
        return [.. Series.Sizes(all).Select(size => Build(run, all, size))];
    }

    private ChartModel Build(RunResult run, IReadOnlyList<Series> all, long size)
    {
        Series[] measured = [.. all.Where(one => one.At(size) is not null)];
        TailQuantile tail = TailQuantile.Of(measured, size);
        IReadOnlyList<Series> shown = Shown(measured, tail, size, run.Run.Baseline);
        Curve[] curves = [.. Ranking.Colored(shown).Select(one => new Curve(one, one.At(size)!))];
        LineMark[] lines = [.. curves.Select(Line)];
        return new ChartModel
        {
            Id = $"{Name}-{SizeText.ForName(size)}",
            Title = Title(run, curves, tail, size, measured.Length),
            Subtitle = RunCaption.Of(run, curves.Select(curve => curve.Measurement)),
            Description = Reading,
            Panels =
            [
                new Panel
                {
                    X = new Axis
                    {
                        Scale = new TailScale(Lowest, Highest),
                        Ticks =
                        [
                            new Tick(0.01, "p1"),
                            new Tick(0.1, "p10"),
                            new Tick(0.5, "median"),
                            new Tick(0.9, "p90"),
                            new Tick(0.99, "p99"),
                            new Tick(0.999, "p99.9"),
                        ],
                        Title = "share of transfers that took at most this time",
                        HasGrid = true,
                    },
                    Y = BySizePanel.ValueAxis(
                        "time per transfer",
                        TickText.Time,
                        [.. lines.SelectMany(line => line.Points).Select(point => point.Y)]),
                    Marks = [.. lines, .. curves.SelectMany(Rings)],
                    Height = Height,
                },
            ],
            Notes =
            [
                .. RunNotes.Of(run, all, [size], onlyThese: true),
                .. Ranking.NotDrawn(measured, shown, size),
                .. ModesInWords(curves),
                .. Thinned(curves),
                new Note(Reading),
            ],
        };
    }

    // With many series: the baseline, the series with the lowest tail, and the fastest.
    private static IReadOnlyList<Series> Shown(Series[] measured, TailQuantile tail, long size, string? baseline)
    {
        if (measured.Length <= Ranking.MostHighlighted)
        {
            return measured;
        }

        IReadOnlyList<Series> fastest = Ranking.Fastest(measured, size, baseline, Ranking.MostHighlighted);
        return fastest.Contains(tail.Lowest)
            ? fastest
            : [.. Ranking.Fastest(measured, size, baseline, Ranking.MostHighlighted - 1), tail.Lowest];
    }

    private static string Title(RunResult run, Curve[] curves, TailQuantile tail, long size, int measured)
    {
        Curve median = curves.MinBy(curve => curve.Measurement.Statistics!.P50)!;
        Curve low = curves.First(curve => curve.Measurement == tail.Lowest.At(size));
        string first =
            "the lowest median "
            + $"({new Nanoseconds(median.Measurement.Statistics!.P50)}{(IsUnclear(run, size) ? ", within noise" : string.Empty)})";
        string second = $"the lowest {tail.Name} ({new Nanoseconds(tail.Value(low.Measurement))})";
        int several = curves.Count(curve => curve.Modes.Count > 0);
        string modes = several == 0
            ? string.Empty
            : $"; {several} of {(curves.Length < measured ? $"the {curves.Length} drawn" : $"{curves.Length}")} "
                + $"{(curves.Length == 1 ? "has" : "have")} several modes";
        return curves.Length == 1
            ? $"At {SizeText.Of(size)}, {median.Series.Name} has a median of {new Nanoseconds(median.Measurement.Statistics.P50)} "
                + $"and a {tail.Name} of {new Nanoseconds(tail.Value(low.Measurement))}{modes}"
            : $"At {SizeText.Of(size)}, {median.Series.Name} has "
                + $"{first}{(low == median ? $" and {second}" : $", but {low.Series.Name} {second}")}{modes}";
    }

    private static bool IsUnclear(RunResult run, long size) =>
        Findings.At(run, size) is not { Comparison: { } comparison } || !Findings.IsDecided(comparison);

    private static LineMark Line(Curve curve)
    {
        MeasurementStatistics statistics = curve.Measurement.Statistics!;
        (double Share, string Name, Func<MeasurementStatistics, double> Value)[] named = [.. s_named
            .Where(one => one.Share <= curve.Highest && one.Share >= curve.Lowest)];
        TailScale scale = new(Lowest, Highest);
        double from = scale.Place(curve.Lowest);
        double to = scale.Place(curve.Reliable);

        // Percentiles of thinned samples can differ a little from those of all samples; clamping keeps the curve from falling.
        IEnumerable<LinePoint> shape = Enumerable.Range(0, Vertices)
            .Select(index => scale.ShareAt(from + ((to - from) * index / (Vertices - 1))))
            .Where(share => named.All(one => Math.Abs(one.Share - share) > 1e-6))
            .Select(share => new LinePoint(share, Math.Clamp(
                curve.Samples.Quantile(share),
                named.Where(one => one.Share < share).Select(one => one.Value(statistics)).DefaultIfEmpty(double.NegativeInfinity).Max(),
                named.Where(one => one.Share > share).Select(one => one.Value(statistics)).DefaultIfEmpty(double.PositiveInfinity).Min())));
        IEnumerable<LinePoint> marked = named.Select(one => new LinePoint(one.Share, one.Value(statistics))
        {
            Tip = $"{curve.Series.Name}: {one.Name} {new Nanoseconds(one.Value(statistics))}",
        });
        return new LineMark
        {
            Name = curve.Series.Name,
            Series = curve.Series.Number,
            HasLabel = true,
            Tip = $"{curve.Series.Name}: {RunCaption.Count(statistics.N, "transfer")}",
            Points = [.. shape.Concat(marked).OrderBy(point => point.X)],
        };
    }

    private static IEnumerable<Mark> Rings(Curve curve) => curve.Modes.Select(mode => new SymbolMark(
        Math.Clamp(curve.Samples.ShareUpTo(mode.Nanoseconds), Lowest, Highest), mode.Nanoseconds, curve.Series.Number, SymbolShape.Ring)
    {
        Tip = $"{curve.Series.Name}: mode near {new Nanoseconds(mode.Nanoseconds)}, {mode.Share:P0} of transfers",
    });

    private static IEnumerable<Note> ModesInWords(Curve[] curves)
    {
        string[] several = [.. curves.Where(curve => curve.Modes.Count > 0).Select(curve =>
        {
            string[] modes = [.. curve.Modes
                .Select(mode => FormattableString.Invariant($"near {new Nanoseconds(mode.Nanoseconds)} ({100 * mode.Share:0} %)"))];
            return $"{curve.Series.Name} {SizeText.Words(modes)}";
        })];
        return several.Length == 0 ? [] : [new Note($"Several modes, with their shares of the transfers: {string.Join("; ", several)}.")];
    }

    private static IEnumerable<Note> Thinned(Curve[] curves)
    {
        long kept = curves.Sum(curve => (long)curve.Samples.Values.Count);
        return curves.Any(curve => curve.Samples.IsThinned)
            ?
            [
                new Note(
                    $"Drawn from {RunCaption.Count(kept, "sample")} at evenly spaced ranks of "
                    + $"{RunCaption.Count(curves.Sum(curve => curve.Samples.Total), "transfer")}; the named percentiles come from all "
                    + "transfers, and a straight line leads to the last one."),
            ]
            : [];
    }

    // The percentile in the title: p99 when every strategy has enough transfers for it, otherwise p90.
    private sealed record TailQuantile(string Name, Func<Measurement, double> Value, Series Lowest)
    {
        public static TailQuantile Of(Series[] measured, long size)
        {
            bool isFar = measured.All(one => Percentiles.IsShown(one.At(size)!.Statistics!.N, 0.99));
            (string name, Func<Measurement, double> value) = isFar
                ? ("p99", new Func<Measurement, double>(measurement => measurement.Statistics!.P99))
                : ("p90", measurement => measurement.Statistics!.P90);
            return new TailQuantile(name, value, measured.MinBy(one => value(one.At(size)!))!);
        }
    }

    private sealed class Curve
    {
        public Curve(Series series, Measurement measurement)
        {
            Series = series;
            Measurement = measurement;
            Samples = PooledSamples.Of(measurement);
            Modes = Statistics.Modes.Of(measurement);
            double one = 1d / (Samples.Total + 1);
            Lowest = Math.Max(Distribution.Lowest, one);
            Highest = Math.Min(Distribution.Highest, 1 - one);
            Reliable = Math.Max(Lowest, Math.Min(Highest, Samples.ReliableShare));
        }

        public Series Series { get; }

        public Measurement Measurement { get; }

        public PooledSamples Samples { get; }

        public IReadOnlyList<Mode> Modes { get; }

        public double Lowest { get; }

        public double Highest { get; }

        public double Reliable { get; }
    }
}
