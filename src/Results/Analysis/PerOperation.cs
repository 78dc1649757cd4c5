using System.Globalization;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Results.Analysis;

/// <summary>Uploads over HTTP in the three columns of the original benchmark: time, bytes and allocations per operation.</summary>
internal static class PerOperation
{
    /// <summary>Explanation of the columns.</summary>
    public const string Explanation =
        "ns/op is the mean time of all uploads; B/op is the number of bytes that the sender's process allocates for one upload. "
        + "Allocations are estimated from the runtime's random sampling, which counts each object at most once, however large. They "
        + "are missing where too few small objects were sampled, because an upload takes too long or allocates too few of them.";

    /// <summary>Headers of the table; those of numbers begin with <c>&gt;</c>.</summary>
    public static IReadOnlyList<string> Headers { get; } = ["size", "upload", ">ns/op", ">B/op", ">allocs/op"];

    /// <summary>One row per measured upload; none when the run made no uploads over HTTP.</summary>
    public static IReadOnlyList<IReadOnlyList<string>> Rows(RunResult run) =>
    [
        .. from row in ReportRow.Of(run)
           where row.IsMeasured
               && Transport.IsHttp(row.Measurement.Transport)
               && Verdicts.Competes(row.Measurement)
               && row.Measurement.Dimensions.Role == StrategyRole.Send
           select (IReadOnlyList<string>)
           [
               row.Size,
               row.Name,
               Number(row.Measurement.Statistics!.Mean),
               row.Measurement.AllocatedBytesPerTransfer is { } bytes ? Number(bytes) : "–",
               row.Measurement.Observations.FirstOrDefault(observation => observation.Key == Observation.Allocations) is { } objects
                   ? $"≈ {Number(objects.Value)}"
                   : "–",
           ],
    ];

    private static string Number(double value) => value.ToString("N0", CultureInfo.InvariantCulture);
}
