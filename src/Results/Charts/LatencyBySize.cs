using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Charts.Sources;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Results.Charts;

/// <summary>How long a transfer takes, by size: the median, and the band from p10 to p90.</summary>
internal sealed class LatencyBySize : BySizeChart
{
    private const double LowerShare = 0.1;

    /// <inheritdoc/>
    public override string Name => "latency-by-size";

    /// <inheritdoc/>
    private protected override string Reading(RunResult run) =>
        "Lower is better. Lines join the medians; bands reach from p10 to p90; every launch weighs the same. Both axes are logarithmic. "
        + Clock.Sentence(run);

    /// <inheritdoc/>
    private protected override Quantity Quantity { get; } = new(
        "time per transfer",
        measurement => measurement.Statistics!.P50,
        TickText.Time,
        Describe)
    {
        Band = measurement => (P10(measurement), measurement.Statistics!.P90),
    };

    /// <inheritdoc/>
    private protected override string Title(RunResult run, IReadOnlyList<Series> series) => Findings.Speed(run);

    /// <inheritdoc/>
    private protected override IEnumerable<LineMark> References(RunResult run, IReadOnlyList<Series> series) =>
        NativeLine.Of(run) is { } native
        ? [ReferenceMarks.Of(native, point => point.MedianNanoseconds, value => new Nanoseconds(value).ToString())]
        : [];

    /// <inheritdoc/>
    private protected override IEnumerable<Note> Notes(RunResult run) => HarnessCost.Note(run);

    private static string Describe(Measurement measurement) =>
        $"median {new Nanoseconds(measurement.Statistics!.P50)}, "
        + $"p10 {new Nanoseconds(P10(measurement))}, p90 {new Nanoseconds(measurement.Statistics.P90)}";

    private static double P10(Measurement measurement) => PooledSamples.Of(measurement).Quantile(LowerShare);
}
