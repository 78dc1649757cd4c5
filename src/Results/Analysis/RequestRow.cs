using System.Globalization;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Results.Analysis;

/// <summary>Requests of one kind, with a number of them in flight, over one version of HTTP.</summary>
/// <param name="Run">The run it belongs to.</param>
/// <param name="Measurement">The measurement of the requests.</param>
/// <param name="Kind">Content of the requests: none, body or headers.</param>
/// <param name="InFlight">Number of requests in flight at the same time.</param>
internal sealed record RequestRow(RunResult Run, Measurement Measurement, string Kind, int InFlight)
{
    /// <summary>Explanation of the columns.</summary>
    public const string Explanation =
        "ns/op is the time from the first request of a round to the last response, divided by the number of requests in the round: the "
        + "median of all rounds. P50 is the median time of a single request; it grows with the number of requests in flight. "
        + "Allocations are estimated from the runtime's random sampling. Connections is the number of connections that the server "
        + "accepted, warm-up included; requests is the number that the server counted while samples were taken.";

    private const double NanosecondsPerMicrosecond = 1e3;

    /// <summary>Headers of the table; those of numbers begin with <c>&gt;</c>.</summary>
    public static IReadOnlyList<string> Headers { get; } =
    [
        "request", ">in flight", "protocol", ">ns/op", ">P50, µs", ">B/op", ">allocs/op", ">connections", ">requests",
    ];

    /// <summary>Time from the first send to the last response, divided by the number of requests, in nanoseconds.</summary>
    public double WallNanoseconds => Value(Observation.WallTime) ?? double.NaN;

    /// <summary>Connections that were opened.</summary>
    public double Connections => Value(Observation.Connections) ?? double.NaN;

    /// <summary>Where both ends ran, as the end of a sentence; empty where the run has only one placement.</summary>
    public string Place => PlacementText.AreSeveral(Run) ? $", {PlacementText.Where(Measurement.Placement)}" : "";

    /// <summary>Version of HTTP and encryption, for people.</summary>
    public string Protocol => ProtocolOf(Measurement.Transport);

    /// <summary>Cells of the row.</summary>
    public IReadOnlyList<string> Cells =>
    [
        Kind + Place,
        InFlight.ToString(CultureInfo.InvariantCulture),
        Protocol,
        WallNanoseconds.ToString("N0", CultureInfo.InvariantCulture),
        (Measurement.Statistics!.P50 / NanosecondsPerMicrosecond).ToString("N1", CultureInfo.InvariantCulture),
        Measurement.AllocatedBytesPerTransfer?.ToString("N0", CultureInfo.InvariantCulture) ?? "–",
        Value(Observation.Allocations) is { } objects ? $"≈ {objects.ToString("N0", CultureInfo.InvariantCulture)}" : "–",
        Connections.ToString("N0", CultureInfo.InvariantCulture),
        Measurement.VerifiedByCount.ToString("N0", CultureInfo.InvariantCulture),
    ];

    /// <summary>The measured requests of a run: by kind, then by number in flight, then by protocol.</summary>
    public static IReadOnlyList<RequestRow> Of(RunResult run) => [.. run.ByPlacement.SelectMany(OfOne)];

    private static IReadOnlyList<RequestRow> OfOne(RunResult run) =>
    [
        .. from measurement in run.Measurements
           where measurement is { Outcome: Outcome.Measured, Statistics: not null, Dimensions.Request: not null }
               && Verdicts.Delivers(measurement)
               // A run's alarm is no case of its own.
               && !StrategyVariant.IsTwin(measurement.Strategy)
           let requests = new RequestRow(run, measurement, measurement.Dimensions.Request!, measurement.Dimensions.InFlight)
           where !double.IsNaN(requests.WallNanoseconds)
           orderby Order(requests.Kind), requests.InFlight, Transport.All.TakeWhile(transport => transport != measurement.Transport).Count()
           select requests,
    ];

    /// <summary>HTTP/2 compared with HTTP/1.1 for the same requests, one sentence per comparison.</summary>
    public static IReadOnlyList<string> Findings(RunResult run)
    {
        IReadOnlyList<RequestRow> all = Of(run);
        return
        [
            .. from first in all
               where first.Measurement.Transport is Transport.Http or Transport.Https
               from second in all
               where second.Measurement.Strategy == first.Measurement.Strategy
                   && second.Measurement.Placement == first.Measurement.Placement
                   && second.Measurement.Transport == (first.Measurement.Transport == Transport.Http ? Transport.Http2 : Transport.Https2)
               select Finding(Comparisons.Of(run).Between(second.Measurement, first.Measurement), first, second),
        ];
    }

    /// <summary>Version of HTTP and encryption, for people.</summary>
    public static string ProtocolOf(string transport) => transport switch
    {
        Transport.Http => "HTTP/1.1",
        Transport.Http2 => "HTTP/2",
        Transport.Https => "HTTP/1.1 TLS",
        Transport.Https2 => "HTTP/2 TLS",
        Transport.HttpDefault => "HTTP/1.1, server untuned",
        _ => transport,
    };

    private static int Order(string kind) => kind switch { "none" => 0, "body" => 1, _ => 2 };

    private static string Finding(Comparison? comparison, RequestRow first, RequestRow second)
    {
        string what = string.Create(
            CultureInfo.InvariantCulture,
            $"{first.Kind}, {(first.InFlight == 1 ? "one after another" : $"{first.InFlight} in flight")}"
            + $"{(first.Measurement.Transport == Transport.Https ? ", TLS" : "")}{first.Place}");
        string verdict = comparison switch
        {
            { Verdict: ComparisonVerdict.Faster } => $"a single request over HTTP/1.1 is {RatioText.Faster(comparison, "over HTTP/2")}",
            { Verdict: ComparisonVerdict.Slower } =>
                $"a single request over HTTP/2 is {RatioText.Faster(comparison.Inverted, "over HTTP/1.1")}",
            { Verdict: ComparisonVerdict.Equal, Interval: { } interval } =>
                $"HTTP/1.1 and HTTP/2 are equal for a single request (ratio {RatioText.Ends(interval)})",
            { Interval: { } interval } => $"HTTP/1.1 and HTTP/2 cannot be told apart (ratio {RatioText.Ends(interval)})",
            { } =>
                $"the median time of a single request over HTTP/2 is {RatioText.Of(comparison.Ratio)} that "
                + "over HTTP/1.1 (too few rounds for an interval)",
            null => "HTTP/1.1 and HTTP/2 were not measured together",
        };
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{what}: {verdict}; {second.Connections:N0} connection{(second.Connections == 1 ? "" : "s")} against {first.Connections:N0}.");
    }

    private double? Value(string name) => Observation.Find(Measurement.Observations, name);
}
