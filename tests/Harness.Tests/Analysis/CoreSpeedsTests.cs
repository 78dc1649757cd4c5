using FileTransfer.Results;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Harness.Tests.Analysis;

/// <summary>A round in which the core of one side was slower than that of the other says nothing about the two.</summary>
public sealed class CoreSpeedsTests
{
    private const double Alone = 130;
    private const double Shared = 178;

    [Theory]
    [InlineData(130, 130, 134, 128, true)]
    [InlineData(130, 130, 178, 178, false)]
    [InlineData(130, 178, 130, 130, false)]
    [InlineData(178, 178, 175, 181, true)]
    public void AreAlike_TwoLaunches_LooksAtBothEndsOfThem(
        double firstBefore,
        double firstAfter,
        double secondBefore,
        double secondAfter,
        bool expected)
    {
        Assert.Equal(expected, CoreSpeeds.AreAlike(Launch(1000, firstBefore, firstAfter), Launch(1000, secondBefore, secondAfter)));
        Assert.Equal(expected, CoreSpeeds.AreAlike(Launch(1000, secondBefore, secondAfter), Launch(1000, firstBefore, firstAfter)));
    }

    [Fact]
    public void AreAlike_NotMeasured_IsTrue() =>
        Assert.True(CoreSpeeds.AreAlike(Launch(1000, Alone, Alone), SampleRuns.Launch(1000)));

    [Fact]
    public void Slowdowns_OfLaunches_CompareWithTheFastestTenth()
    {
        Launch[] launches =
        [
            .. Enumerable.Range(0, 19).Select(_ => Launch(1000, Alone, Alone)),
            Launch(1000, Alone, 195),
            SampleRuns.Launch(1),
        ];

        IReadOnlyList<double> slowdowns = CoreSpeeds.Slowdowns(launches);

        Assert.Equal(20, slowdowns.Count);
        Assert.Equal(1.5, slowdowns.Max(), precision: 12);
        Assert.Equal(19, slowdowns.Count(slowdown => slowdown == 1));
        Assert.Empty(CoreSpeeds.Slowdowns([SampleRuns.Launch(1)]));
    }

    [Fact]
    public void Between_CoreSlowInOneOfTwo_LeavesTheRoundOut()
    {
        double[] baseline = [1100, 1540, 1100, 1100, 1540, 1101, 1099, 1100, 1100, 1540, 1102, 1098, 1100, 1101];
        double[] other = [1000, 1400, 1400, 1400, 1000, 1000, 1001, 999, 1000, 1000, 1001, 1000, 999, 1000];

        Comparison told = Compared(baseline, other, isMeasured: true);
        Comparison untold = Compared(baseline, other, isMeasured: false);

        Assert.Equal(1.1, told.Ratio, tolerance: 0.001);
        Assert.Equal((ComparisonVerdict.Faster, 14), (told.Verdict, told.Rounds));
        Assert.Equal((ComparisonVerdict.CannotTell, 14), (untold.Verdict, untold.Rounds));
    }

    [Fact]
    public void Between_TooFewRoundsAlike_UsesAll()
    {
        double[] baseline = [1100, 1540, 1540, 1540, 1540, 1540, 1099, 1100, 1100, 1100, 1100, 1100, 1100, 1100];
        double[] other = [.. Enumerable.Repeat(1000.0, 14)];

        Comparison told = Compared(baseline, other, isMeasured: true);
        Comparison untold = Compared(baseline, other, isMeasured: false);

        Assert.Equal((untold.Ratio, untold.Interval), (told.Ratio, told.Interval));
    }

    /// <summary>Chance decides whose launch a neighbour slows down: a rule that leaves rounds out must not make winners.</summary>
    [Fact]
    public void Between_EqualStrategiesBesideNeighbours_AreSeldomCalledDifferent()
    {
        int runs = Exhaustive.Or(30, 100);
        int wrong = runs - Simulated(runs, slower: 1, isMeasured: true).Count(run => run.All(comparison => !comparison.IsDecided));

        // One run in twenty may be wrong; four standard errors more are chance.
        Assert.True(wrong <= Exhaustive.Or(6, 14), $"{wrong} of {runs} runs of equal strategies tell them apart");
    }

    [Fact]
    public void Between_SlowerStrategyBesideNeighbours_IsFoundMoreOften()
    {
        int runs = Exhaustive.Or(20, 50);
        int told = Simulated(runs, slower: 1.1, isMeasured: true).Count(run => run[0].Verdict == ComparisonVerdict.Faster);
        int untold = Simulated(runs, slower: 1.1, isMeasured: false).Count(run => run[0].Verdict == ComparisonVerdict.Faster);

        Assert.True(
            told >= 0.9 * runs && untold <= 0.5 * runs,
            $"found in {told} of {runs} runs, and in {untold} without the times of the copies");
    }

    /// <summary>Runs of four strategies and 30 rounds; all comparisons of each, that of the slower strategy and another first.</summary>
    private static IEnumerable<Comparison[]> Simulated(int runs, double slower, bool isMeasured)
    {
        const int Strategies = 4;
        Random random = new(20261126);
        for (int run = 0; run < runs; run++)
        {
            Measurement[] measured = [.. Enumerable.Range(0, Strategies).Select(index => With(
                $"strategy-{index}",
                [.. Enumerable.Range(0, 30).Select(_ => Drawn(random, index == 0 ? slower : 1, isMeasured))]))];
            var comparisons = Comparisons.Of(SampleRuns.Run(measured));
            yield return
            [
                .. from first in Enumerable.Range(0, Strategies)
                   from second in Enumerable.Range(first + 1, Strategies - first - 1)
                   select comparisons.Between(measured[first], measured[second])!,
            ];
        }
    }

    /// <summary>A launch that a neighbour slows down by about a third in one case of four.</summary>
    private static Launch Drawn(Random random, double slower, bool isMeasured)
    {
        bool isShared = random.Next(4) == 0;
        double time = 1000 * slower * (isShared ? 1.3 + (0.1 * random.NextDouble()) : 1) * (1 + (0.03 * (random.NextDouble() - 0.5)));
        double copy = (isShared ? Shared : Alone) * (1 + (0.04 * (random.NextDouble() - 0.5)));
        return isMeasured ? Launch(time, copy, copy) : Unmeasured(time);
    }

    private static Comparison Compared(double[] baseline, double[] other, bool isMeasured)
    {
        Measurement first = With("read-write-1k", [.. baseline.Select(time => isMeasured ? Told(time) : Unmeasured(time))]);
        Measurement second = With("send-file", [.. other.Select(time => isMeasured ? Told(time) : Unmeasured(time))]);
        return Comparisons.Of(SampleRuns.Run(first, second)).Between(first, second)!;

        static Launch Told(double time) => Launch(time, time > 1200 ? Shared : Alone, time > 1200 ? Shared : Alone);
    }

    private static Measurement With(string strategy, Launch[] launches) => SampleRuns.Measured(strategy, 1024, 1000) with
    {
        Launches = [.. launches.Select((launch, index) => launch with { Round = index + 1 })],
    };

    private static Launch Unmeasured(double time) => SampleRuns.Launch(1000) with { MedianNanoseconds = time };

    private static Launch Launch(double time, double before, double after) => SampleRuns.Launch(1000) with
    {
        MedianNanoseconds = time,
        Disturbance = new Disturbance
        {
            Seconds = 1,
            CopyNanosecondsBefore = before,
            CopyNanosecondsAfter = after,
            Collections = 0,
            CollectionPauseSeconds = 0,
            CompiledMethods = 0,
        },
    };
}
