using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Charts.Sources;

/// <summary>The measurements of a strategy over a transport.</summary>
/// <param name="Name">The strategy's id, with the transport where a run has several.</param>
/// <param name="Number">Its number in the run, which selects its colour and marker in every picture.</param>
/// <param name="All">All its measurements, failed and unsupported ones too, sizes ascending.</param>
internal sealed record Series(string Name, int Number, IReadOnlyList<Measurement> All)
{
    /// <summary>Its measurements that have numbers, sizes ascending.</summary>
    public IReadOnlyList<Measurement> Measured { get; } = [.. All.Where(IsMeasured)];

    /// <summary>False for a series that is drawn in grey, because the run has too many for a colour each.</summary>
    public bool IsHighlighted { get; init; } = true;

    /// <summary>The measurement at a size, or null.</summary>
    public Measurement? At(long sizeBytes) => Measured.FirstOrDefault(measurement => measurement.SizeBytes == sizeBytes);

    /// <summary>
    /// The series of a run, in its order; highlighted series have the first numbers. Strategies that send nothing or have several
    /// transfers in flight are left out, and so is the twin of a run.
    /// </summary>
    public static IReadOnlyList<Series> Of(RunResult run)
    {
        Measurement[] deliveries = [.. run.Measurements.Where(one => Verdicts.Competes(one) && !Twins.IsOne(run, one))];
        bool oneTransport = deliveries.Select(measurement => measurement.Transport).Distinct().Count() <= 1;
        Series[] all =
        [
            .. deliveries
                .GroupBy(measurement => (measurement.Strategy, measurement.Transport))
                .Select((group, number) => new Series(
                    oneTransport ? group.Key.Strategy : $"{group.Key.Strategy} over {group.Key.Transport}",
                    number,
                    [.. group.DistinctBy(measurement => measurement.SizeBytes).OrderBy(measurement => measurement.SizeBytes)])),
        ];
        Series[] highlighted = [.. Ranking.Highlighted(all, run.Run.Baseline)];
        Series[] numbered = [.. highlighted, .. all.Except(highlighted)];
        return [.. all.Select(one => one with { Number = Array.IndexOf(numbered, one), IsHighlighted = highlighted.Contains(one) })];
    }

    /// <summary>The sizes at which anything was measured, ascending.</summary>
    public static IReadOnlyList<long> Sizes(IEnumerable<Series> series) =>
        [.. series.SelectMany(one => one.Measured).Select(measurement => measurement.SizeBytes).Distinct().Order()];

    /// <summary>True when a measurement has numbers.</summary>
    public static bool IsMeasured(Measurement measurement) =>
        measurement is { Outcome: Outcome.Measured, Statistics: not null }
            && measurement.Launches.Any(launch => launch.Nanoseconds.Count > 0);
}
