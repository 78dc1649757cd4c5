using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>What stands at the end of a run's output, below its table.</summary>
public sealed class RunSummaryTests
{
    /// <summary>Who asked for nothing sees this program for the first time: where to look, and what to try.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false, "--seed", "7")]
    public async Task Bench_WithoutOptions_EndsWithWhatToTryNext(bool isFirst, params string[] options)
    {
        using var folder = new TemporaryFolder();
        Measurement[] measurements = [.. SampleRuns.Small().Measurements.Where(one => one.Outcome == Outcome.Measured)];
        (int exitCode, string output, string _) = await HarnessProcess.RunWithAsync(
            new FakeMeasurer(measurements), [.. options, "--output", folder.Path]);

        Assert.Equal(0, exitCode);
        Assert.Equal(isFirst, output.Contains($"look at:  {Path.Combine(folder.Run(), "report.html")}\n", StringComparison.Ordinal));
        Assert.Equal(isFirst ? 3 : 0, output.Split('\n').Count(line => line.Contains("  filetransfer ", StringComparison.Ordinal)));
    }

    /// <summary>A run with six reasons to doubt it: the three gravest are enough to know that.</summary>
    [Fact]
    public async Task Bench_ManyWarnings_TellsTheGravestAndCountsTheRest()
    {
        using var folder = new TemporaryFolder();
        Measurement measured = SampleRuns.Measured("send-file", SampleRuns.Kilobyte, SampleRuns.Steps(20_000, 1_000));
        Launch[] launches = [.. measured.Launches.Take(3).Select(launch => launch with
        {
            ResidentShare = 0.5,
            Disturbance = new Disturbance
            {
                Seconds = 1,
                StealSeconds = 1,
                ThrottledSeconds = 1,
                Collections = 0,
                CollectionPauseSeconds = 0,
                CompiledMethods = 100,
            },
        })];
        (int _, string output, string _) = await HarnessProcess.RunWithAsync(
            new FakeMeasurer(measured with { Launches = launches }, SampleRuns.Failed("begin-send", SampleRuns.Kilobyte, "short")),
            "--output",
            folder.Path);

        Assert.Equal(3, output.Split('\n').Count(line => line.StartsWith("warning: ", StringComparison.Ordinal)));
        Assert.Contains("warning: Failed measurements", output, StringComparison.Ordinal);
        Assert.Matches("\n[0-9]+ more warnings in the report\n", output);
        Assert.Contains("The JIT compiled", File.ReadAllText(Path.Combine(folder.Run(), "report.md")), StringComparison.Ordinal);
    }
}
