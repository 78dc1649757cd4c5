using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Results;

/// <summary>The order of measurements in a results file, whatever order they were made in.</summary>
internal static class MeasurementOrder
{
    /// <summary>By size, then by transport, then as the run was asked for strategies.</summary>
    public static IReadOnlyList<Measurement> Sort(IEnumerable<Measurement> measurements, RunInfo run)
    {
        string[] strategies = run.Options.TryGetValue("strategies", out string? listed) ? listed.Split(',') : [];
        return [.. measurements
            .OrderBy(measurement => measurement.SizeBytes)
            .ThenBy(measurement => Transport.All.TakeWhile(transport => transport != measurement.Transport).Count())
            .ThenBy(measurement => strategies.TakeWhile(strategy => strategy != measurement.Strategy).Count())];
    }
}
