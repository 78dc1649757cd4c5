using System.Globalization;
using FileTransfer.Harness.Results;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Analysis;

/// <summary>Uploads over HTTP in the three numbers that their original printed: time, bytes and allocations per operation.</summary>
internal static class PerOperation
{
    /// <summary>What the numbers are.</summary>
    public const string Explanation =
        "ns/op is the mean of all uploads; B/op is what the sender's process allocates for one. Allocations are estimated from the runtime's random sampling, each object once at most, however large; they are missing where an upload takes so long, or allocates so few small objects, that too few of these were sampled.";

    /// <summary>Headers of the table.</summary>
    public static IReadOnlyList<string> Headers { get; } = ["size", "upload", "ns/op", "B/op", "allocs/op"];

    /// <summary>One row per upload that was measured; none when the run made none over HTTP.</summary>
    public static IReadOnlyList<IReadOnlyList<string>> Rows(RunResult run) =>
    [
        .. from row in ReportRow.Of(run)
           where row.IsMeasured && Transport.IsHttp(row.Measurement.Transport) && Verdicts.Competes(row.Measurement) && row.Measurement.Dimensions.Role == StrategyRole.Send
           select (IReadOnlyList<string>)
           [
               row.Size,
               row.Name,
               Number(row.Measurement.Statistics!.Mean),
               row.Measurement.AllocatedBytesPerTransfer is { } bytes ? Number(bytes) : "–",
               row.Measurement.Observations.FirstOrDefault(observation => observation.Key == Observation.Allocations) is { } objects ? $"≈ {Number(objects.Value)}" : "–",
           ],
    ];

    private static string Number(double value) => value.ToString("N0", CultureInfo.InvariantCulture);
}
