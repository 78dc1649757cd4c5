using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Tests.Analysis;

/// <summary>What conditions change: the median, the spread within a launch, and the share of slow transfers.</summary>
public sealed class EffectsTests
{
    private const int Rounds = 12;

    [Fact]
    public void Of_ARunWithoutVariants_IsEmpty() => Assert.Empty(Effects.Of(SampleRuns.Small()));

    [Fact]
    public void Of_AVariantWithoutItsStrategy_IsEmpty() => Assert.Empty(Effects.Of(SampleRuns.Run(Variant("send-file@bbr", 2, 1, 0))));

    [Fact]
    public void Of_AVariantThatTakesTwiceAsLong_ChangesTheMedianOnly()
    {
        Effect effect = Assert.Single(Effects.Of(SampleRuns.Run(Original(), Variant("send-file@bbr", 2, 1, 0))));
        Comparison time = Assert.IsType<Comparison>(effect.Time).Inverted;
        Assert.Equal(2, time.Ratio, 0.02);
        Assert.Equal(ComparisonVerdict.Faster, time.Verdict);
        Change spread = Assert.IsType<Change>(effect.Spread);
        Assert.Equal(1, spread.Value, 0.05);
        Assert.True(spread.Interval is { Lower: <= 1, Upper: >= 1 }, $"{spread}");
        Change slow = Assert.IsType<Change>(effect.Slow);
        Assert.Equal(0, slow.Value);
    }

    [Fact]
    public void Of_AVariantThatSpreads_ChangesTheSpreadAndNotTheMedian()
    {
        Effect effect = Assert.Single(Effects.Of(SampleRuns.Run(Original(), Variant("send-file@bbr", 1, 3, 0))));
        Change spread = Assert.IsType<Change>(effect.Spread);
        Assert.Equal(3, spread.Value, 0.2);
        Assert.True(spread.Interval is { Lower: > 1 }, $"{spread}");
        Assert.Equal(ComparisonVerdict.Equal, effect.Time!.Verdict);
    }

    [Fact]
    public void Of_AVariantWithATenthOfSlowTransfers_ChangesTheirShare()
    {
        Effect effect = Assert.Single(Effects.Of(SampleRuns.Run(Original(), Variant("send-file@nagle", 1, 1, 10))));
        Change slow = Assert.IsType<Change>(effect.Slow);
        Assert.Equal((0, 0.1), (slow.Original, slow.Variant), Near);
        Assert.True(slow.Interval is { Lower: > 0, Upper: < 0.2 }, $"{slow}");
        Assert.Equal("0 % → 10 %", effect.Cells[5]);
        Assert.StartsWith("+10.", effect.Cells[6], StringComparison.Ordinal);
    }

    [Fact]
    public void Of_TooFewRounds_HasNoInterval()
    {
        Effect effect = Assert.Single(Effects.Of(SampleRuns.Run(
            Shorten(Original(), 2), Shorten(Variant("send-file@bbr", 2, 1, 0), 2))));
        Assert.Null(effect.Spread!.Interval);
        Assert.EndsWith("(no CI)", effect.Cells[2], StringComparison.Ordinal);
        Assert.Equal("no CI", effect.Cells[6]);
    }

    [Fact]
    public void Cells_AreAsManyAsHeaders() => Assert.Equal(
        Effect.Headers.Count,
        Assert.Single(Effects.Of(SampleRuns.Run(Original(), Variant("send-file@bbr", 2, 1, 0)))).Cells.Count);

    private static bool Near((double, double) one, (double, double) other) =>
        Math.Abs(one.Item1 - other.Item1) < 0.001 && Math.Abs(one.Item2 - other.Item2) < 0.001;

    private static Measurement Original() => Measured("send-file", 1, 1, 0);

    private static Measurement Variant(string id, double times, double spread, int slow)
    {
        Measurement measurement = Measured(id, times, spread, slow);
        return measurement with { Dimensions = measurement.Dimensions with { Original = "send-file" } };
    }

    private static Measurement Shorten(Measurement measurement, int rounds) =>
        measurement with { Launches = [.. measurement.Launches.Take(rounds)] };

    /// <summary>100 samples per launch, evenly around 100 µs that drift from round to round, of which some are slow.</summary>
    private static Measurement Measured(string strategy, double times, double spread, int slow)
    {
        Launch[] launches = [.. Enumerable.Range(1, Rounds).Select(round =>
        {
            // The second part is what differs from launch to launch: without any an interval would have no width.
            double median = times * (100_000 + (2_000 * round) + (150 * ((round * (strategy.Length + slow)) % 7)));
            double width = spread * (1 + (0.01 * ((round * strategy.Length) % 5)));
            long[] samples = [.. Enumerable.Range(0, 100).Select(index =>
                (long)(index < slow ? 3 * median : median * (1 + (width * 0.001 * (index - 49.5 - (slow / 2.0))))))];
            return new Launch
            {
                Round = round,
                Nanoseconds = samples,
                SendReturnedNanoseconds = samples,
                MedianNanoseconds = SampleStatistics.Median(samples),
            };
        })];
        return SampleRuns.Measured(strategy, SampleRuns.Megabyte, 1) with
        {
            Launches = launches,
            Statistics = SampleStatistics.Of(launches, SampleRuns.Megabyte, delivers: true),
            VerifiedByCount = 100 * Rounds,
        };
    }
}
