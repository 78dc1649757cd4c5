using FileTransfer.Harness.Results;
using Xunit;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>A run is made of rounds, each of which measures every case once.</summary>
public sealed class RoundsTests
{
    private const int Rounds = 3;

    [Fact]
    public async Task Bench_SeveralRounds_MeasureEveryCaseOnceEachInAnOrderOfItsOwn()
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "bench", "--profile", "smoke", "--rounds", $"{Rounds}", "--strategies", "read-write-64k,send-file,gathered-64k", "--sizes", "1K,10K", "--seed", "3", "--output", folder.Path);

        Assert.True(exitCode == 0, output + errors);
        RunResult run = ResultsFile.Load(folder.Run());
        Assert.Equal(Rounds, run.Run.Rounds);
        Assert.False(run.Run.Partial);
        Measurement[] delivering = [.. run.Measurements.Where(measurement => measurement.Strategy != "null")];
        Assert.Equal(6, delivering.Length);
        Assert.All(delivering, measurement => Assert.Equal([1, 2, 3], measurement.Launches.Select(launch => launch.Round!.Value)));
        // null sends nothing, so that once is enough.
        Assert.All(run.Measurements.Except(delivering), measurement => Assert.Equal(1, Assert.Single(measurement.Launches).Round));

        string[] orders = [.. Enumerable.Range(1, Rounds).Select(round => string.Join(' ', Order(delivering, round)))];
        Assert.Equal(Rounds, orders.Distinct().Count());
        for (int round = 2; round <= Rounds; round++)
        {
            Assert.Equal(Enumerable.Range(1, delivering.Length), delivering.Select(measurement => measurement.Launches[round - 1].Position!.Value).Order());
        }

        Launch[] inTime = [.. delivering.SelectMany(measurement => measurement.Launches).OrderBy(launch => (launch.Round, launch.Position))];
        Assert.Equal(inTime.Select(launch => launch.StartedUtc), inTime.Select(launch => launch.StartedUtc).Order());
    }

    [Fact]
    public async Task Bench_Launch_TellsWhatDisturbedIt()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "steal, pressure and context switches are read from /proc");
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "bench", "--profile", "smoke", "--strategies", "read-write-1k", "--sizes", "100K", "--output", folder.Path);

        Assert.True(exitCode == 0, output + errors);
        Measurement measured = ResultsFile.Load(folder.Run()).Measurements.Single(measurement => measurement.Strategy == "read-write-1k");
        Disturbance disturbance = Assert.Single(measured.Launches).Disturbance!;
        double recorded = measured.Launches[0].Nanoseconds.Sum() / 1e9;
        Assert.True(disturbance.Seconds >= recorded, $"counted in {disturbance.Seconds} s, but the transfers took {recorded} s");
        Assert.True(disturbance.StealSeconds >= 0);
        Assert.True(disturbance.MachineCpuSeconds >= 0);
        Assert.True(disturbance.InvoluntaryContextSwitches >= 0);
        Assert.True(disturbance.CollectionPauseSeconds >= 0);
        Assert.True(disturbance.CompiledMethods >= 0);
    }

    [Fact]
    public async Task Bench_InterruptedInTheSecondRound_LeavesACompleteRunOfOne()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "numbers signals as Linux does");
        using var folder = new TemporaryFolder();
        await using var bench = HarnessProcess.StartInGroup(
            "bench", "--profile", "smoke", "--rounds", "100", "--strategies", "send-file,gathered-64k", "--sizes", "1K", "--output", folder.Path);
        await bench.WaitForOutputAsync("round 1 of 100");
        Signals.Send(-bench.Id, Signals.Interrupt);
        int exitCode = await bench.WaitAsync();

        Assert.True(exitCode == 130, bench.Output + bench.Errors);
        RunResult run = ResultsFile.Load(folder.Run());
        Assert.False(run.Run.Partial);
        Assert.True(run.Run.Rounds >= 1);
        Assert.Contains($"interrupted; a complete run of {run.Run.Rounds} round", bench.Output, StringComparison.Ordinal);
        Assert.All(
            run.Measurements.Where(measurement => measurement.Strategy != "null"),
            measurement => Assert.Equal(run.Run.Rounds, measurement.Launches.Count));
    }

    [Fact]
    public async Task Bench_Budget_MeasuresAsManyRoundsAsFit()
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "bench", "--profile", "smoke", "--budget", "6s", "--strategies", "send-file", "--sizes", "1K", "--output", folder.Path);

        Assert.True(exitCode == 0, output + errors);
        Assert.Contains("rounds for 0:06", output, StringComparison.Ordinal);
        RunResult run = ResultsFile.Load(folder.Run());
        Assert.True(run.Run.Rounds >= 1);
        Assert.Equal(run.Run.Rounds, run.Measurements.Single(measurement => measurement.Strategy == "send-file").Launches.Count);
    }

    [Theory]
    [InlineData("--rounds: '0' is not a number from 1 to 1000", "--rounds", "0")]
    [InlineData("--rounds: 'many' is not a number from 1 to 1000", "--rounds", "many")]
    [InlineData("--rounds and --budget both say how long to measure; give one of them", "--rounds", "3", "--budget", "10m")]
    [InlineData("--budget: '10' is no duration up to 48 h; write 500ms, 5s or 2m", "--budget", "10")]
    [InlineData("--budget 1s: one round of 20 launches takes about ", "--budget", "1s")]
    public async Task Bench_RoundsOrBudgetThatCannotBe_SaysWhyAndMeasuresNothing(string message, params string[] options)
    {
        using var folder = new TemporaryFolder();
        var measurer = new FakeMeasurer();
        (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(measurer, ["bench", "--output", folder.Path, .. options]);

        Assert.Equal(2, exitCode);
        Assert.Contains(message, errors, StringComparison.Ordinal);
        Assert.Null(measurer.Plan);
        Assert.Empty(Directory.GetDirectories(folder.Path));
    }

    private static IEnumerable<string> Order(IEnumerable<Measurement> measurements, int round) => measurements
        .OrderBy(measurement => measurement.Launches[round - 1].Position)
        .Select(measurement => $"{measurement.Strategy}/{measurement.SizeBytes}");
}
