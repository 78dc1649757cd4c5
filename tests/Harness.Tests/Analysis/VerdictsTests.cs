using FileTransfer.Harness.Results;
using FileTransfer.Harness.Statistics;
using Xunit;
using static FileTransfer.Harness.Tests.SampleRuns;

namespace FileTransfer.Harness.Tests.Statistics;

public sealed class VerdictsTests
{
    [Fact]
    public void Of_FasterThanBaseline_SaysByHowMuch()
    {
        Verdict verdict = Only(
            Measured("null", Megabyte, 40, 41, 42, 43, 44),
            Measured("read-write-1k", Megabyte, 3100, 3110, 3120, 3130, 3140),
            Measured("send-file", Megabyte, 1000, 1010, 1020, 1030, 1040));

        Assert.Equal("1M: send-file 3.1× faster than read-write-1k (95 % CI 3.0–3.1)", verdict.Text);
        Assert.Equal("send-file", verdict.Winner);
        Assert.Equal(ComparisonVerdict.Faster, verdict.Comparison!.Verdict);
        Assert.Equal("read-write-1k", verdict.Comparison.Baseline);
    }

    [Fact]
    public void Of_OthersAsFastAsTheWinner_NamesThem()
    {
        Verdict verdict = Only(
            Measured("read-write-1k", Megabyte, 3100, 3110, 3120, 3130, 3140),
            Measured("send-file", Megabyte, 1000, 1010, 1020, 1030, 1040),
            Measured("begin-send", Megabyte, 1001, 1011, 1021, 1031, 1041),
            Measured("copy-to-async", Megabyte, 1002, 1012, 1022, 1032, 1042),
            Measured("read-write-64k", Megabyte, 2000, 2010, 2020, 2030, 2040));

        Assert.Equal("1M: send-file 3.1× faster than read-write-1k (95 % CI 3.0–3.1); begin-send and copy-to-async are indistinguishable from it", verdict.Text);
        Assert.Equal(["begin-send", "copy-to-async"], verdict.Peers);
    }

    [Fact]
    public void Of_ManyAsFastAsTheWinner_NamesTheFastestFourAndCountsTheRest()
    {
        Verdict verdict = Only([
            Measured("read-write-1k", Megabyte, 3100, 3110, 3120, 3130, 3140),
            .. Enumerable.Range(0, 8).Select(other => Measured($"other-{8 - other}", Megabyte, [.. Enumerable.Range(0, 5).Select(launch => 1008L - other + (10 * launch))])),
        ]);

        Assert.EndsWith("; other-2, other-3, other-4, other-5 and 3 more are indistinguishable from it", verdict.Text, StringComparison.Ordinal);
        Assert.Equal("other-1", verdict.Winner);
        Assert.Equal(7, verdict.Peers.Count);
    }

    [Fact]
    public void Of_IntervalAroundOne_SaysIndistinguishable()
    {
        Verdict verdict = Only(
            Measured("read-write-1k", Kilobyte, 1000, 1050, 1100, 1150, 1200),
            Measured("send-file", Kilobyte, 980, 1030, 1080, 1130, 1180),
            Measured("begin-send", Kilobyte, 990, 1040, 1090, 1140, 1190));

        Assert.Equal("1K: send-file and read-write-1k are indistinguishable (ratio 1.02, 95 % CI 0.89–1.16); begin-send is indistinguishable from send-file", verdict.Text);
        Assert.Equal("send-file", verdict.Winner);
    }

    [Fact]
    public void Of_BaselineFastest_NamesTheNext()
    {
        Verdict verdict = Only(
            Measured("read-write-1k", Kilobyte, 1000, 1010, 1020, 1030, 1040),
            Measured("begin-send", Kilobyte, 1250, 1260, 1270, 1280, 1290),
            Measured("send-file", Kilobyte, 1350, 1360, 1370, 1380, 1390));

        Assert.Equal("1K: read-write-1k is the fastest; next is begin-send, 1.24× slower (95 % CI 1.21–1.27)", verdict.Text);
        Assert.Equal("begin-send", verdict.Comparison!.Other);
    }

    [Fact]
    public void Of_BaselineFirstButIndistinguishable_SaysSo() => Assert.StartsWith(
        "1K: read-write-1k and send-file are indistinguishable (ratio 0.98, 95 % CI ",
        Only(
            Measured("read-write-1k", Kilobyte, 980, 1030, 1080, 1130, 1180),
            Measured("send-file", Kilobyte, 1000, 1050, 1100, 1150, 1200)).Text,
        StringComparison.Ordinal);

