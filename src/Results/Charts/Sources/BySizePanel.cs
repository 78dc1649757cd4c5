using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Results.Charts.Sources;

/// <summary>Builds the plot of a quantity against file size, both on logarithmic axes.</summary>
internal static class BySizePanel
{
    private const double Height = 330;
    private const double Padding = 1.18;
    private const double SingleSizeReach = 3;
    private const double SingleSizeShare = 1.3;
    private const double RoomForZeros = 0.09;

    /// <summary>The plot of a quantity.</summary>
    public static Panel Of(IReadOnlyList<Series> series, Quantity quantity, IReadOnlyList<LineMark> references)
    {
        IReadOnlyList<long> sizes = [.. Series.Sizes(series).Where(size => size > 0)];
        Series? named = quantity.NamesTheHighest ? quantity.Highest(series) : null;
        LineMark[] lines = [.. series
            .Select((one, rank) => Line(one, rank, quantity, sizes, series.Count) with { HasLabel = one.IsHighlighted || one == named })
            .Where(line => line.Points.Count > 0)];
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
            Y = ValueAxis(
                quantity.Title,
                quantity.Tick,
                [.. points.SelectMany(point => new[] { point.Y, point.Lower ?? point.Y, point.Upper ?? point.Y })]),
            Marks = [.. references, .. lines.Where(line => line.IsQuiet), .. lines.Where(line => !line.IsQuiet)],
            Height = Height,
        };
    }

    /// <summary>A legend entry for the grey lines without a label, when there are any.</summary>
    public static IReadOnlyList<LegendEntry> Legend(IReadOnlyList<Series> series) => series.Count(one => !one.IsHighlighted) is var quiet
        and > 0
        ?
        [
            new LegendEntry(
                $"{quiet} more in grey, listed below: open the picture by itself and point at a line to see its name", null, Tone.Muted),
        ]
        : [];

    /// <summary>A note with the names of the grey lines, and the rule by which the others were chosen.</summary>
    public static IEnumerable<Note> Quiet(IReadOnlyList<Series> series)
    {
        string[] names = [.. Ranking.BestFirst([.. series]).Where(one => !one.IsHighlighted).Select(one => one.Name)];
        return names.Length == 0
            ? []
            : [new Note($"In colour: {Ranking.Rule}. In grey, the fastest overall first: {string.Join(", ", names)}.", IsWhole: true)];
    }

    /// <summary>A logarithmic axis for these values, with room for zeros when there are any.</summary>
    public static Axis ValueAxis(string title, Func<double, string> text, IReadOnlyList<double> values, int mostTicks = 7)
    {
        double[] positive = [.. values.Where(value => value > 0)];
        double min = positive.DefaultIfEmpty(1).Min() / Padding;
        double max = positive.DefaultIfEmpty(1).Max() * Padding;
        bool hasZeros = values.Any(value => value <= 0);
        return new Axis
        {
            Scale = new LogScale(min, max, hasZeros ? RoomForZeros : 0),
            Ticks =
            [
                .. hasZeros ? [new Tick(0, "0")] : Array.Empty<Tick>(),
                .. RoundTicks.Log(min, max, mostTicks).Select(tick => new Tick(tick, text(tick))),
            ],
            Title = title,
            HasGrid = true,
        };
    }

    private static LogScale SizeScale(IReadOnlyList<long> sizes) => sizes.Count > 1
        ? new LogScale(sizes[0], sizes[^1])
        : new LogScale(sizes.DefaultIfEmpty(1).First() / SingleSizeReach, sizes.DefaultIfEmpty(1).First() * SingleSizeReach);

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

            (double Lower, double Upper)? band = series.IsHighlighted ? quantity.Band(measurement) : null;

            // With a single size all points would lie on top of each other, so they are spread out.
            double place = sizes.Count > 1 ? 1 : Math.Pow(SingleSizeReach, SingleSizeShare * (rank - ((count - 1) / 2d)) / count);
            points.Add(new LinePoint(sizes[index] * place, value)
            {
                Lower = band?.Lower,
                Upper = band?.Upper,
                IsJoined = last == index - 1,
                Tip = $"{series.Name}, {SizeText.Of(sizes[index])}: {quantity.Describe(measurement)}",
            });
            last = index;
        }

        return new LineMark
        {
            Name = series.Name,
            Series = series.Number,
            Points = points,
            IsQuiet = !series.IsHighlighted,
            Tip = Summary(points),
        };
    }

    private static string Summary(List<LinePoint> points) => points.Count switch
    {
        0 => string.Empty,
        1 => points[0].Tip!,
        _ => $"{points[0].Tip}; {points[^1].Tip}",
    };
}
