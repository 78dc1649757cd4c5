using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts;
using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Harness.Tests.Charts;

/// <summary>What pictures say is what the run says.</summary>
public sealed class ChartContentTests
{
    [Fact]
    public void All_Charts_HaveNamesAndFilesOfTheirOwn()
    {
        Assert.Equal(
            [
                "latency-by-size", "requests", "rpc", "throughput-by-size", "speedup-matrix",
                "timeline", "distribution", "cpu-cost-by-size", "allocated-by-size",
            ],
            ChartCatalog.All.Select(chart => chart.Name));
        string[] ids = [.. ChartCatalog.BuildAll(SampleRuns.Small()).Select(model => model.Id)];
        Assert.Equal(ids.Distinct(), ids);
        Assert.Contains("timeline-1k", ids);
        Assert.Contains("distribution-1m", ids);
    }

    [Fact]
    public void Latency_Marks_TellMedianAndBandOfTheData()
    {
        RunResult run = SampleRuns.Small();

        IReadOnlyList<string> tips = SvgText.Tips(Model(run, "latency-by-size"));

        Assert.All(Some.Of(Deliveries(run)), measurement =>
        {
            double[] sorted = [.. measurement.Launches.SelectMany(launch => launch.Nanoseconds).Select(value => (double)value).Order()];
            Assert.Contains(
                $"{measurement.Strategy}, {Size(measurement)}: median {Time(measurement.Statistics!.P50)}, "
                + $"p10 {Time(Type7(sorted, 0.1))}, p90 {Time(Type7(sorted, 0.9))}",
                tips);
        });
    }

    [Fact]
    public void Throughput_Marks_TellTheRatesOfTheData()
    {
        RunResult run = SampleRuns.Small();

        IReadOnlyList<string> tips = SvgText.Tips(Model(run, "throughput-by-size"));

        Assert.All(Some.Of(Deliveries(run)), measurement => Assert.Contains(
            $"{measurement.Strategy}, {Size(measurement)}: {Digits.Significant(measurement.Statistics!.ThroughputMBps!.Value, 3)} MB/s "
            + $"(median {Time(measurement.Statistics.P50)})",
            tips));
    }

    [Fact]
    public void Timeline_FewTransfers_EveryOneIsAMarkWithItsTime()
    {
        RunResult run = SampleRuns.Small();

        IReadOnlyList<string> tips = SvgText.Tips(Model(run, "timeline-1m"));

        foreach (Measurement measurement in Some.Of(Deliveries(run).Where(measurement => measurement.SizeBytes == SampleRuns.Megabyte)))
        {
            Assert.NotEmpty(measurement.Launches);
            for (int launch = 0; launch < measurement.Launches.Count; launch++)
            {
                IReadOnlyList<long> samples = measurement.Launches[launch].Nanoseconds;
                Assert.All(
                    Some.Of(samples.Select(
                        (value, index) => $"{measurement.Strategy}, launch {launch + 1}, transfer {index + 1}: {Time(value)}")),
                    tip => Assert.Contains(tip, tips));
            }
        }
    }

    [Fact]
    public void Distribution_Marks_TellThePercentilesOfTheData()
    {
        RunResult run = ChartRuns.Large();

        IReadOnlyList<string> tips = SvgText.Tips(Model(run, "distribution-1k"));

        Assert.All(Some.Of(run.Measurements), measurement =>
        {
            Assert.Contains($"{measurement.Strategy}: p50 {Time(measurement.Statistics!.P50)}", tips);
            Assert.Contains($"{measurement.Strategy}: p99.9 {Time(measurement.Statistics.P999)}", tips);
        });
    }

    [Fact]
    public void Distribution_TwentyTransfers_EndsBeforeTheirTail()
    {
        RunResult run = SampleRuns.Run(SampleRuns.Measured("send-file", 1024, 40_000));

        IReadOnlyList<string> tips = SvgText.Tips(Model(run, "distribution-1k"));

        Assert.Contains(tips, tip => tip.StartsWith("send-file: p90 ", StringComparison.Ordinal));
        Assert.DoesNotContain(tips, tip => tip.Contains("p99", StringComparison.Ordinal));
    }

