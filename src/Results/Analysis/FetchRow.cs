using System.Globalization;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Results.Analysis;

/// <summary>A fetched message, beside the same message read by rpc-read-all.</summary>
/// <param name="Run">The run it belongs to.</param>
/// <param name="Measurement">The measurement of the fetch.</param>
/// <param name="Encoding">Encoding of the message: plain, gzip or gRPC.</param>
/// <param name="Way">How the client reads the message, such as read-all or pooled.</param>
/// <param name="ReadAll">
/// The same data by rpc-read-all: plain Twirp, read into a growing buffer. Null where that was not measured, and in its own row.
/// </param>
internal sealed record FetchRow(RunResult Run, Measurement Measurement, string Encoding, string Way, Measurement? ReadAll)
{
    /// <summary>Explanation of the columns.</summary>
    public const string Explanation =
        "MB/s counts uncompressed data. Allocated is the number of bytes that the client's process allocates for one call, also "
        + "given as a multiple of the data. The peak working set covers the whole process, runtime and warm-up included. Time "
        + "saved and bytes saved are relative to rpc-read-all without compression, at the same size over the same transport; a "
        + "negative saving means that more was spent.";

    private const string Plain = "plain";
    private const string ReadAllWay = "read-all";

    /// <summary>Headers of the table; those of numbers begin with <c>&gt;</c>.</summary>
    public static IReadOnlyList<string> Headers { get; } =
    [
        "size", "encoding", "way", "transport", ">P50", ">MB/s", ">allocated B", ">× data", ">peak, MB", ">time saved", ">bytes saved",
    ];

    /// <summary>Cells of the row.</summary>
    public IReadOnlyList<string> Cells =>
    [
        new ReportRow(Run, Measurement).Size,
        Value(Observation.CompressionRatio) is { } ratio
            ? string.Create(CultureInfo.InvariantCulture, $"{Encoding} ({Digits.Ratio(ratio)}:1)")
            : Encoding,
        Way,
        Measurement.Transport,
        new Nanoseconds(Measurement.Statistics!.P50).ToString(),
        Measurement.Statistics.ThroughputMBps is { } rate ? rate.ToString("N0", CultureInfo.InvariantCulture) : "–",
        Measurement.AllocatedBytesPerTransfer?.ToString("N0", CultureInfo.InvariantCulture) ?? "–",
        Measurement.AllocatedBytesPerTransfer is { } bytes && Measurement.SizeBytes > 0
            ? (bytes / Measurement.SizeBytes).ToString("0.00", CultureInfo.InvariantCulture)
            : "–",
        Value(Observation.PeakWorkingSet)?.ToString("N0", CultureInfo.InvariantCulture) ?? "–",
        Saved(Measurement.Statistics.P50, ReadAll?.Statistics?.P50),
        Saved(Measurement.AllocatedBytesPerTransfer, ReadAll?.AllocatedBytesPerTransfer),
    ];

    /// <summary>The measured fetches of a run: by size, then by encoding, then in the order of the run.</summary>
    public static IReadOnlyList<FetchRow> Of(RunResult run) => [.. run.ByPlacement.SelectMany(OfOne)];

    private static IReadOnlyList<FetchRow> OfOne(RunResult run)
    {
        Measurement[] all = [.. run.Measurements
            .Where(measurement => measurement is { Outcome: Outcome.Measured, Statistics: not null } && IsOne(measurement))];
        return
        [
            .. from measurement in all
               let dimensions = measurement.Dimensions
               let readAll = all.FirstOrDefault(other => other.Dimensions is { Reader: ReadAllWay, Encoding: Plain }
                   && other.Transport == measurement.Transport
                   && other.SizeBytes == measurement.SizeBytes)
               orderby measurement.SizeBytes, Order(dimensions.Encoding!)
               select new FetchRow(run, measurement, dimensions.Encoding!, dimensions.Reader!, readAll == measurement ? null : readAll),
        ];
    }

    /// <summary>True for a strategy that fetches a message instead of sending a file, whether or not it was measured.</summary>
    public static bool IsOne(Measurement measurement) => measurement.Dimensions is { Role: StrategyRole.Fetch, Serving: null, Url: null };

    /// <summary>True for a strategy that fetches a file, whether or not it was measured.</summary>
    public static bool IsDownload(Measurement measurement) => measurement.Dimensions is { Role: StrategyRole.Fetch } && !IsOne(measurement);

    private static int Order(string encoding) => encoding switch { Plain => 0, "gzip" => 1, _ => 2 };

    private static string Saved(double? now, double? before) => now is { } value && before is > 0 and { } reference
        // Rounded first, then zero is added, so that a saving of -0.1 % is written 0 % and not -0 %.
        ? (Math.Round(1 - (value / reference), 2) + 0.0).ToString("0 %", CultureInfo.InvariantCulture)
        : "–";

    private double? Value(string name) => Measurement.Observations.FirstOrDefault(observation => observation.Key == name)?.Value;
}
