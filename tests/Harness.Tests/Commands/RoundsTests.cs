using FileTransfer.Harness.Commands;
using FileTransfer.Results;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>A run is made of rounds, each of which measures every case once.</summary>
public sealed class RoundsTests(ThreeRounds measured) : IClassFixture<ThreeRounds>
{
    private const int Rounds = ThreeRounds.Count;

    [ExhaustiveFact]
    public async Task Bench_SeveralRounds_MeasureEveryCaseOnceEachInAnOrderOfItsOwn()
    {
        RunResult run = await measured.RunAsync();
        Assert.Equal(Rounds, run.Run.Rounds);
        Assert.False(run.Run.Partial);
        Measurement[] delivering = [.. run.Measurements.Where(measurement => measurement.Strategy != "null")];
        Assert.Equal(3, delivering.Length);
        Assert.All(delivering, measurement => Assert.Equal([1, 2, 3], measurement.Launches.Select(launch => launch.Round)));
        // null sends nothing, so that once is enough.
        Assert.All(run.Measurements.Except(delivering), measurement => Assert.Equal(1, Assert.Single(measurement.Launches).Round));

        string[] orders = [.. Enumerable.Range(1, Rounds).Select(round => string.Join(' ', Order(delivering, round)))];
        Assert.Equal(Rounds, orders.Distinct().Count());
        for (int round = 2; round <= Rounds; round++)
        {
            Assert.Equal(
                Enumerable.Range(1, delivering.Length),
                delivering.Select(measurement => measurement.Launches[round - 1].Position!.Value).Order());
        }

        Launch[] inTime = [.. delivering
            .SelectMany(measurement => measurement.Launches)
            .OrderBy(launch => (launch.Round, launch.Position))];
        Assert.Equal(inTime.Select(launch => launch.StartedUtc), inTime.Select(launch => launch.StartedUtc).Order());
    }

