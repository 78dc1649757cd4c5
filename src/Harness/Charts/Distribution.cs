using FileTransfer.Harness.Charts.Model;
using FileTransfer.Harness.Charts.Sources;
using FileTransfer.Harness.Results;
using FileTransfer.Harness.Statistics;

namespace FileTransfer.Harness.Charts;

/// <summary>How the times of a size are distributed, up to p99.9: one picture per size.</summary>
public sealed class Distribution : IChart
{
    private const string Reading =
        "The share of transfers (across, stretched towards both ends) that took at most so long (upwards, logarithmic): the empirical distribution of all launches together, each of which weighs the same. A flat part is a time that many transfers took, a steep part a rare one. Rings mark modes (Lowland). Lines end where there are too few transfers to go on.";

    private const double Height = 330;
    private const double Lowest = 0.01;
    private const double Highest = 0.999;
    private const int Vertices = 160;
    private const int FewestForTail = 100;

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
        Curve[] curves = [.. all.Where(one => one.At(size) is not null).Select(one => new Curve(one, one.At(size)!))];
        LineMark[] lines = [.. curves.Select(curve => Line(curve, curves.Length <= BySizePanel.MostLabelled))];
        bool isCrowded = curves.Length > BySizePanel.MostLabelled;
        IEnumerable<Mark> rings = isCrowded ? [] : curves.SelectMany(Rings);
        return new ChartModel
        {
            Id = $"{Name}-{SizeText.ForName(size)}",
            Title = Title(run, curves, size),
            Subtitle = RunCaption.Of(run, curves.Select(curve => curve.Measurement)),
            Description = Reading,
            Panels =
            [
                new Panel
                {
                    X = new Axis
                    {
                        Scale = new TailScale(Lowest, Highest),
                        Ticks = [new Tick(0.01, "p1"), new Tick(0.1, "p10"), new Tick(0.5, "median"), new Tick(0.9, "p90"), new Tick(0.99, "p99"), new Tick(0.999, "p99.9")],
                        Title = "share of transfers that took at most so long",
                        HasGrid = true,
                    },
                    Y = BySizePanel.ValueAxis("time per transfer", TickText.Time, [.. lines.SelectMany(line => line.Points).Select(point => point.Y)]),
                    Marks = [.. lines, .. rings],
                    Height = Height,
                },
            ],
            Legend = !isCrowded
                ? []
                : [.. curves.OrderByDescending(curve => curve.Measurement.Statistics!.P99).Select(curve => new LegendEntry(curve.Series.Name, curve.Series.Number))],
            Notes = [.. RunNotes.Of(run, all, [size], onlyThese: true), .. ModesInWords(curves), .. Thinned(curves), new Note(Reading)],
        };
    }

    private static string Title(RunResult run, Curve[] curves, long size)
    {
        bool hasTail = curves.All(curve => curve.Measurement.Statistics!.N >= FewestForTail);
        (string tail, Func<Curve, double> value) = hasTail
            ? ("p99", new Func<Curve, double>(curve => curve.Measurement.Statistics!.P99))
            : ("p90", curve => curve.Measurement.Statistics!.P90);
        Curve median = curves.MinBy(curve => curve.Measurement.Statistics!.P50)!;
        Curve low = curves.MinBy(value)!;
        string first = $"the lowest median ({new Nanoseconds(median.Measurement.Statistics!.P50)}{(IsUnclear(run, size) ? ", within noise" : string.Empty)})";
        string second = $"the lowest {tail} ({new Nanoseconds(value(low))})";
        int several = curves.Count(curve => curve.Modes.Count > 0);
        string modes = several == 0 ? string.Empty : $"; {several} of {curves.Length} {(curves.Length == 1 ? "has" : "have")} several modes";
        return curves.Length == 1
            ? $"At {SizeText.Of(size)}, {median.Series.Name} has a median of {new Nanoseconds(median.Measurement.Statistics.P50)} and a {tail} of {new Nanoseconds(value(low))}{modes}"
            : $"At {SizeText.Of(size)}, {median.Series.Name} has {first}{(low == median ? $" and {second}" : $", but {low.Series.Name} {second}")}{modes}";
    }

    private static bool IsUnclear(RunResult run, long size) => Findings.At(run, size) is not { Comparison: { } comparison } || !Findings.IsDecided(comparison);

    private static LineMark Line(Curve curve, bool isLabelled)
    {
        MeasurementStatistics statistics = curve.Measurement.Statistics!;
        (double Share, string Name, Func<MeasurementStatistics, double> Value)[] named = [.. s_named.Where(one => one.Share <= curve.Highest && one.Share >= curve.Lowest)];
        TailScale scale = new(Lowest, Highest);
        double from = scale.Place(curve.Lowest);
        double to = scale.Place(curve.Reliable);

        // Kept samples can be a little off the percentiles of all, which must not make the curve fall.
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
            HasLabel = isLabelled,
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
            string[] modes = [.. curve.Modes.Select(mode => FormattableString.Invariant($"near {new Nanoseconds(mode.Nanoseconds)} ({100 * mode.Share:0} %)"))];
            return $"{curve.Series.Name} {SizeText.Words(modes)}";
        })];
        return several.Length == 0 ? [] : [new Note($"Several modes, with their shares of the transfers: {string.Join("; ", several)}.")];
    }

    private static IEnumerable<Note> Thinned(Curve[] curves)
    {
        long kept = curves.Sum(curve => (long)curve.Samples.Values.Count);
        return curves.Any(curve => curve.Samples.IsThinned)
            ? [new Note($"Drawn from {RunCaption.Count(kept, "evenly spaced rank")} kept of {RunCaption.Count(curves.Sum(curve => curve.Samples.Total), "transfer")}; the named percentiles are those of all, and a straight line leads to the last.")]
            : [];
    }

    private sealed class Curve
    {
        public Curve(Series series, Measurement measurement)
        {
            Series = series;
            Measurement = measurement;
            Samples = new PooledSamples(measurement.Launches);
            Modes = Statistics.Modes.Several(Samples);
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