    [Fact]
    public void Of_FourLaunches_IsProvisional() => Assert.Equal(
        "1M: send-file 3.1× faster than read-write-1k (95 % CI 3.0–3.1) — provisional: 4 launches, at least 5 needed",
        Only(
            Measured("read-write-1k", Megabyte, 3100, 3110, 3120, 3130, 3140),
            Measured("send-file", Megabyte, 1000, 1010, 1020, 1030)).Text);

    [Fact]
    public void Of_OneLaunch_ClaimsNoInterval() => Assert.Equal(
        "1M: send-file 3.1× faster than read-write-1k (too few launches for a 95 % CI) — provisional: 1 launch, at least 5 needed",
        Only(Measured("read-write-1k", Megabyte, 3100), Measured("send-file", Megabyte, 1000)).Text);

    [Fact]
    public void Of_PooledMedianAndLaunchesDisagree_SaysBoth()
    {
        Measurement winner = Measured("send-file", Kilobyte, 2000, 2010, 2020, 2030, 2040);
        winner = winner with { Statistics = winner.Statistics! with { P50 = 1 } };

        Verdict verdict = Only(Measured("read-write-1k", Kilobyte, 1000, 1010, 1020, 1030, 1040), winner);

        Assert.Equal("1K: send-file has the lowest median of all transfers, but by its launches it is 1.98× slower than read-write-1k (95 % CI 1.94–2.0)", verdict.Text);
    }

    [Fact]
    public void Of_BaselineFailed_ComparesWithNothing()
    {
        Verdict verdict = Only(Failed("read-write-1k", Megabyte, "short"), Measured("send-file", Megabyte, 160_000, 160_000, 160_000, 160_000, 160_000));

        Assert.Equal("1M: send-file has the lowest median, 162 µs; not compared, because the baseline read-write-1k failed", verdict.Text);
        Assert.Null(verdict.Comparison);
    }

    [Fact]
    public void Of_BaselineMissing_ComparesWithNothing() => Assert.Equal(
        "1M: send-file has the lowest median, 162 µs; not compared, because the baseline read-write-1k was not measured here — provisional: 2 launches, at least 5 needed",
        Only(Measured("send-file", Megabyte, 160_000, 160_000)).Text);

    [Fact]
    public void Of_NoBaseline_ComparesWithNothing()
    {
        RunResult run = Run(Measured("send-file", Megabyte, 160_000, 160_000, 160_000, 160_000, 160_000));

        Verdict verdict = Assert.Single(Verdicts.Of(run with { Run = run.Run with { Baseline = null } }));

        Assert.EndsWith("not compared, because the run has no baseline", verdict.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Of_OnlyBaseline_SaysSo() => Assert.Equal(
        "1K: only read-write-1k was measured, median 1.01 µs",
        Only(Measured("null", Kilobyte, 40), Measured("read-write-1k", Kilobyte, 1000, 1000, 1000, 1000, 1000)).Text);

    [Fact]
    public void Of_NothingMeasured_SaysWhy()
    {
        Verdict verdict = Only(Measured("null", Megabyte, 40), Failed("send-file", Megabyte, "short"), Unsupported("splice", Megabyte, "not here"));

        Assert.Equal("1M: nothing was measured (send-file failed, splice is unsupported here)", verdict.Text);
        Assert.Null(verdict.Winner);
    }

    [Fact]
    public void Of_FailedWithLowNumbers_NeverWins()
    {
        Measurement failed = Failed("begin-send", Kilobyte, "short");

        Verdict verdict = Only(
            failed with { Statistics = failed.Statistics! with { P50 = 1 } },
            Measured("read-write-1k", Kilobyte, 3000, 3010, 3020, 3030, 3040),
            Measured("send-file", Kilobyte, 1000, 1010, 1020, 1030, 1040));

        Assert.Equal("send-file", verdict.Winner);
        Assert.Empty(verdict.Peers);
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

    [Fact]
    public void AgainstBaseline_EachMeasurement_ComparesSameSizeAndTransport()
    {
        RunResult run = Run(
            Measured("null", Kilobyte, 40),
            Measured("read-write-1k", Kilobyte, 2000),
            Measured("read-write-1k", Megabyte, 3000),
            Measured("send-file", Megabyte, 1000),
            Measured("send-file", Megabyte, 1000) with { Transport = "unix" },
            Failed("begin-send", Megabyte, "short"));

        Comparison?[] comparisons = [.. run.Measurements.Select(measurement => Verdicts.AgainstBaseline(run, measurement))];

        Assert.Equal([true, true, true, false, true, true], comparisons.Select(comparison => comparison is null));
        Assert.Equal(3, comparisons[3]!.Ratio, precision: 1);
    }

    private static Verdict Only(params Measurement[] measurements) => Assert.Single(Verdicts.Of(Run(measurements)));
}