    [ExhaustiveFact]
    public async Task Bench_Resumed_AddsRoundsToTheRun()
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "bench", "--profile", "smoke", "--rounds", "2", "--strategies", "send-file",
            "--sizes", "1K", "--affinity", "none", "--baseline", "send-file", "--seed", "3", "--output", folder.Path);
        Assert.True(exitCode == 0, output + errors);
        RunResult before = ResultsFile.Load(folder.Run());

        (exitCode, output, errors) = await HarnessProcess.RunHereAsync("bench", "--resume", folder.Run(), "--rounds", "2");

        Assert.True(exitCode == 0, output + errors);
        Assert.Contains("2 rounds, after the 2 rounds there are", output, StringComparison.Ordinal);
        RunResult after = ResultsFile.Load(folder.Run());
        Assert.Equal(4, after.Run.Rounds);
        Assert.Equal(
            (before.Run.Id, before.Run.StartedUtc, before.Run.OrderSeed, before.Run.Baseline),
            (after.Run.Id, after.Run.StartedUtc, after.Run.OrderSeed, after.Run.Baseline));
        Assert.Equal(before.Run.Options.Where(option => option.Key != "rounds"), after.Run.Options.Where(option => option.Key != "rounds"));
        foreach ((Measurement earlier, Measurement later) in before.Measurements.Zip(after.Measurements))
        {
            int rounds = earlier.Strategy == "null" ? 1 : 4;
            Assert.Equal(Enumerable.Range(1, rounds), later.Launches.Select(launch => launch.Round));
            Assert.Equal(
                earlier.Launches.Select(launch => launch.Nanoseconds),
                later.Launches.Take(earlier.Launches.Count).Select(launch => launch.Nanoseconds));
            Assert.Equal(later.Launches.Sum(launch => launch.VerifiedByCount), later.VerifiedByCount);
        }

        Assert.Single(Directory.GetDirectories(folder.Path));
    }

    [Fact]
    public async Task Bench_ResumedBadly_SaysWhyAndLeavesTheRunAsItIs()
    {
        using var folder = new TemporaryFolder();
        string results = folder.File(ResultsFile.FileName, 0);
        ResultsFile.Save(SampleRuns.Small(), results);
        byte[] content = await File.ReadAllBytesAsync(results, TestContext.Current.CancellationToken);

        foreach ((string message, string[] arguments) in ((string, string[])[])
        [
            ("--resume: run 2024-05-06-socket has no complete round; start a new run instead", ["--resume", folder.Path]),
            (
                "--resume uses the options of the resumed run; leave out --sizes, --no-delay, or start a new run",
                ["--resume", folder.Path, "--sizes", "1K", "--no-delay", "off"]),
            ("--resume: there is no folder '/nonexistent'", ["--resume", "/nonexistent"]),
        ])
        {
            (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(new FakeMeasurer(), ["bench", .. arguments]);

            Assert.Equal(2, exitCode);
            Assert.Contains(message, errors, StringComparison.Ordinal);
        }

        Assert.Equal(content, await File.ReadAllBytesAsync(results, TestContext.Current.CancellationToken));
    }

    [Fact]
    public void Refusal_OfARunThatIsNotOfHere_SaysWhatDiffers()
    {
        RunResult run = SampleRuns.Run(SampleRuns.Measured("send-file", 1024, SampleRuns.Steps(1000, 1)));
        run = run with
        {
            Run = run.Run with { Rounds = 10 },
            Measurements = [.. run.Measurements.Select(measurement => measurement with
            {
                Launches = [.. measurement.Launches.Select(launch => launch with { SenderCpuSeconds = 1 })],
            })],
        };
        MachineFacts here = run.Environment.Sender;

        Assert.Null(ResumedRun.Refusal(run, here));
        Assert.Equal(
            "the build (commit) of run 2024-05-06-socket was 0123456789ab, here it is ffff",
            ResumedRun.Refusal(run, here with { Commit = "ffff" }));
        Assert.Equal(
            "the kernel of run 2024-05-06-socket was 6.1.0, here it is 6.2.0",
            ResumedRun.Refusal(run, here with { Kernel = "6.2.0" }));
        Assert.Equal("the number of cores of run 2024-05-06-socket was 2, here it is 8", ResumedRun.Refusal(run, here with { Cores = 8 }));
        Assert.Equal("samples of run 2024-05-06-socket were left out", ResumedRun.Refusal(run with { ThinnedFromSha256 = "00" }, here));
        Assert.Equal(
            "run 2024-05-06-socket has no complete round",
            ResumedRun.Refusal(run with { Run = run.Run with { Partial = true } }, here));
        Assert.Equal(
            "run 2024-05-06-socket was written by an older version",
            ResumedRun.Refusal(SampleRuns.Small() with { Run = run.Run }, here));
    }

    [ExhaustiveFact]
    public async Task Bench_Launch_TellsWhatDisturbedIt()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "steal, pressure and context switches are read from /proc");
        RunResult run = await measured.RunAsync();
        Launch launch = run.Measurements.Single(measurement => measurement.Strategy == "read-write-64k").Launches[0];
        Disturbance disturbance = launch.Disturbance!;
        double recorded = launch.Nanoseconds.Sum() / 1e9;
        Assert.True(disturbance.Seconds >= recorded, $"counted in {disturbance.Seconds} s, but the transfers took {recorded} s");
        Assert.True(disturbance.StealSeconds >= 0);
        Assert.True(disturbance.MachineCpuSeconds >= 0);
        Assert.True(disturbance.InvoluntaryContextSwitches >= 0);
        Assert.True(disturbance.CopyNanosecondsBefore > 0);
        Assert.True(disturbance.CopyNanosecondsAfter > 0);
        Assert.True(disturbance.CollectionPauseSeconds >= 0);
        Assert.True(disturbance.CompiledMethods >= 0);
    }

    [ExhaustiveFact]
    public async Task Bench_InterruptedInTheSecondRound_LeavesACompleteRunOfOne()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "numbers signals as Linux does");
        using var folder = new TemporaryFolder();
        await using var bench = HarnessProcess.StartInGroup(
            "bench", "--profile", "smoke", "--rounds", "100", "--affinity", "none",
            "--strategies", "send-file,coalesced-64k", "--sizes", "1K", "--output", folder.Path);
        await bench.WaitForOutputAsync("round 1 of 100");
        Signals.Send(-bench.Id, Signals.Interrupt);
        int exitCode = await bench.WaitAsync();

        Assert.True(exitCode == 130, bench.Output + bench.Errors);
        RunResult run = ResultsFile.Load(folder.Run());
        Assert.False(run.Run.Partial);
        Assert.True(run.Run.Rounds >= 1);
        Assert.Contains($"interrupted after {run.Run.Rounds} complete round", bench.Output, StringComparison.Ordinal);
        Assert.All(
            run.Measurements.Where(measurement => measurement.Strategy != "null"),
            measurement => Assert.Equal(run.Run.Rounds, measurement.Launches.Count));
    }

    [ExhaustiveFact]
    public async Task Bench_Budget_MeasuresAsManyRoundsAsFit()
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "bench", "--profile", "smoke", "--budget", "5s", "--strategies", "send-file", "--sizes", "1K", "--affinity", "none",
            "--output", folder.Path);

        Assert.True(exitCode == 0, output + errors);
        Assert.Contains("rounds for 0:05", output, StringComparison.Ordinal);
        RunResult run = ResultsFile.Load(folder.Run());
        Assert.True(run.Run.Rounds >= 1);
        Assert.Equal(run.Run.Rounds, run.Measurements.Single(measurement => measurement.Strategy == "send-file").Launches.Count);
    }

    [Theory]
    [InlineData("--rounds: '0' is not a number from 1 to 1000", "--rounds", "0")]
    [InlineData("--rounds: 'many' is not a number from 1 to 1000", "--rounds", "many")]
    [InlineData("--rounds and --budget both set the length of the run; give one of them", "--rounds", "3", "--budget", "10m")]
    [InlineData("--budget: '10' is no duration up to 48 h; write 500ms, 5s or 2m", "--budget", "10")]
    [InlineData("--budget 1s: one round of 36 launches takes about ", "--budget", "1s")]
    public async Task Bench_RoundsOrBudgetThatCannotBe_SaysWhyAndMeasuresNothing(string message, params string[] options)
    {
        using var folder = new TemporaryFolder();
        var measurer = new FakeMeasurer();
        (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(
            measurer,
            ["bench", "--output", folder.Path, .. options]);

        Assert.Equal(2, exitCode);
        Assert.Contains(message, errors, StringComparison.Ordinal);
        Assert.Null(measurer.Plan);
        Assert.Empty(Directory.GetDirectories(folder.Path));
    }

    private static IEnumerable<string> Order(IEnumerable<Measurement> measurements, int round) => measurements
        .OrderBy(measurement => measurement.Launches[round - 1].Position)
        .Select(measurement => $"{measurement.Strategy}/{measurement.SizeBytes}");
}
