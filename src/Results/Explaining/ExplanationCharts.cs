using System.Globalization;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Charts.Sources;

namespace FileTransfer.Results.Explaining;

/// <summary>The pictures of an explanation: where the variance lies, what arms do, and a timeline coloured by state.</summary>
internal static class ExplanationCharts
{
    private const double RowHeight = 24;
    private const double TimelineHeight = 110;
    private const int MostTicks = 5;
    private const double Room = 1.1;
    private const double PerCent = 100;
    private const string NoState = "none of the states";

    /// <summary>The pictures; those without anything to show are left out.</summary>
    public static IReadOnlyList<ChartModel> Of(Explanation found) =>
        [.. ((ChartModel?[])[Decomposition(found), EffectsOf(found), Timeline(found)]).OfType<ChartModel>()];

    private static ChartModel? Decomposition(Explanation found) => found.Decomposition is not { Count: > 0 } parts ? null : new ChartModel
    {
        Id = "decomposition",
        Title = string.Create(
            CultureInfo.InvariantCulture,
            $"{parts.MaxBy(part => part.Share)!.Share * PerCent:0} % of the variance: {parts.MaxBy(part => part.Share)!.Words}"),
        Subtitle = ExplanationFile.Caption(found),
        Description = "Parts of the variance of ln time of the case as it is. The thin line is the 95 % interval over rounds.",
        Panels =
        [
            new Panel
            {
                X = new Axis
                {
                    Scale = new LinearScale(0, 1),
                    Ticks = [.. RoundTicks.Linear(0, 1, MostTicks).Select(tick => new Tick(tick, ShareText(tick)))],
                    HasGrid = true,
                },
                Y = Rows(parts.Select(part => part.Part)),
                Marks = [.. parts.SelectMany((part, row) => Bar(part, row))],
                Height = RowHeight * parts.Count,
            },
        ],
    };

    private static IEnumerable<Mark> Bar(VariancePart part, int row)
    {
        string tip = $"{part.Words}: {ExplanationText.Share(part.Share, part.Low, part.High)}";
        yield return new BarMark(row, 0, part.Share, Cause.All.ContainsKey(part.Part) ? Tone.First : Tone.Second) { Tip = tip };
        yield return new SegmentMark(part.Low, row, part.High, row, Tone.Ink) { Tip = tip };
    }

    /// <summary>Effects, and of those that were confirmed the response to the dose: without, as it is (1), stronger.</summary>
    private static ChartModel? EffectsOf(Explanation found)
    {
        ArmEffect[] effects = [.. found.Effects
            .Where(effect => effect.Low > 0 && effect.High < double.MaxValue)
            .OrderBy(effect => effect.Cause, StringComparer.Ordinal)
            .ThenBy(effect => effect.Ratio)];
        if (effects.Length == 0)
        {
            return null;
        }

        var scale = new LogScale(
            Math.Min(1, effects.Min(effect => effect.Low)) / Room, Math.Max(1, effects.Max(effect => effect.High)) * Room);
        return new ChartModel
        {
            Id = "effects",
            Title = $"The largest effect: {effects.MinBy(effect => effect.Ratio)!.Changes}, "
                + $"time ÷ as it is {ExplanationText.Ratio(effects.MinBy(effect => effect.Ratio)!)}",
            Subtitle = ExplanationFile.Caption(found),
            Description = "Time of each arm divided by that of the case as it is, with its interval over rounds. Left of 1 is faster. A "
                + "cause that was confirmed has its response to the dose: without it, as it is at 1, and with more of it.",
            Panels =
            [
                new Panel
                {
                    X = new Axis
                    {
                        Scale = scale,
                        Ticks = [.. RoundTicks.Log(scale.Min, scale.Max, MostTicks).Select(tick => new Tick(tick, RatioText.Of(tick)))],
                        HasGrid = true,
                        Dividers = [1],
                    },
                    Y = Rows(effects.Select(effect => $"{effect.Cause}, {effect.Dose}, {effect.Phase}")),
                    Marks = [.. effects.SelectMany((effect, row) => Range(effect, row, scale))],
                    Height = RowHeight * effects.Length,
                },
            ],
        };
    }

    private static IEnumerable<Mark> Range(ArmEffect effect, int row, LogScale scale)
    {
        string tip = $"{effect.Changes} ({effect.Phase}): time ÷ as it is {ExplanationText.Ratio(effect)}, {effect.Rounds} rounds";
        yield return new SegmentMark(Math.Max(scale.Min, effect.Low), row, Math.Min(scale.Max, effect.High), row, Tone.Ink) { Tip = tip };
        yield return new SymbolMark(effect.Ratio, row, effect.Dose == ArmName.Without ? 0 : 1, SymbolShape.Ring) { Tip = tip };
    }

    private static ChartModel? Timeline(Explanation found)
    {
        if (found.Timeline.Count == 0)
        {
            return null;
        }

        string[] states = [.. found.Timeline.Select(point => point.State ?? NoState).Distinct().Order(StringComparer.Ordinal)];
        var time = new LogScale(
            found.Timeline.Min(point => Math.Max(1, point.Nanoseconds)) / Room, found.Timeline.Max(point => point.Nanoseconds) * Room);
        return new ChartModel
        {
            Id = "timeline",
            Title = $"Transfers in order, coloured by state: {found.Shape?.Words}",
            Subtitle = ExplanationFile.Caption(found),
            Description = "Transfers of the case as it is in order, thinned; the longest are all there. The colour is the rarest state "
                + "that a transfer was in. The axis is logarithmic.",
            Panels = [.. found.Timeline.GroupBy(point => point.Round).Select(round => new Panel
            {
                Title = $"round {round.Key}",
                X = new Axis { Scale = new LinearScale(0, 1), Ticks = [] },
                Y = new Axis
                {
                    Scale = time,
                    Ticks = [.. RoundTicks.Log(time.Min, time.Max, most: 4).Select(tick => new Tick(tick, TickText.Time(tick)))],
                    HasGrid = true,
                },
                Marks = [.. states.Select((state, series) => Points(round, state, series)).Where(mark => mark.Points.Count > 0)],
                Height = TimelineHeight,
            })],
            Legend = [.. states.Select((state, series) => new LegendEntry(state, series))],
        };
    }

    private static LineMark Points(IEnumerable<TimelinePoint> round, string state, int series) => new()
    {
        Name = state,
        Series = series,
        Tip = state,
        Points =
        [
            .. round.Where(point => (point.State ?? NoState) == state).Select(point => new LinePoint(point.Position, point.Nanoseconds)
            {
                IsJoined = false,
                Tip = $"{new Nanoseconds(point.Nanoseconds)}, {state}",
            }),
        ],
    };

    private static Axis Rows(IEnumerable<string> names)
    {
        string[] all = [.. names];
        return new Axis
        {
            Scale = new SlotScale(all.Length, IsDescending: true),
            Ticks = [.. all.Select((name, row) => new Tick(row, name))],
        };
    }

    private static string ShareText(double share) => string.Create(CultureInfo.InvariantCulture, $"{share * PerCent:0} %");
}
