using System.Globalization;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Charts.Sources;

namespace FileTransfer.Harness.Load.Reports;

/// <summary>The pictures of a sweep: throughput, latency and CPU cost over the number of connections or over the rate.</summary>
internal static class LoadCharts
{
    private const double Height = 300;
    private const double Room = 1.15;
    private const int MostTicks = 9;

    /// <summary>The pictures; none with fewer than two points that have a result, and none of an imitated system.</summary>
    public static IReadOnlyList<ChartModel> Of(LoadSweep sweep)
    {
        (double Load, LoadResult Result)[] points =
        [
            .. sweep.Points
                .Where(point => point is { Reason: null, Result.LatencyNanoseconds: not null })
                .Select(point => (point.Load, point.Result!)),
        ];
        return points.Length < 2 || sweep.Emulation is not null
            ? []
            : [Throughput(sweep, points), Latency(sweep, points), Cost(sweep, points)];
    }

    /// <summary>Processor, kernel and runtime of the sender.</summary>
    public static string Machine(LoadResult result)
    {
        Strategies.Machine.MachineFacts sender = result.Environment.Sender;
        return $"{sender.Hardware()}, kernel {sender.Kernel}, {sender.Runtime}, commit {sender.Commit}";
    }

    private static ChartModel Throughput(LoadSweep sweep, (double Load, LoadResult Result)[] points)
    {
        (double load, LoadResult best) = points.MaxBy(point => point.Result.ThroughputMBps ?? 0);
        return Chart(
            sweep,
            points,
            "throughput",
            $"{best.Strategy} delivers most at {LoadText.At(sweep, load)}: {Digits.Significant(best.ThroughputMBps ?? 0, 3)} MB/s",
            "Higher is better. Payload of all transfers by the time from the start to the last acknowledgement; MB are powers of 10. "
            + "Transfers that the receiver checked by checksum are among them.",
            "payload delivered per second",
            TickText.Rate,
            ("throughput", result => result.ThroughputMBps, value => $"{Digits.Significant(value, 3)} MB/s"));
    }

    private static ChartModel Latency(LoadSweep sweep, (double Load, LoadResult Result)[] points)
    {
        string from = points[0].Result.RatePerSecond.Asked is null ? "start" : "intended start";
        static string Time(double value) => new Nanoseconds(value).ToString();
        return Chart(
            sweep,
            points,
            "latency",
            Knee.Of(sweep) is { } knee ? $"P99 leaves its floor at {LoadText.At(sweep, knee)}" : "P99 stays within twice its lowest value",
            $"Lower is better. Time from the {from} of a transfer to its acknowledgement; both axes are logarithmic.",
            $"time from the {from}",
            TickText.Time,
            ("P50", result => result.LatencyNanoseconds!.P50, Time),
            ("P99", result => result.LatencyNanoseconds!.P99, Time),
            ("P99.9", result => result.LatencyNanoseconds!.P999, Time));
    }

    private static ChartModel Cost(LoadSweep sweep, (double Load, LoadResult Result)[] points)
    {
        static string Seconds(double value) => $"{Digits.Significant(value, 3)} s/GB";
        return Chart(
            sweep,
            points,
            "cpu",
            $"CPU time per GB from {LoadText.At(sweep, points[0].Load)} to {LoadText.At(sweep, points[^1].Load)}",
            "Lower is better. CPU time of each end per 10⁹ bytes. Of an open loop the sender's contains the generator's, which spins just "
            + "before each transfer is due.",
            "CPU time per GB",
            tick => $"{tick.ToString("0.######", CultureInfo.InvariantCulture)} s",
            ("sender", result => result.SenderCpuSecondsPerGB, Seconds),
            ("receiver", result => result.ReceiverCpuSecondsPerGB, Seconds));
    }

    private static ChartModel Chart(
        LoadSweep sweep,
        (double Load, LoadResult Result)[] points,
        string name,
        string title,
        string reading,
        string quantity,
        Func<double, string> tick,
        params (string Name, Func<LoadResult, double?> Value, Func<double, string> Text)[] lines)
    {
        LineMark[] drawn = [.. lines.Select((line, i) => Line(sweep, points, line, i)).Where(line => line.Points.Count > 0)];
        double? knee = Knee.Of(sweep);
        return new ChartModel
        {
            Id = $"{name}-by-{(sweep.IsByRate ? "rate" : "connections")}",
            Title = title,
            Subtitle = Caption(sweep, points[0].Result),
            Description = reading,
            Panels =
            [
                new Panel
                {
                    X = LoadAxis(sweep, points, knee),
                    Y = BySizePanel.ValueAxis(quantity, tick, [.. drawn.SelectMany(line => line.Points).Select(point => point.Y)]),
                    Marks =
                    [
                        .. drawn,
                        .. knee is { } load
                            ? [new SymbolMark(load, 0, null, SymbolShape.Wedge) { Tip = $"knee: {LoadText.At(sweep, load)}" }]
                            : Array.Empty<Mark>(),
                    ],
                    Height = Height,
                },
            ],
            Legend = [.. drawn.Select((line, i) => new LegendEntry(line.Name, i))],
            Notes =
            [
                .. sweep.Points.Where(point => point.Reason is not null)
                    .Select(point => new Note($"No result at {LoadText.At(sweep, point.Load)}: {point.Reason}", IsGrave: true)),
                new Note(reading),
                .. points[0].Result.Proof is { } proof ? [new Note($"Proof: {ProofNote.Words(proof)}.")] : Array.Empty<Note>(),
                new Note(knee is null ? LoadMarkdown.KneeText(sweep) : $"{LoadMarkdown.KneeText(sweep)} A line and a wedge mark it."),
            ],
        };
    }

    private static LineMark Line(
        LoadSweep sweep,
        (double Load, LoadResult Result)[] points,
        (string Name, Func<LoadResult, double?> Value, Func<double, string> Text) line,
        int series)
    {
        LinePoint[] drawn =
        [
            .. points
                .Select(point => (point.Load, Value: line.Value(point.Result)))
                .Where(point => point.Value is > 0)
                .Select(point => new LinePoint(point.Load, point.Value!.Value)
                {
                    Tip = $"{LoadText.At(sweep, point.Load)}, {line.Name}: {line.Text(point.Value.Value)}",
                }),
        ];
        return new LineMark
        {
            Name = line.Name,
            Series = series,
            Points = drawn,
            HasLabel = false,
            Tip = string.Join("; ", drawn.Where((_, i) => i == 0 || i == drawn.Length - 1).Select(point => point.Tip)),
        };
    }

    private static Axis LoadAxis(LoadSweep sweep, (double Load, LoadResult Result)[] points, double? knee)
    {
        double[] loads = [.. points.Select(point => point.Load).Concat(knee is { } load ? [load] : []).Distinct().Order()];
        int stride = (loads.Length + MostTicks - 1) / MostTicks;
        return new Axis
        {
            Scale = new LogScale(loads[0] / Room, loads[^1] * Room),
            Ticks = [.. loads.Where((_, i) => i % stride == 0).Select(load => new Tick(load, LoadText.PerSecond(load)))],
            Title = sweep.IsByRate ? "transfers per second asked for" : "connections",
            Dividers = knee is { } at ? [at] : [],
        };
    }

    private static string Caption(LoadSweep sweep, LoadResult result) => string.Create(
        CultureInfo.InvariantCulture,
        $"{result.Strategy} over {result.Transport}, {LoadText.Sizes(result)}"
        + $"{(sweep.IsByRate ? $", {result.Connections} connections" : "")}; {Machine(result)}; {sweep.StartedUtc:yyyy-MM-dd}");
}
