using FileTransfer.Harness.Analysis;
using FileTransfer.Harness.Results;
using Xunit;

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
        double[] baseline = [1100, 1540, 1100, 1100, 1540, 1101, 1099, 1100, 1100, 1540];
        double[] other = [1000, 1400, 1400, 1400, 1000, 1000, 1001, 999, 1000, 1000];

        Comparison told = Compared(baseline, other, isMeasured: true);
        Comparison untold = Compared(baseline, other, isMeasured: false);

        Assert.Equal(1.1, told.Ratio, tolerance: 0.001);
        Assert.Equal((ComparisonVerdict.Faster, 10, false), (told.Verdict, told.Rounds, told.IsProvisional));
        Assert.Equal(ComparisonVerdict.CannotTell, untold.Verdict);
    }

    [Fact]
    public void Between_TooFewRoundsAlike_UsesAll()
    {
        double[] baseline = [1100, 1540, 1540, 1540, 1540, 1540, 1099, 1100, 1100, 1100];
        double[] other = [.. Enumerable.Repeat(1000.0, 10)];

        Comparison told = Compared(baseline, other, isMeasured: true);
        Comparison untold = Compared(baseline, other, isMeasured: false);

        Assert.Equal((untold.Ratio, untold.Interval), (told.Ratio, told.Interval));
    }

    /// <summary>Chance decides whose launch a neighbour slows down, so equal strategies stay equal, and unequal ones are found.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(1.1)]
    public void Between_NeighboursThatComeAndGo_AreNotTakenForDifferences(double slower)
    {
        const int Runs = 200;
        const int Strategies = 4;
        Random random = new(20261126);
        int found = 0;
        for (int run = 0; run < Runs; run++)
        {
            Measurement[] measured = [.. Enumerable.Range(0, Strategies).Select(index => With(
                $"strategy-{index}",
                [.. Enumerable.Range(0, 10).Select(_ => Drawn(random, index == 0 ? slower : 1))]))];
            var comparisons = Comparisons.Of(SampleRuns.Run(measured));
            found += slower == 1
                ? measured.Any(one => measured.Any(other => comparisons.Between(one, other)?.IsDecided == true)) ? 1 : 0
                : comparisons.Between(measured[0], measured[1])!.Verdict == ComparisonVerdict.Faster ? 1 : 0;
        }

        // One run in twenty may be wrong; four standard errors more are chance.
        Assert.True(slower == 1 ? found <= 22 : found >= 0.9 * Runs, $"{found} of {Runs} runs tell them apart");
    }

    /// <summary>A launch that a neighbour slows down by about a third in one case of eight.</summary>
    private static Launch Drawn(Random random, double slower)
    {
        bool isShared = random.Next(8) == 0;
        double time = 1000 * slower * (isShared ? 1.3 + (0.1 * random.NextDouble()) : 1) * (1 + (0.03 * (random.NextDouble() - 0.5)));
        double copy = (isShared ? Shared : Alone) * (1 + (0.04 * (random.NextDouble() - 0.5)));
        return Launch(time, copy, copy);
    }

    private static Comparison Compared(double[] baseline, double[] other, bool isMeasured)
    {
        Measurement first = With("read-write-1k", [.. baseline.Select(time => isMeasured ? Told(time, 1200) : Untold(time))]);
        Measurement second = With("send-file", [.. other.Select(time => isMeasured ? Told(time, 1200) : Untold(time))]);
        return Comparisons.Of(SampleRuns.Run(first, second)).Between(first, second)!;

        static Launch Told(double time, double slow) => Launch(time, time > slow ? Shared : Alone, time > slow ? Shared : Alone);
        static Launch Untold(double time) => SampleRuns.Launch(1000) with { MedianNanoseconds = time };
    }

    private static Measurement With(string strategy, Launch[] launches) => SampleRuns.Measured(strategy, 1024, 1000) with
    {
        Launches = [.. launches.Select((launch, index) => launch with { Round = index + 1 })],
    };

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
