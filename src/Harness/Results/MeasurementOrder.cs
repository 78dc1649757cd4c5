using FileTransfer.Strategies;

namespace FileTransfer.Harness.Results;

/// <summary>The order of measurements in a results file, whatever order they were made in.</summary>
internal static class MeasurementOrder
{
    /// <summary>By size, then by transport, then as in the catalog of strategies.</summary>
    public static IReadOnlyList<Measurement> Sort(IEnumerable<Measurement> measurements) => [.. measurements
        .OrderBy(measurement => measurement.SizeBytes)
        .ThenBy(measurement => Transport.All.TakeWhile(transport => transport != measurement.Transport).Count())
        .ThenBy(measurement => StrategyCatalog.All.TakeWhile(strategy => strategy.Id != measurement.Strategy).Count())];
}
