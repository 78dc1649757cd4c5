using System.Globalization;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Charts.Sources;

namespace FileTransfer.Results.Charts;

/// <summary>CPU time of both ends per gigabyte, one plot per size.</summary>
internal sealed class CpuCostBySize : IChart
{
    private const string Reading =
        "Lower is better. User and system CPU time of both whole processes per GB of payload (10⁹ bytes); the numbers are the sum of "
        + "sender and receiver. Every size has its own scale, because small files cost far more CPU time per byte.";

    private const double RowHeight = 21;
    private const double Lead = 1.02;
    private const int TicksAbout = 3;
    private const int LongestNameInTwoColumns = 18;
    private const int LongestNameInTwoCrowdedColumns = 24;
    private const int MostRows = 12;

    /// <inheritdoc/>
    public string Name => "cpu-cost-by-size";

    /// <inheritdoc/>
    public IReadOnlyList<ChartModel> Build(RunResult run)
    {
        IReadOnlyList<Series> all = Series.Of(run);
        Series[] known = [.. all.Where(one => one.Measured.Any(HasCost))];
        if (known.Length == 0)
        {
            return [];
        }

        bool isCrowded = known.Length > Ranking.MostHighlighted;
        Series[] shown = isCrowded ? Chosen(known) : known;

        return
        [
            new ChartModel
            {
                Id = Name,
                Title = Title(known),
                Subtitle = RunCaption.Of(run, shown.SelectMany(one => one.Measured)),
                Description = Reading,
                Columns = shown.Max(one => one.Name.Length) <= (isCrowded ? LongestNameInTwoCrowdedColumns : LongestNameInTwoColumns)
                    ? 2
                    : 1,
                Panels = [.. Series.Sizes(shown).Select(size => Panel(isCrowded ? Sorted(shown, size) : shown, size))],
                Legend = [new LegendEntry("sender", null, Tone.First), new LegendEntry("receiver", null, Tone.Second)],
                Notes = [.. RunNotes.Of(run, all, Series.Sizes(all)), .. NotDrawn(known, shown), new Note(Reading)],
            },
        ];
    }

    private static bool HasCost(Measurement measurement) =>
        measurement.SenderCpuSecondsPerGB is not null || measurement.ReceiverCpuSecondsPerGB is not null;

    // The sum is unknown when one end was not measured.
    private static double? Sum(Measurement measurement) => measurement.SenderCpuSecondsPerGB + measurement.ReceiverCpuSecondsPerGB;

    // The series highlighted in all charts, then the series that cost the least at any size.
    private static Series[] Chosen(Series[] known)
    {
        IReadOnlyList<long> sizes = Series.Sizes(known);
        return [.. known
            .OrderBy(one => one.IsHighlighted ? -1 : sizes.Min(size => known.Count(other => Cost(other, size) < Cost(one, size))))
            .Take(MostRows)];
    }

    private static Series[] Sorted(Series[] shown, long size) => [.. shown.OrderBy(one => Cost(one, size))];

    private static double Cost(Series series, long size) =>
        series.At(size) is { } measurement && HasCost(measurement) ? Total(measurement) : double.PositiveInfinity;

    private static IEnumerable<Note> NotDrawn(Series[] known, Series[] shown)
    {
        string[] names = [.. known.Except(shown).Select(one => one.Name)];
        return names.Length == 0
            ? []
            :
            [
                new Note(
                    $"Drawn, the cheapest first: {Ranking.Rule}, and the strategies that cost the least CPU time at any size. Not drawn, "
                    + $"but listed in the tables of the reports: {string.Join(", ", names)}.",
                    IsWhole: true),
            ];
    }

    private static string Title(Series[] series)
    {
        long largest = Series.Sizes(series)[^1];
        (string Name, double Cost)[] costs = [.. series
            .Select(one => (one.Name, Cost: one.At(largest) is { } measurement ? Sum(measurement) : null))
            .Where(item => item.Cost > 0)
            .Select(item => (item.Name, item.Cost!.Value))
            .OrderBy(item => item.Value)];
        string size = SizeText.Of(largest);
        return costs.Length switch
        {
            0 => $"CPU time per GB; not known for both ends at {size}",
            1 => $"At {size}, {costs[0].Name} costs {Number(costs[0].Cost)} CPU seconds per GB",
            _ => $"At {size}, {costs[0].Name} costs the least CPU time: {Number(costs[0].Cost)} s per GB; "
                + $"{costs[^1].Name} costs the most: {Number(costs[^1].Cost)} s per GB",
        };
    }

    private static Panel Panel(Series[] series, long size)
    {
        double most = series.Select(one => one.At(size) is { } measurement ? Total(measurement) : 0).Max();
        double max = most > 0 ? most * Lead : 1;
        return new Panel
        {
            Title = SizeText.Of(size),
            X = new Axis
            {
                Scale = new LinearScale(0, max),
                Ticks = [.. RoundTicks.Linear(0, max, TicksAbout)
                    .Select(tick => new Tick(tick, tick == 0 ? "0" : $"{tick.ToString("0.######", CultureInfo.InvariantCulture)} s"))],
                HasGrid = true,
            },
            Y = new Axis
            {
                Scale = new SlotScale(series.Length, IsDescending: true),
                Ticks = [.. series.Select((one, row) => new Tick(row, one.Name))],
            },
            Marks = [.. series.SelectMany((one, row) => Row(one, row, size))],
            Height = RowHeight * series.Length,
        };
    }

    private static IEnumerable<Mark> Row(Series series, int row, long size)
    {
        if (series.At(size) is not { } measurement || !HasCost(measurement))
        {
            Outcome? outcome = series.All.FirstOrDefault(other => other.SizeBytes == size)?.Outcome;
            string word = outcome switch { Outcome.Failed => "failed", Outcome.Unsupported => "unsupported", _ => "not measured" };
            yield return new RowTextMark(row, 0, word) { Tip = $"{series.Name}, {SizeText.Of(size)}: {word}" };
            yield break;
        }

        double sender = measurement.SenderCpuSecondsPerGB ?? 0;
        if (measurement.SenderCpuSecondsPerGB is not null)
        {
            yield return new BarMark(row, 0, sender, Tone.First)
            {
                Tip = $"{series.Name}, {SizeText.Of(size)}: sender {Number(sender)} CPU s per GB",
            };
        }

        if (measurement.ReceiverCpuSecondsPerGB is { } receiver)
        {
            yield return new BarMark(row, sender, sender + receiver, Tone.Second)
            {
                Tip = $"{series.Name}, {SizeText.Of(size)}: receiver {Number(receiver)} CPU s per GB",
            };
        }

        string sum = Sum(measurement) is { } total ? Number(total) : $"{Number(Total(measurement))} + ?";
        yield return new RowTextMark(row, Total(measurement), sum)
        {
            Tip = $"{series.Name}, {SizeText.Of(size)}: both ends {sum} CPU s per GB",
        };
    }

    private static double Total(Measurement measurement) =>
        (measurement.SenderCpuSecondsPerGB ?? 0) + (measurement.ReceiverCpuSecondsPerGB ?? 0);

    private static string Number(double seconds) => Digits.Significant(seconds, 3);
}
