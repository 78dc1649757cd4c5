using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Charts.Sources;

namespace FileTransfer.Results.Charts;

/// <summary>Payload bytes delivered per second, by size.</summary>
internal sealed class ThroughputBySize : BySizeChart
{
    private const double MegabytesPerSecond = 1000;

    // The line of the harness's own cost is cut at three times the highest rate; further up it would compress all other lines.
    private const double HarnessReach = 3;

    /// <inheritdoc/>
    public override string Name => "throughput-by-size";

    /// <inheritdoc/>
    private protected override string Reading(RunResult run) =>
        "Higher is better. Payload divided by the mean time of a transfer; MB and GB are powers of 10. Both axes are logarithmic.";

    /// <inheritdoc/>
    private protected override Quantity Quantity { get; } = new(
        "payload delivered per second",
        measurement => measurement.Statistics!.ThroughputMBps,
        TickText.Rate,
        measurement => $"{Rate(measurement.Statistics!.ThroughputMBps ?? 0)} (median {new Nanoseconds(measurement.Statistics.P50)})");

    /// <inheritdoc/>
    private protected override string Title(RunResult run, IReadOnlyList<Series> series)
    {
        long largest = Series.Sizes(series)[^1];
        string size = SizeText.Of(largest);
        (string Name, double Rate)[] rates = [.. series
            .Select(one => (one.Name, Rate: one.At(largest)?.Statistics!.ThroughputMBps))
            .Where(item => item.Rate is not null)
            .Select(item => (item.Name, item.Rate!.Value))
            .OrderByDescending(item => item.Value)];
        if (rates.Length == 0)
        {
            return $"No throughput is known at {size}";
        }

        string best = $"At {size}, {rates[0].Name} delivers {Rate(rates[0].Rate)}";
        return Findings.At(run, largest)?.Comparison switch
        {
            { Verdict: ComparisonVerdict.Faster } comparison when comparison.Other == rates[0].Name =>
                $"{best}, {RatioText.FactorWords(comparison)} as much as {comparison.Baseline}",
            { Verdict: ComparisonVerdict.Slower } comparison when comparison.Baseline == rates[0].Name =>
                $"{best}, {RatioText.FactorWords(comparison)} as much as {comparison.Other}",
            { Interval: not null } comparison => $"{best}; {comparison.Other} and {comparison.Baseline} cannot be told apart",
            { } => $"{best}, the most; too few rounds to compare",
            null => rates.Length > 1 ? $"{best}, the most" : best,
        };
    }

    /// <inheritdoc/>
    private protected override IEnumerable<LineMark> References(RunResult run, IReadOnlyList<Series> series)
    {
        double most = series.SelectMany(one => one.Measured).Max(measurement => measurement.Statistics!.ThroughputMBps) ?? 0;
        ReferenceLine harness = HarnessCost.Line(run);
        harness = harness with { Points = [.. harness.Points.Where(point => Rate(point) > 0 && Rate(point) < HarnessReach * most)] };
        ReferenceLine?[] lines = [NativeLine.Of(run), harness.Points.Count > 0 ? harness : null];
        return lines.OfType<ReferenceLine>().Select(line => ReferenceMarks.Of(line, Rate, Rate));
    }

    /// <inheritdoc/>
    private protected override IEnumerable<Note> Notes(RunResult run) => HarnessCost.Note(run);

    private static double Rate(ReferencePoint point) => point.SizeBytes / point.MedianNanoseconds * MegabytesPerSecond;

    private static string Rate(double megabytesPerSecond) => $"{Digits.Significant(megabytesPerSecond, 3)} MB/s";
}
