using System.Globalization;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Charts.Sources;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Results.Charts;

/// <summary>The time of every transfer in chronological order: one picture per size, one plot per strategy.</summary>
internal sealed class Timeline : IChart
{
    private const string Reading =
        "Every transfer in order. Every launch is a new process and has the same width; its number of transfers is below. The axis is "
        + "logarithmic and the same in all plots. Where transfers are dense, a vertical line reaches from the shortest to the longest, "
        + "with a dot at their median. Horizontal lines and the times beside names are medians. Triangles mark change points "
        + "(EdPelt): the median changes by 25 % or more.";

    private const double Height = 92;
    private const double LowHeight = 74;
    private const int MostTicks = 4;
    private const int MostLongCounts = 8;
    private const int MostInOneColumn = 6;
    private const int MostPanels = 12;
    private const double Gap = 0.03;
    private const double Spread = 1.2;

    /// <inheritdoc/>
    public string Name => "timeline";

    /// <inheritdoc/>
    public IReadOnlyList<ChartModel> Build(RunResult run)
    {
        IReadOnlyList<Series> all = Series.Of(run);
        return [.. Series.Sizes(all).Select(size => Build(run, all, size))];
    }

    private ChartModel Build(RunResult run, IReadOnlyList<Series> all, long size)
    {
        Series[] measured = [.. all.Where(one => one.At(size) is not null)];
        IReadOnlyList<Series> shown = measured.Length > Ranking.MostHighlighted
            ? Ranking.Fastest(measured, size, run.Run.Baseline, MostPanels)
            : measured;
        CaseTimeline[] timelines = [.. shown.AsParallel().AsOrdered().Select(one => new CaseTimeline(one, one.At(size)!))];
        double[] extremes = [.. timelines
            .SelectMany(timeline => timeline.Launches)
            .Where(launch => launch.Nanoseconds.Count > 0)
            .SelectMany(launch => new double[] { launch.Nanoseconds.Min(), launch.Nanoseconds.Max() })];
        Axis time = BySizePanel.ValueAxis("time per transfer", TickText.Time, extremes, MostTicks) with { Title = null };
        bool isCrowded = timelines.Length > MostInOneColumn;
        return new ChartModel
        {
            Id = $"{Name}-{SizeText.ForName(size)}",
            Title = Title(timelines, SizeText.Of(size), measured.Length),
            Subtitle = RunCaption.Of(run, timelines.Select(timeline => timeline.Measurement)),
            Description = Reading,
            Columns = isCrowded ? 2 : 1,
            Panels = [.. timelines.Select(timeline => Panel(timeline, time, isCrowded))],
            Notes = [.. RunNotes.Of(run, all, [size], onlyThese: true), .. Ranking.NotDrawn(measured, shown, size), new Note(Reading)],
        };
    }

    private static string Title(CaseTimeline[] timelines, string size, int measured)
    {
        CaseTimeline widest = timelines.MaxBy(timeline => timeline.Spread)!;
        int changes = timelines.Sum(timeline => timeline.Changes);
        string changePoints = changes == 0 ? string.Empty : $"; {RunCaption.Count(changes, "change point")} inside launches";
        string finding = widest.Spread switch
        {
            >= Spread => $"At {size}, launches of {widest.Series.Name} differ by {Digits.Ratio(widest.Spread)}×: medians from "
                + $"{new Nanoseconds(widest.Shortest)} to {new Nanoseconds(widest.Longest)}{changePoints}",
            > 1 => $"At {size}, launches agree: no strategy's medians differ by more than {Digits.Ratio(widest.Spread)}×{changePoints}",
            _ => $"At {size}, the times of {(timelines.Length == 1 ? timelines[0].Series.Name : $"{timelines.Length} strategies")} in order"
                + changePoints,
        };
        return timelines.Length < measured ? $"{finding} (of the {timelines.Length} drawn)" : finding;
    }

