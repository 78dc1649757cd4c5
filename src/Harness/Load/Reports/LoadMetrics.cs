using System.Globalization;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Strategies.Metrics;

namespace FileTransfer.Harness.Load.Reports;

/// <summary>What was asked of a load: labels of a step that has no result to tell them.</summary>
/// <param name="Strategy">Id of the strategy.</param>
/// <param name="Size">Sizes as <see cref="LoadText.Sizes(LoadResult)"/> writes them.</param>
/// <param name="Connections">Number of connections in a sweep of rates, as it was written.</param>
internal sealed record AskedLoad(string Strategy, string Size, string Connections);

/// <summary>A sweep as OpenMetrics text: <c>load --metrics</c>.</summary>
internal static class LoadMetrics
{
    private const string Prefix = "filetransfer_load";
    private const double Nano = 1e9;
    private const double Mega = 1e6;

    /// <summary>The text. A step without a result has <c>filetransfer_load_success</c> 0 and nothing else.</summary>
    public static string Text(LoadSweep sweep, AskedLoad asked)
    {
        (LoadResult Result, (string, string)[] Labels)[] steps =
        [
            .. sweep.Points
                .Where(point => point is { Reason: null, Result: not null })
                .Select(point => (point.Result!, LabelsOf(sweep, point, asked))),
        ];
        MetricSample[] Each(Func<LoadResult, double?> value) =>
        [
            .. from step in steps let found = value(step.Result) where found is not null select new MetricSample(found.Value, step.Labels),
        ];
        return new OpenMetricsText()
            .Gauge($"{Prefix}_success", "", "1 when the step has a result, 0 when it has none.", sweep.Points.Select(point =>
                new MetricSample(point.Reason is null ? 1 : 0, LabelsOf(sweep, point, asked))))
            .Gauge($"{Prefix}_threshold_met", "", "1 when every step keeps to the threshold, 0 when it is crossed or not known.",
                (sweep.Thresholds ?? []).Select(outcome => new MetricSample(
                    outcome.IsMet ? 1 : 0,
                    [.. OfSweep(sweep, asked), ("threshold", outcome.Condition)])))
            .Gauge($"{Prefix}_start_timestamp", "seconds", "When the first transfer began, in seconds since 1970.",
                Each(result => (result.StartedUtc - DateTimeOffset.UnixEpoch).TotalSeconds))
            .Gauge($"{Prefix}_duration", "seconds", "Time from the start to the last acknowledgement.",
                Each(result => result.DurationSeconds))
            .Counter($"{Prefix}_transfers", "", "Timed transfers.", Each(result => result.Transfers))
            .Counter($"{Prefix}_checked_transfers", "", "Further transfers, which the receiver checked by checksum.",
                Each(result => result.CheckedByChecksum))
            .Counter($"{Prefix}_not_begun_transfers", "", "Transfers that were due and never begun.", Each(result => result.NotBegun))
            .Counter(Prefix, "bytes", "Payload bytes of all transfers, timed and checked.", Each(result => result.Bytes))
            .Counter($"{Prefix}_errors", "", "Failed transfers and connections, by kind.",
                from step in steps
                from error in step.Result.Errors
                select new MetricSample(error.Value, [.. step.Labels, ("kind", error.Key)]))
            .Summary($"{Prefix}_latency", "seconds", "Latency of timed transfers; quantiles that the transfers are too few for are absent.",
                from step in steps
                let latency = step.Result.LatencyNanoseconds
                where latency is not null
                select SummaryOf(latency, step.Result.Transfers, step.Labels))
            .Gauge($"{Prefix}_latency_min", "seconds", "Shortest latency.", Each(result => result.LatencyNanoseconds?.Min / Nano))
            .Gauge($"{Prefix}_latency_max", "seconds", "Longest latency.", Each(result => result.LatencyNanoseconds?.Max / Nano))
            .Gauge($"{Prefix}_asked", "per_second", "Transfers per second that were asked for.", Each(result => result.RatePerSecond.Asked))
            .Gauge($"{Prefix}_offered", "per_second", "Transfers per second that were begun in time.",
                Each(result => result.RatePerSecond.Offered))
            .Gauge($"{Prefix}_completed", "per_second", "Transfers per second that ended, timed and checked.",
                Each(result => result.RatePerSecond.Completed))
            .Gauge($"{Prefix}_throughput", "bytes_per_second", "Payload bytes of all transfers by the duration.",
                Each(result => result.ThroughputMBps * Mega))
            .Counter($"{Prefix}_sender_cpu", "seconds", "CPU time of the sender.", Each(result => result.SenderCpuSeconds))
            .Counter($"{Prefix}_receiver_cpu", "seconds", "CPU time of the receiver.", Each(result => result.ReceiverCpuSeconds))
            .ToString();
    }

    private static MetricSummary SummaryOf(LatencySummary latency, long transfers, (string, string)[] labels)
    {
        (double Share, double Value)[] all = [(0.5, latency.P50), (0.9, latency.P90), (0.99, latency.P99), (0.999, latency.P999)];
        return new MetricSummary(
            [.. all.Where(one => Percentiles.IsShown(transfers, one.Share)).Select(one => (one.Share, one.Value / Nano))],
            transfers,
            latency.Mean * transfers / Nano,
            labels);
    }

    private static (string, string)[] OfSweep(LoadSweep sweep, AskedLoad asked) =>
        sweep.Points.Select(point => point.Result).OfType<LoadResult>().FirstOrDefault() is { } any
            ? [("strategy", any.Strategy), ("size", LoadText.Sizes(any))]
            : [("strategy", asked.Strategy), ("size", asked.Size)];

    private static (string, string)[] LabelsOf(LoadSweep sweep, LoadPoint point, AskedLoad asked)
    {
        string step = point.Load.ToString(CultureInfo.InvariantCulture);
        string connections = point.Result?.Connections.ToString(CultureInfo.InvariantCulture)
            ?? (sweep.IsByRate ? asked.Connections : step);
        return [.. OfSweep(sweep, asked), ("connections", connections), ("step", step)];
    }
}
