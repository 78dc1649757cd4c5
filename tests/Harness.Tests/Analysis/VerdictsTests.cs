using FileTransfer.Results;
using FileTransfer.Results.Analysis;

using static FileTransfer.Harness.Tests.SampleRuns;

namespace FileTransfer.Harness.Tests.Analysis;

public sealed class VerdictsTests
{
    private static readonly double[] s_noise = [1.00, 1.02, 0.98, 1.01, 0.99, 1.03, 0.97, 1.00, 1.02, 0.98];
    private static readonly double[] s_otherNoise = [0.98, 1.01, 1.00, 0.97, 1.02, 1.00, 1.01, 1.03, 0.99, 1.02];

    [Fact]
    public void Of_OneIsFaster_SaysByHowMuch()
    {
        Verdict verdict = Only(
            Measured("null", Megabyte, Steps(40, 1)),
            Noisy("read-write-1k", 3100, s_noise),
            Noisy("send-file", 1000, s_otherNoise));

        Assert.Matches(@"^1M: send-file, 3\.1× as fast as the next, read-write-1k \((2\.9|3\.0)–3\.[23]\)$", verdict.Text);
        Assert.Empty(verdict.Details);
        Assert.True(verdict.IsAnswer);
        Assert.Equal("send-file", verdict.Leader);
        Assert.Equal(["send-file"], verdict.Fastest);
        Assert.Equal(ComparisonVerdict.Faster, verdict.Comparison!.Verdict);
        Assert.Equal("read-write-1k", verdict.Comparison.Baseline);
    }

    [Fact]
    public void Of_SeveralAreTheFastest_NamesThemByTimeAndTheCheapest()
    {
        Verdict verdict = Only(
            Noisy("read-write-1k", 3100, s_noise),
            Noisy("send-file", 1000, s_noise) with
            {
                SenderCpuSecondsPerGB = 2,
                ReceiverCpuSecondsPerGB = 1,
                AllocatedBytesPerTransfer = 64,
            },
            Noisy("begin-send", 1001, s_otherNoise) with { SenderCpuSecondsPerGB = 1, ReceiverCpuSecondsPerGB = 1 },
            Noisy("copy-to-async", 1002, s_noise) with
            {
                SenderCpuSecondsPerGB = 1,
                ReceiverCpuSecondsPerGB = 2,
                AllocatedBytesPerTransfer = 0,
            },
            Noisy("read-write-64k", 2000, s_otherNoise));

        Assert.Equal(["begin-send", "copy-to-async", "send-file"], verdict.Fastest.Order(StringComparer.Ordinal));
        Assert.Empty(verdict.Unknown);
        Assert.Equal(["begin-send", "copy-to-async", "send-file"], verdict.AtWorst.Keys.Order(StringComparer.Ordinal));
        Assert.Equal("1M: send-file, copy-to-async or begin-send (less than 10 % apart); begin-send costs the least CPU", verdict.Text);
        Assert.Null(verdict.Lead);
    }

    [Fact]
    public void Of_ManyAreTheFastest_NamesFourAndCountsTheRest()
    {
        Verdict verdict = Only([
            Noisy("read-write-1k", 3100, s_noise),
            .. Enumerable.Range(1, 8).Select(other => Measured($"other-{other}", Megabyte, Steps(1000 + other, 10))),
        ]);

        Assert.StartsWith(
            "1M: other-1, other-2, other-3, other-4 or 4 more (less than 10 % apart)", verdict.Text, StringComparison.Ordinal);
        Assert.Equal(8, verdict.Fastest.Count);
    }

    /// <summary>Noise must not promote: who could be as fast, but could be much slower as well, is not among the fastest.</summary>
    [Fact]
    public void Of_OneIsNoisy_ListsItApart()
    {
        Verdict verdict = Only(
            Noisy("read-write-1k", 3000, s_noise),
            Noisy("send-file", 1000, s_otherNoise),
            Noisy("begin-send", 1150, [1.5, 0.8, 1.4, 0.9, 1.6, 0.8, 1.3, 0.7, 1.2, 1.1]));

        Assert.Equal(["send-file"], verdict.Fastest);
        Assert.Equal(["begin-send"], verdict.Unknown);
        Assert.Equal("1M: send-file: none is more than 10 % faster; unclear: begin-send", verdict.Text);
        Assert.StartsWith(
            "Unclear, each with the most by which it may be slower than the best: begin-send (",
            verdict.Details[0],
            StringComparison.Ordinal);
        Assert.True(verdict.AtWorst["begin-send"] > 1.1);
    }

    [Fact]
    public void Of_AllAreNoisy_BoundsWhatIsUndecided()
    {
        Verdict verdict = Only(
            Noisy("read-write-1k", 1000, [1.5, 0.8, 1.4, 0.9, 1.6, 0.8, 1.3, 0.7, 1.2, 1.1]),
            Noisy("send-file", 1030, [0.9, 1.4, 0.8, 1.6, 1.0, 1.3, 0.7, 1.2, 1.5, 0.8]));

        Assert.Empty(verdict.Fastest);
        Assert.Equal(2, verdict.Unknown.Count);
        Assert.Matches("^1M: undecided between ([a-z0-9-]+) and [a-z0-9-]+: with \\1 you lose at most [0-9]+ %$", verdict.Text);
        Assert.Contains(verdict.Details, detail => detail.EndsWith(" would have been seen", StringComparison.Ordinal));
        Assert.False(verdict.IsAnswer);
    }