    private static Panel Panel(CaseTimeline timeline, Axis time, bool isLow)
    {
        Tick[] launches = [.. timeline.Launches.Select((launch, number) => new Tick(
            number + 0.5,
            Count(launch, timeline.Launches.Count > MostLongCounts),
            $"launch {number + 1}: {RunCaption.Count(launch.ThinnedFrom ?? launch.Nanoseconds.Count, "transfer")}"))];
        return new Panel
        {
            Title = timeline.Series.Name,
            Detail = isLow ? timeline.Time : timeline.Detail,
            X = new Axis
            {
                Scale = new LinearScale(0, Math.Max(1, timeline.Launches.Count)),
                Ticks = launches,
                Dividers = [.. Enumerable.Range(1, Math.Max(0, timeline.Launches.Count - 1)).Select(number => (double)number)],
            },
            Y = time,
            Marks = [.. timeline.Launches.SelectMany((launch, number) => Marks(timeline, launch, number))],
            Height = isLow ? LowHeight : Height,
        };
    }

    private static string Count(Launch launch, bool isShort)
    {
        int count = launch.ThinnedFrom ?? launch.Nanoseconds.Count;
        return isShort && count >= 10_000
            ? (count / 1000d).ToString("0.#", CultureInfo.InvariantCulture) + "k"
            : count.ToString("N0", CultureInfo.InvariantCulture);
    }

    private static IEnumerable<Mark> Marks(CaseTimeline timeline, Launch launch, int number)
    {
        string name = $"{timeline.Series.Name}, launch {number + 1}";
        double left = number + Gap;
        double right = number + 1 - Gap;
        int count = launch.Nanoseconds.Count;
        if (count == 0)
        {
            yield break;
        }

        yield return new TraceMark
        {
            Series = timeline.Series.Number,
            Left = left,
            Right = right,
            Values = launch.Nanoseconds,
            Describe = index => $"{name}, transfer {index + 1}: {new Nanoseconds(launch.Nanoseconds[index])}",
            Tip = $"{name}: {RunCaption.Count(launch.ThinnedFrom ?? count, "transfer")}, "
                + $"shortest {new Nanoseconds(launch.Nanoseconds.Min())}, median {new Nanoseconds(launch.MedianNanoseconds)}, "
                + $"longest {new Nanoseconds(launch.Nanoseconds.Max())}",
        };

        Segment? before = null;
        foreach (Segment segment in timeline.Segments[number])
        {
            double from = left + ((right - left) * segment.Start / count);
            double to = left + ((right - left) * segment.End / count);
            yield return new SegmentMark(from, segment.MedianNanoseconds, to, segment.MedianNanoseconds, Tone.Ink)
            {
                Tip = $"{name}: median {new Nanoseconds(segment.MedianNanoseconds)}",
            };
            if (before is not null)
            {
                double share = (double)segment.Start / count;
                long transfers = (long)Math.Round(share * (launch.ThinnedFrom ?? count));
                string change =
                    $"{name}: after {RunCaption.Count(transfers, "transfer")} the median changes from "
                    + $"{new Nanoseconds(before.MedianNanoseconds)} to {new Nanoseconds(segment.MedianNanoseconds)}";
                yield return new SymbolMark(from, segment.MedianNanoseconds, null, SymbolShape.Wedge) { Tip = change };
            }

            before = segment;
        }
    }

    private sealed class CaseTimeline(Series series, Measurement measurement)
    {
        public Series Series => series;

        public Measurement Measurement => measurement;

        public IReadOnlyList<Launch> Launches => measurement.Launches;

        public IReadOnlyList<IReadOnlyList<Segment>> Segments { get; } = [.. measurement.Launches.Select(ChangePoints.Of)];

        public int Changes => Segments.Sum(segments => Math.Max(0, segments.Count - 1));

        public double Shortest => Medians.Min();

        public double Longest => Medians.Max();

        public double Spread => Shortest > 0 ? Longest / Shortest : 1;

        private IEnumerable<double> Medians =>
            Launches.Where(launch => launch.Nanoseconds.Count > 0).Select(launch => launch.MedianNanoseconds);

        public string Time => new Nanoseconds(measurement.Statistics!.P50).ToString();

        public string Detail
        {
            get
            {
                string launches = Launches.Count > 1 ? $", launches {Digits.Ratio(Spread)}× apart" : string.Empty;
                return $"median {Time}{launches}" + (Changes > 0 ? $", {RunCaption.Count(Changes, "change point")}" : string.Empty);
            }
        }
    }
}
