using System.Globalization;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Charts.Sources;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Results.Charts;

/// <summary>Time per request by HTTP version, content and number in flight, with the number of connections.</summary>
internal sealed class RequestsChart : IChart
{
    private const string Reading =
        "Lower is better. Time from the first request of a round to the last response, divided by the number of requests; beside it the "
        + "number of connections that the server accepted. Every kind of request has its own scale.";

    private const double RowHeight = 21;
    private const double Lead = 1.3;
    private const int TicksAbout = 4;

    /// <inheritdoc/>
    public string Name => "requests";

    /// <inheritdoc/>
    public IReadOnlyList<ChartModel> Build(RunResult run)
    {
        IReadOnlyList<RequestRow> all = RequestRow.Of(run);
        return all.Count == 0
            ? []
            :
            [
                new ChartModel
                {
                    Id = Name,
                    Title = Title(all),
                    Subtitle = RunCaption.Of(run, all.Select(requests => requests.Measurement)),
                    Description = Reading,
                    Panels = [.. all.GroupBy(requests => requests.Kind).Select(kind => Panel(kind.Key, [.. kind]))],
                    Legend = [new LegendEntry("HTTP/1.1", null, Tone.First), new LegendEntry("HTTP/2", null, Tone.Second)],
                    Notes = [.. Missing(run), new Note(Reading)],
                },
            ];
    }

    private static string Title(IReadOnlyList<RequestRow> all)
    {
        // Only the last kind counts here: another kind may have had more in flight.
        RequestRow[] last = [.. all.Where(requests => requests.Kind == all[^1].Kind)];
        int most = last.Max(requests => requests.InFlight);
        // Unencrypted where it was measured, so that the title compares the versions and not the encryption.
        RequestRow[] crowd = [.. last
            .Where(requests => requests.InFlight == most)
            .GroupBy(requests => requests.Measurement.Transport is Transport.Https or Transport.Https2)
            .MinBy(group => group.Key)!];
        RequestRow best = crowd.MinBy(requests => requests.WallNanoseconds)!;
        RequestRow worst = crowd.MaxBy(requests => requests.WallNanoseconds)!;
        string what = best.Kind switch { "none" => "without a body", "body" => "with a body", _ => "with a body and 100 headers" };
        string other = worst.Protocol == best.Protocol ? "" : $", {worst.Protocol} {new Nanoseconds(worst.WallNanoseconds)}";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"Requests {what}, {most} in flight: {best.Protocol} takes {new Nanoseconds(best.WallNanoseconds)} each{other}");
    }

    private static Panel Panel(string kind, IReadOnlyList<RequestRow> rows)
    {
        double max = rows.Max(requests => requests.WallNanoseconds) * Lead;
        return new Panel
        {
            Title = kind switch { "none" => "no body", "body" => "body of 38,890 bytes", _ => "body and 100 headers" },
            X = new Axis
            {
                Scale = new LinearScale(0, max),
                Ticks = [.. RoundTicks.Linear(0, max, TicksAbout)
                    .Select(tick => new Tick(tick, tick == 0 ? "0" : new Nanoseconds(tick).ToString()))],
                HasGrid = true,
            },
            Y = new Axis
            {
                Scale = new SlotScale(rows.Count, IsDescending: true),
                Ticks = [.. rows.Select((requests, row) =>
                    new Tick(row, string.Create(CultureInfo.InvariantCulture, $"{requests.InFlight} in flight, {requests.Protocol}")))],
                Dividers = [.. Enumerable.Range(1, rows.Count - 1)
                    .Where(row => rows[row].InFlight != rows[row - 1].InFlight)
                    .Select(row => row - 0.5)],
            },
            Marks = [.. rows.SelectMany(Row)],
            Height = RowHeight * rows.Count,
        };
    }

    private static IEnumerable<Mark> Row(RequestRow requests, int row)
    {
        string connections = string.Create(
            CultureInfo.InvariantCulture,
            $"{requests.Connections:N0} connection{(requests.Connections == 1 ? "" : "s")}");
        string text = $"{new Nanoseconds(requests.WallNanoseconds)}, {connections}";
        bool isSecond = requests.Measurement.Transport is Transport.Http2 or Transport.Https2;
        yield return new BarMark(row, 0, requests.WallNanoseconds, isSecond ? Tone.Second : Tone.First)
        {
            Tip = string.Create(
                CultureInfo.InvariantCulture,
                $"{requests.Kind}, {requests.InFlight} in flight, {requests.Protocol}: {text}"),
        };
        yield return new RowTextMark(row, requests.WallNanoseconds, text) { Tip = text };
    }

    private static IEnumerable<Note> Missing(RunResult run) => run.Measurements
        .Where(
            measurement => measurement is { Dimensions.Request: not null, Outcome: not Outcome.Measured } && Verdicts.Delivers(measurement))
        .Select(measurement => new Note(
            $"{measurement.Strategy} over {measurement.Transport} "
            + $"{(measurement.Outcome == Outcome.Failed ? "failed" : "is unsupported here")}: "
            + (measurement.Reason ?? "no reason was recorded"),
            IsGrave: measurement.Outcome == Outcome.Failed));
}
