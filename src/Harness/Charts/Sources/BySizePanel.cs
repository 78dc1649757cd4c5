using FileTransfer.Harness.Charts.Model;

namespace FileTransfer.Harness.Charts.Sources;

/// <summary>Draws a quantity against size, both on logarithmic axes.</summary>
internal static class BySizePanel
{
    /// <summary>Series up to which lines carry their names and bands; above it there is a legend.</summary>
    public const int MostLabelled = 8;

    private const double Height = 330;
    private const double Padding = 1.18;
    private const double LonelyReach = 3;
    private const double LonelyShare = 1.3;
    private const double FootOfZeros = 0.09;

    /// <summary>The plot of a quantity.</summary>
    public static Panel Of(IReadOnlyList<Series> series, Quantity quantity, IReadOnlyList<LineMark> references)
    {
        IReadOnlyList<long> sizes = [.. Series.Sizes(series).Where(size => size > 0)];
        LineMark[] lines = [.. series.Select((one, rank) => Line(one, rank, quantity, sizes, series.Count)).Where(line => line.Points.Count > 0)];
        LinePoint[] points = [.. lines.Concat(references).SelectMany(line => line.Points)];
        Axis x = new()
        {
            Scale = SizeScale(sizes),
            Ticks = [.. sizes.Select(size => new Tick(size, SizeText.Of(size)))],
            Title = "file size",
        };
        return new Panel
        {
            X = x,
            Y = ValueAxis(quantity.Title, quantity.Tick, [.. points.SelectMany(point => new[] { point.Y, point.Lower ?? point.Y, point.Upper ?? point.Y })]),
            Marks = [.. references, .. lines],
            Height = Height,
        };
    }

    /// <summary>The names of the lines, those that end highest first, when they are too many to stand beside the lines.</summary>
    public static IReadOnlyList<LegendEntry> Legend(IReadOnlyList<Series> series, Quantity quantity) => series.Count <= MostLabelled
        ? []
        : [.. series
            .Where(one => one.Measured.Count > 0)
            .OrderByDescending(one => quantity.Value(one.Measured[^1]) ?? 0)
            .Select(one => new LegendEntry(one.Name, one.Number))];

    /// <summary>A logarithmic axis for these values, with room for zeros when there are any.</summary>
    public static Axis ValueAxis(string title, Func<double, string> text, IReadOnlyList<double> values, int mostTicks = 7)
    {
        double[] positive = [.. values.Where(value => value > 0)];
        double min = positive.DefaultIfEmpty(1).Min() / Padding;
        double max = positive.DefaultIfEmpty(1).Max() * Padding;
        bool hasZeros = values.Any(value => value <= 0);
        return new Axis
        {
            Scale = new LogScale(min, max, hasZeros ? FootOfZeros : 0),
            Ticks = [.. hasZeros ? [new Tick(0, "0")] : Array.Empty<Tick>(), .. RoundTicks.Log(min, max, mostTicks).Select(tick => new Tick(tick, text(tick)))],
            Title = title,
            HasGrid = true,
        };
    }

    private static LogScale SizeScale(IReadOnlyList<long> sizes) => sizes.Count > 1
        ? new LogScale(sizes[0], sizes[^1])
        : new LogScale(sizes.DefaultIfEmpty(1).First() / LonelyReach, sizes.DefaultIfEmpty(1).First() * LonelyReach);

    private static LineMark Line(Series series, int rank, Quantity quantity, IReadOnlyList<long> sizes, int count)
    {
        List<LinePoint> points = [];
        int last = -1;
        for (int index = 0; index < sizes.Count; index++)
        {
            if (series.At(sizes[index]) is not { } measurement || quantity.Value(measurement) is not { } value)
            {
                continue;
            }

            (double Lower, double Upper)? band = count <= MostLabelled ? quantity.Band(measurement) : null;

            // With but one size everything would lie on top of everything.
            double place = sizes.Count > 1 ? 1 : Math.Pow(LonelyReach, LonelyShare * (rank - ((count - 1) / 2d)) / count);
            points.Add(new LinePoint(sizes[index] * place, value)
            {
                Lower = band?.Lower,
                Upper = band?.Upper,
                IsJoined = last == index - 1,
                Tip = $"{series.Name}, {SizeText.Of(sizes[index])}: {quantity.Describe(measurement)}",
            });
            last = index;
        }

        return new LineMark { Name = series.Name, Series = series.Number, Points = points, HasLabel = count <= MostLabelled, Tip = Summary(points) };
    }

    private static string Summary(List<LinePoint> points) => points.Count switch
    {
        0 => string.Empty,
        1 => points[0].Tip!,
        _ => $"{points[0].Tip}; {points[^1].Tip}",
    };
}