    [Fact]
    public void Of_BaselineFastest_NamesTheNext()
    {
        Verdict verdict = Only(
            Noisy("read-write-1k", 1000, s_noise),
            Noisy("begin-send", 1250, s_otherNoise),
            Noisy("send-file", 1550, s_noise));

        Assert.StartsWith("1M: read-write-1k, 1.2", verdict.Text, StringComparison.Ordinal);
        Assert.Contains("× as fast as the next, begin-send (", verdict.Text, StringComparison.Ordinal);
        Assert.Equal("begin-send", verdict.Comparison!.Other);
        Assert.Equal(ComparisonVerdict.Slower, verdict.Comparison.Verdict);
    }

    [Fact]
    public void Of_BaselineThatNeverSettled_SaysHowItMoves()
    {
        Measurement baseline = Noisy("read-write-1k", 3_000_000, s_noise);
        baseline = baseline with
        {
            Launches = [.. baseline.Launches.Select(launch => launch with
            {
                IsSettled = false,
                Nanoseconds = [.. Enumerable.Range(0, 20).Select(index => 4_000_000L - (50_000 * index))],
            })],
        };

        Assert.Matches(
            @"^Not steady: read-write-1k \(from 3\.\d+ ms to 3\.\d+ ms within a launch\)$",
            Only(baseline, Noisy("send-file", 1_000_000, s_otherNoise)).Details[^1]);
    }

    /// <summary>Ten equal strategies: whoever is first by chance is not ahead in the rounds that did not choose it.</summary>
    [Fact]
    public void Lead_OfChance_IsNone()
    {
        Random random = new(11);
        double[] leads = [.. Enumerable.Range(0, 20).Select(_ => Leads(random))];

        Assert.InRange(leads.Average(), 0.985, 1.015);

        static double Leads(Random random)
        {
            Measurement[] all = [.. Enumerable.Range(0, 10).Select(
                index => Noisy($"other-{index}", 1000, [.. Enumerable.Range(0, 10).Select(_ => 0.9 + (0.2 * random.NextDouble()))]))];
            return new FastestSet(Run(all), all).Lead()!.Value;
        }
    }

    [Theory]
    [InlineData(7, "1M: send-file, 3.")]
    [InlineData(3, "1M: provisionally send-file, after 3 of 6 rounds")]
    public void Of_FewRounds_SaysFirstThatItIsProvisional(int rounds, string begin) => Assert.StartsWith(
        begin,
        Only(
            Measured("read-write-1k", Megabyte, [.. Steps(3100, 10).Take(rounds)]),
            Measured("send-file", Megabyte, [.. Steps(1000, 1).Take(rounds)])).Text,
        StringComparison.Ordinal);

    [Fact]
    public void Of_SmokeRun_DrawsNoVerdict()
    {
        RunResult run = Run(Noisy("read-write-1k", 3100, s_noise), Noisy("send-file", 1000, s_otherNoise));
        run = run with { Run = run.Run with { Profile = "smoke" } };

        Assert.Empty(Verdicts.Of(run));
        Assert.False(Verdicts.AreDrawn(run));
    }

    [Fact]
    public void Of_NothingMeasured_SaysWhy()
    {
        Verdict verdict = Only(
            Measured("null", Megabyte, 40),
            Failed("send-file", Megabyte, "short"),
            Unsupported("splice", Megabyte, "not here"));

        Assert.Equal("1M: nothing was measured (send-file failed, splice is unsupported here)", verdict.Text);
        Assert.Null(verdict.Leader);
    }

    [Fact]
    public void Of_FailedWithLowNumbers_NeverWins()
    {
        Verdict verdict = Only(
            Failed("begin-send", Kilobyte, "short") with { Launches = Measured("begin-send", Kilobyte, Steps(1, 0)).Launches },
            Measured("read-write-1k", Kilobyte, Steps(3000, 10)),
            Measured("send-file", Kilobyte, Steps(1000, 10)));

        Assert.Equal("send-file", verdict.Leader);
        Assert.Equal(["send-file"], verdict.Fastest);
    }

    [Fact]
    public void Of_SeveralSizesAndTransports_JudgesEachInOrder()
    {
        Measurement[] measurements =
        [
            Measured("read-write-1k", Megabyte, 3000),
            Measured("read-write-1k", Kilobyte, 30),
            Measured("read-write-1k", Megabyte, 2000) with { Transport = "unix" },
        ];

        Assert.Equal(
            ["1K over tcp", "1M over tcp", "1M over unix"],
            Verdicts.Of(Run(measurements)).Select(verdict => verdict.Text.Split(':')[0]));
    }

    private static Verdict Only(params Measurement[] measurements) => Assert.Single(Verdicts.Of(Run(measurements)));

    private static Measurement Noisy(string strategy, double median, double[] noise)
    {
        Measurement measurement = Measured(strategy, Megabyte, [.. noise.Select(level => (long)(median * level))]);
        return measurement with
        {
            Launches = [.. measurement.Launches.Select((launch, index) => launch with { MedianNanoseconds = median * noise[index] })],
        };
    }
}
