using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Charts.Sources;

namespace FileTransfer.Results.Charts;

/// <summary>Time and allocated bytes by size, for each way of reading a message, uncompressed and compressed.</summary>
internal sealed class FetchesBySize : IChart
{
    private const string Data = "size of the data";

    // The position in this list decides the colour and the marker in both plots.
    private static readonly string[] s_ways = ["read-all", "presized", "pooled", "stream", "sequence-parse", "no-copy"];

    private static readonly Quantity s_time = new(
        "time per call",
        measurement => measurement.Statistics!.P50,
        TickText.Time,
        measurement => $"median {new Nanoseconds(measurement.Statistics!.P50)}");

    private static readonly Quantity s_bytes = new(
        "allocated per call",
        measurement => measurement.AllocatedBytesPerTransfer,
        TickText.Bytes,
        measurement => RunCaption.Count((long)Math.Round(measurement.AllocatedBytesPerTransfer ?? 0), "byte"));

    /// <inheritdoc/>
    public string Name => "rpc";

    /// <inheritdoc/>
    public IReadOnlyList<ChartModel> Build(RunResult run)
    {
        FetchRow[] all = [.. FetchRow.Of(run).Where(fetch => fetch.Encoding is "plain" or "gzip")];
        if (all.Length == 0)
        {
            return [];
        }

        string transport = all[0].Measurement.Transport;
        FetchRow[] shown = [.. all
            .Where(fetch => fetch.Measurement.Transport == transport)
            .OrderBy(fetch => fetch.Encoding == "plain" ? 0 : 1)];
        FetchRow[] counted = [.. shown.Where(fetch => fetch.Measurement.AllocatedBytesPerTransfer is not null)];
        ChartModel time = Chart(run, shown, transport, "latency", s_time, Fastest(shown));
        return counted.Length == 0 ? [time] : [time, Chart(run, counted, transport, "allocated", s_bytes, Leanest(counted))];
    }

    private static ChartModel Chart(RunResult run, FetchRow[] shown, string transport, string what, Quantity quantity, string title)
    {
        Panel[] panels = [.. shown.GroupBy(fetch => fetch.Encoding).Select(
            encoding => BySizePanel.Of([.. SeriesOf(encoding)], quantity, []) with { Title = $"{encoding.Key}: {quantity.Title}" })];
        string reading = panels.Length > 1
            ? $"Lower is better. Medians, Twirp over {transport}. Left: "
                + "uncompressed messages; right: messages compressed by gzip. All axes "
                + "are logarithmic, and the vertical axes are the same."
            : $"Lower is better. Medians, Twirp over {transport}, "
                + $"{(shown[0].Encoding == "gzip" ? "compressed by gzip" : "not compressed")}. Both axes are logarithmic.";
        double[] values = [.. panels
            .SelectMany(panel => panel.Marks.OfType<LineMark>())
            .SelectMany(line => line.Points)
            .Select(point => point.Y)];
        Axis y = BySizePanel.ValueAxis(quantity.Title, quantity.Tick, values);
        return new ChartModel
        {
            Id = $"rpc-{what}-by-size",
            Title = title,
            Subtitle = RunCaption.Of(run, shown.Select(fetch => fetch.Measurement)),
            Description = reading,
            Columns = panels.Length,
            Panels = [.. panels.Select(panel => panel with { Y = y, X = panel.X with { Title = Data } })],
            Notes = [new Note(reading)],
        };
    }

    private static IEnumerable<Series> SeriesOf(IEnumerable<FetchRow> fetches) => fetches
        .GroupBy(fetch => fetch.Way)
        .Select(way => new Series(
            way.Key,
            Array.FindIndex(s_ways, name => way.Key.StartsWith(name, StringComparison.Ordinal)),
            [.. way.Select(fetch => fetch.Measurement).OrderBy(measurement => measurement.SizeBytes)]))
        .OrderBy(series => series.Number);

    private static string Fastest(FetchRow[] shown) =>
        Best(shown, fetch => fetch.Measurement.Statistics!.P50, "takes", value => new Nanoseconds(value).ToString());

    private static string Leanest(FetchRow[] counted) => Best(
        counted,
        fetch => fetch.Measurement.AllocatedBytesPerTransfer!.Value,
        "allocates",
        value => RunCaption.Count((long)Math.Round(value), "byte"));

    private static string Best(FetchRow[] shown, Func<FetchRow, double> value, string verb, Func<double, string> text)
    {
        FetchRow[] first = [.. shown.Where(fetch => fetch.Encoding == shown[0].Encoding)];
        long largest = first.Max(fetch => fetch.Measurement.SizeBytes);
        FetchRow[] compared = [.. first.Where(fetch => fetch.Measurement.SizeBytes == largest)];
        FetchRow best = compared.MinBy(value)!;
        // When plain messages were measured too, the title is about them.
        string encoding = best.Encoding == "gzip" ? " by gzip" : "";
        string against = compared.FirstOrDefault(fetch => fetch.Way == "read-all") is { } readAll && readAll != best
            ? $", read-all {text(value(readAll))}"
            : "";
        return $"At {SizeText.Of(largest)}{encoding}, {best.Way} {verb} {text(value(best))}{against}";
    }
}
