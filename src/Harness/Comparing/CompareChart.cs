using System.Globalization;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Charts.Sources;

namespace FileTransfer.Harness.Comparing;

/// <summary>The picture of one case: every round, and the distribution of the launch medians of both sides.</summary>
internal static class CompareChart
{
    private const int BaseSeries = 0;
    private const int OtherSeries = 1;
    private const double Height = 150;
    private const double Room = 1.08;

    private const string Reading = "Left: the launch medians of every round; the band of the base spans its two measurements. "
        + "Right: the share of launches that took at most so long. Where the lines lie apart in every round, the sides differ.";

    /// <summary>The picture; null for a case without a round.</summary>
    /// <param name="result">The comparison.</param>
    /// <param name="one">One of its cases.</param>
    /// <param name="number">Its number, for the id.</param>
    public static ChartModel? Of(CompareResult result, ComparedCase one, int number)
    {
        if (one.Times.Count == 0)
        {
            return null;
        }

        IReadOnlyList<string> cells = CompareText.Cells(result, one);
        double[] all = [.. one.Times.SelectMany(round => (double[])[round.First, round.Second, round.Other])];
        var time = new LogScale(all.Min() / Room, all.Max() * Room);
        return new ChartModel
        {
            Id = string.Create(CultureInfo.InvariantCulture, $"case-{number}"),
            Title = $"{cells[1]} at {cells[0]}: {cells[5]}",
            Subtitle = $"base {cells[2]}, other {cells[3]}; time ÷ base {cells[4]}",
            Description = Reading,
            Panels = [Rounds(one, time), Distribution(one, time)],
            Columns = 2,
            Legend = [new LegendEntry("base, measured twice", BaseSeries), new LegendEntry("other", OtherSeries)],
        };
    }

    private static Panel Rounds(ComparedCase one, LogScale time)
    {
        int count = one.Times.Count;
        return new Panel
        {
            Title = "every round",
            X = new Axis
            {
                Scale = new LinearScale(0.5, count + 0.5),
                Ticks = [.. new[] { 1, (count + 1) / 2, count }.Distinct()
                    .Select(round => new Tick(round, round.ToString(CultureInfo.InvariantCulture)))],
                Title = "round",
            },
            Y = Times(time),
            Marks =
            [
                new LineMark
                {
                    Name = "base",
                    Series = BaseSeries,
                    Tip = "base",
                    Points = [.. one.Times.Select((round, i) => new LinePoint(i + 1, Math.Sqrt(round.First * round.Second))
                    {
                        Lower = Math.Min(round.First, round.Second),
                        Upper = Math.Max(round.First, round.Second),
                        Tip = $"{Round(i)}, base: {new Nanoseconds(round.First)} and {new Nanoseconds(round.Second)}",
                    })],
                },
                new LineMark
                {
                    Name = "other",
                    Series = OtherSeries,
                    Tip = "other",
                    Points = [.. one.Times.Select((round, i) => new LinePoint(i + 1, round.Other)
                    {
                        Tip = $"{Round(i)}, other: {new Nanoseconds(round.Other)}",
                    })],
                },
            ],
            Height = Height,
        };
    }

    private static Panel Distribution(ComparedCase one, LogScale time) => new()
    {
        Title = "share of launches",
        X = Times(time),
        Y = new Axis
        {
            Scale = new LinearScale(0, 1),
            Ticks = [new Tick(0, "0"), new Tick(0.5, "50 %"), new Tick(1, "100 %")],
            HasGrid = true,
        },
        Marks =
        [
            Shares("base", BaseSeries, [.. one.Times.SelectMany(round => (double[])[round.First, round.Second])]),
            Shares("other", OtherSeries, [.. one.Times.Select(round => round.Other)]),
        ],
        Height = Height,
    };

    private static LineMark Shares(string name, int series, double[] times) => new()
    {
        Name = name,
        Series = series,
        Tip = name,
        Points = [.. times.Order().Select((time, i) => new LinePoint(time, (i + 1.0) / times.Length)
        {
            Tip = string.Create(
                CultureInfo.InvariantCulture,
                $"{name}: {i + 1} of {times.Length} launches took at most {new Nanoseconds(time)}"),
        })],
    };

    private static Axis Times(LogScale time) => new()
    {
        Scale = time,
        Ticks = [.. RoundTicks.Log(time.Min, time.Max, most: 4).Select(tick => new Tick(tick, TickText.Time(tick)))],
        HasGrid = true,
    };

    private static string Round(int index) => string.Create(CultureInfo.InvariantCulture, $"round {index + 1}");
}