    [Fact]
    public void Cpu_Marks_TellBothEnds()
    {
        ChartModel model = Model(SampleRuns.Small(), "cpu-cost-by-size");

        Assert.Contains("read-write-1k, 1K: sender 12.3 CPU s per GB", SvgText.Tips(model));
        Assert.Contains("read-write-1k, 1K: receiver 9.88 CPU s per GB", SvgText.Tips(model));
        Assert.Contains("22.2", SvgText.Visible(model), StringComparison.Ordinal);
    }

    [Fact]
    public void Matrix_Cells_TellRatioIntervalAndVerdict()
    {
        RunResult run = SampleRuns.Small();

        ChartModel model = Model(run, "speedup-matrix");

        IReadOnlyList<string> tips = SvgText.Tips(model);
        int compared = 0;
        foreach (Measurement measurement in Deliveries(run))
        {
            if (Verdicts.AgainstBaseline(run, measurement) is { Interval: { } interval } comparison)
            {
                compared++;
                Assert.Contains(tips, tip => tip.StartsWith(
                    $"{measurement.Strategy}, {Size(measurement)}: {Digits.Ratio(comparison.Ratio)}× the speed of read-write-1k (95 % "
                    + $"interval {Digits.Ratio(interval.Lower)}–{Digits.Ratio(interval.Upper)}): {RatioText.Word(comparison.Verdict)};",
                    StringComparison.Ordinal));
                Assert.Contains(
                    $"{Digits.Ratio(interval.Lower)}–{Digits.Ratio(interval.Upper)}",
                    SvgText.Visible(model),
                    StringComparison.Ordinal);
            }
        }

        Assert.Equal(4, compared);
        Assert.Contains(
            "Of 4 comparisons with read-write-1k, 2 are faster and 2 cannot be told apart",
            model.Title,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Allocated_Zero_IsDrawnAndNamed()
    {
        ChartModel model = Model(SampleRuns.Small(), "allocated-by-size");

        Assert.Contains("read-write-1k, 1M: 0 bytes", SvgText.Tips(model));
        Assert.Contains("read-write-1k, 1K: 1,240 bytes", SvgText.Tips(model));
    }

    [Fact]
    public void Latency_Title_StatesTheVerdicts() => Assert.Equal(
        "send-file beats read-write-1k at 1M, by 34×; no clear winner at 1K",
        Model(SampleRuns.Small(), "latency-by-size").Title);

    [Fact]
    public void Latency_TwoWinnersAndALoser_TitleNamesThemAll()
    {
        RunResult run = SampleRuns.Run([
            .. Sized(1024, baseline: 40_000, sendFile: 60_000, beginSend: 70_000),
            .. Sized(10 << 10, baseline: 90_000, sendFile: 60_000, beginSend: 30_000),
            .. Sized(100 << 10, baseline: 200_000, sendFile: 40_000, beginSend: 80_000),
            .. Sized(1 << 20, baseline: 400_000, sendFile: 40_000, beginSend: 80_000),
        ]);

        Assert.Equal(
            "read-write-1k is slower than begin-send at 10K (2.7×) and send-file at 100K and "
            + "1M (up to 9.1×); read-write-1k is the fastest at 1K, by 1.45×",
            Model(run, "latency-by-size").Title);
    }

    [Fact]
    public void Latency_AnotherWinnerAtEverySize_TitleNamesNoneButTheMostAndCountsNone()
    {
        string[] strategies = ["send-file", "begin-send", "splice", "mapped"];
        RunResult run = SampleRuns.Run([.. strategies.SelectMany((winner, index) =>
        {
            long size = 1024L << (2 * index);
            return strategies
                .Select(strategy => Steady(strategy, size, strategy == winner ? 30_000 - (1000 * index) : 60_000))
                .Prepend(Steady("read-write-1k", size, 60_000));
        })]);

        // Each of them beats the baseline at one size only: "beaten by 4 strategies" would say more.
        Assert.Equal(
            "read-write-1k is slower than the fastest strategy at every size, by up to 2.1× (mapped at 64K)",
            Model(run, "latency-by-size").Title);
    }

    [Fact]
    public void Latency_WideIntervals_TitleTellsTheCautiousEnd()
    {
        long[] unsteady = [100_000, 250_000, 120_000, 300_000, 90_000, 280_000, 110_000, 260_000, 100_000, 270_000];
        RunResult run = SampleRuns.Run([.. new long[] { 1024, 10 << 10 }.SelectMany(size => new[]
        {
            SampleRuns.Measured("read-write-1k", size, unsteady),
            Steady("send-file", size, 10_000),
        })]);
        Comparison comparison = Verdicts.Of(run)[0].Comparison!;

        Assert.True(comparison.Interval!.Lower < comparison.Ratio / 1.2, $"{comparison.Interval} is not wide");
        Assert.Equal(
            $"send-file beats read-write-1k at every size, by at least {RatioText.Of(comparison.Interval.Lower)} at 1K",
            Model(run, "latency-by-size").Title);
    }

    [Fact]
    public void Latency_NothingDecided_TitleNamesThePair()
    {
        RunResult run = SampleRuns.Run([.. Sized(1024, baseline: 40_000, sendFile: 40_000, beginSend: 70_000)]);

        Assert.Equal("send-file and read-write-1k are equal at 1K", Model(run, "latency-by-size").Title);
    }

    [Fact]
    public void Latency_TwoRounds_AreCalledProvisional()
    {
        RunResult run = SampleRuns.Run(
            SampleRuns.Measured("read-write-1k", 1024, [.. SampleRuns.Steps(90_000, 1000).Take(2)]),
            SampleRuns.Measured("send-file", 1024, [.. SampleRuns.Steps(40_000, 1000).Take(2)]));

        ChartModel model = Model(run, "latency-by-size");

        Assert.EndsWith("too few rounds to compare", model.Title, StringComparison.Ordinal);
        Assert.Contains("Provisional: 2 launches", Flat(model), StringComparison.Ordinal);
    }

    [Fact]
    public void Latency_OneLaunch_ClaimsNothing()
    {
        RunResult run = SampleRuns.Run(SampleRuns.Measured("read-write-1k", 1024, 90_000), SampleRuns.Measured("send-file", 1024, 40_000));

        Assert.Equal("send-file has the lowest median at 1K, but too few rounds to compare", Model(run, "latency-by-size").Title);
    }

    [Fact]
    public void Build_AnyChart_NamesMachineKernelRuntimeDateAndSamples() =>
        Assert.All(Some.Of(ChartCatalog.BuildAll(SampleRuns.Small())), model =>
        {
            Assert.Contains(
                "Example CPU, 2 cores · Linux 6.1.0 · .NET 10.0.0 · loopback · cubic · 2024-05-06",
                model.Subtitle,
                StringComparison.Ordinal);
            Assert.Matches(@"\d transfers in \d+ launches$", model.Subtitle);
        });

    [Fact]
    public void Build_AnyChart_HarnessIsNoTransfer() => Assert.All(Some.Of(ChartCatalog.BuildAll(SampleRuns.Small())), model =>
    {
        Assert.DoesNotContain("null", SvgText.Visible(model), StringComparison.Ordinal);
        Assert.DoesNotContain(SvgText.Tips(model), tip => tip.StartsWith("null", StringComparison.Ordinal));
    });

    [Fact]
    public void Latency_HarnessCost_IsToldAsAShare() => Assert.Contains(
        "The harness itself takes at most 0.13 % of a median shown: 54.0 ns of the 42.4 µs of send-file at 1K.",
        Flat(Model(SampleRuns.Small(), "latency-by-size")),
        StringComparison.Ordinal);

    private static Measurement[] Sized(long size, long baseline, long sendFile, long beginSend) =>
    [
        Steady("read-write-1k", size, baseline), Steady("send-file", size, sendFile), Steady("begin-send", size, beginSend),
    ];

    private static Measurement Steady(string strategy, long size, long nanoseconds) =>
        SampleRuns.Measured(strategy, size, SampleRuns.Steps(nanoseconds, 1000));

    private static string Flat(ChartModel model) => SvgText.Visible(model).ReplaceLineEndings(" ");

    private static ChartModel Model(RunResult run, string id) => ChartCatalog.BuildAll(run).Single(model => model.Id == id);

    private static IEnumerable<Measurement> Deliveries(RunResult run) =>
        run.Measurements.Where(measurement => measurement.Outcome == Outcome.Measured && measurement.Strategy != "null");

    private static string Time(double nanoseconds) => new Nanoseconds(nanoseconds).ToString();

    private static string Size(Measurement measurement) => measurement.SizeBytes == SampleRuns.Kilobyte ? "1K" : "1M";

    private static double Type7(double[] sorted, double share)
    {
        double place = share * (sorted.Length - 1);
        int below = (int)place;
        return sorted[below] + ((place - below) * (sorted[Math.Min(below + 1, sorted.Length - 1)] - sorted[below]));
    }
}
