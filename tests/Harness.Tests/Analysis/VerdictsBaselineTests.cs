using FileTransfer.Results;
using FileTransfer.Results.Analysis;

using static FileTransfer.Harness.Tests.SampleRuns;

namespace FileTransfer.Harness.Tests.Analysis;

/// <summary>What a verdict says of a baseline that failed, is missing, or is all there is.</summary>
public sealed class VerdictsBaselineTests
{
    [Fact]
    public void Of_BaselineFailed_ComparesWithNothing()
    {
        Verdict verdict = Only(
            Failed("read-write-1k", Megabyte, "short"),
            Measured("send-file", Megabyte, Steps(160_000, 100)),
            Measured("begin-send", Megabyte, Steps(320_000, 100)));

        Assert.Contains("Not compared with the baseline, because read-write-1k failed", verdict.Details);
        Assert.Null(verdict.Comparison);
        Assert.Equal(["send-file"], verdict.Fastest);
    }

    [Fact]
    public void Of_BaselineMissing_SaysSo() => Assert.Contains(
        "Not compared with the baseline, because read-write-1k was not measured here",
        Only(Measured("send-file", Megabyte, Steps(160_000, 100)), Measured("begin-send", Megabyte, Steps(320_000, 100))).Details);

    [Fact]
    public void Of_NoBaseline_SaysSo()
    {
        RunResult run = Run(Measured("send-file", Megabyte, Steps(160_000, 100)), Measured("begin-send", Megabyte, Steps(320_000, 100)));

        Verdict verdict = Assert.Single(Verdicts.Of(run with { Run = run.Run with { Baseline = null } }));

        Assert.Contains("Not compared with the baseline, because the run has none", verdict.Details);
    }

    [Theory]
    [InlineData(VerdictNotes.Asked, "The baseline is read-write-1k, as --baseline asked for.")]
    [InlineData(VerdictNotes.OfScenario, "The baseline is read-write-1k, the default of the scenario socket; --baseline chooses another.")]
    [InlineData(
        VerdictNotes.First,
        "The baseline is read-write-1k, the first strategy of the run, because the default of "
        + "the scenario socket was not measured; --baseline chooses another.")]
    [InlineData("", null)]
    public void Baseline_ChosenByARule_IsNamedWithIt(string rule, string? note)
    {
        RunInfo run = Run().Run;

        Assert.Equal(note, VerdictNotes.Baseline(run with { Options = new Dictionary<string, string> { ["baseline-rule"] = rule } }));
    }

    [Fact]
    public void Of_OnlyBaseline_SaysSo() => Assert.Equal(
        "1K: only read-write-1k was measured, median 1.01 µs",
        Only(Measured("null", Kilobyte, 40), Measured("read-write-1k", Kilobyte, Steps(1000, 0))).Text);

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
