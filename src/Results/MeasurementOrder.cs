using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Results;

/// <summary>Sorts the measurements of a results file, independent of the order in which they were made.</summary>
internal static class MeasurementOrder
{
    /// <summary>By size, then by placement, then by transport, then in the order of the option --strategies.</summary>
    public static IReadOnlyList<Measurement> Sort(IEnumerable<Measurement> measurements, RunInfo run)
    {
        string[] strategies = run.Options.TryGetValue("strategies", out string? listed) ? listed.Split(',') : [];
        string[] placements = run.Options.TryGetValue("affinity", out string? named) ? named.Split(',') : [];
        return [.. measurements
            .OrderBy(measurement => measurement.SizeBytes)
            .ThenBy(measurement => placements.TakeWhile(placement => placement != measurement.Placement).Count())
            .ThenBy(measurement => Transport.All.TakeWhile(transport => transport != measurement.Transport).Count())
            .ThenBy(measurement => strategies.TakeWhile(strategy => strategy != measurement.Strategy).Count())];
    }
}
