using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>Races that are really run.</summary>
public sealed class RaceRunTests
{
    /// <summary>
    /// With a margin of nothing a strategy and its copy are never decided, so that the race would take all of its time; a loop of 1 KiB
    /// leaves it at the first look, and stays away when the run is resumed.
    /// </summary>
    [ExhaustiveFact]
    public async Task Bench_OneIsSlower_LeavesAndStaysAway()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "numbers signals as Linux does");
        using var folder = new TemporaryFolder();
        await using var bench = HarnessProcess.StartInGroup(
            "bench", "--profile", "smoke", "--budget", "1h", "--margin", "0%", "--strategies", "send-file,send-file@2,read-write-1k",
            "--sizes", "1M", "--affinity", "same", "--output", folder.Path);
        await bench.WaitForOutputAsync("round 10: ");
        Signals.Send(-bench.Id, Signals.Interrupt);
        Assert.True(await bench.WaitAsync() == 130, bench.Output + bench.Errors);
        RunResult run = ResultsFile.Load(folder.Run());
        Assert.True(run.Run is { IsRace: true, Margin: 0, Ends: [], Rounds: >= 10 });
        int[] before = [.. Launches(run)];
        Assert.Equal([run.Run.Rounds!.Value, run.Run.Rounds.Value], before[..2]);
        Assert.Contains(before[2], InterimLooks.Rounds.Take(2));
        Assert.DoesNotContain(RunWarnings.Of(run), warning => warning.StartsWith("Launches are missing", StringComparison.Ordinal));

        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "bench", "--resume", folder.Run(), "--rounds", "2");
        Assert.True(exitCode == 0, output + errors);
        RunResult resumed = ResultsFile.Load(folder.Run());
        Assert.Equal([run.Run.Rounds.Value], resumed.Run.Ends);
        Assert.Equal([before[0] + 2, before[1] + 2, before[2]], Launches(resumed));
    }

    [ExhaustiveFact]
    public async Task Bench_AllIsKnown_EndsLongBeforeItsBudget()
    {
        using var folder = new TemporaryFolder();
        string[] race =
        [
            "bench", "--profile", "smoke", "--budget", "5m", "--strategies", "send-file,read-write-1k", "--sizes", "1M",
            "--affinity", "same", "--output", folder.Path,
        ];
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(race);
        Assert.True(exitCode == 0, output + errors);
        Assert.Contains("known: 1 of 1 answers", output, StringComparison.Ordinal);
        int rounds = ResultsFile.Load(folder.Run()).Run.Rounds!.Value;
        Assert.Contains(rounds, InterimLooks.Rounds);

        (exitCode, output, errors) = await HarnessProcess.RunHereAsync("bench", "--resume", folder.Run(), "--budget", "1m");
        Assert.True(exitCode == 0, output + errors);
        Assert.Contains("there is nothing to add", output, StringComparison.Ordinal);
        Assert.Equal(rounds, ResultsFile.Load(folder.Run()).Run.Rounds);
    }

    /// <summary>A budget of its own is kept, even where no answer is possible in it; that is said.</summary>
    [ExhaustiveFact]
    public async Task Bench_BudgetTooShortForAnAnswer_IsProvisional()
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "bench", "--budget", "4s", "--strategies", "send-file,read-write-1k", "--sizes", "1M", "--affinity", "same",
            "--output", folder.Path);
        Assert.True(exitCode == 0, output + errors);
        Assert.Matches("provisionally send-file, after [1-5] of 6 rounds", output);
        Assert.Contains("Give it more time (--budget)", output, StringComparison.Ordinal);
    }

    /// <summary>With full the baseline rides along as an alarm; whoever repeats the run need not name it.</summary>
    [Theory]
    [InlineData("read-write-1k@2", "--profile", "full")]
    [InlineData("send-file@2", "--profile", "full", "--strategies", "send-file,splice")]
    [InlineData(null, "--profile", "full", "--rounds", "3")]
    [InlineData(null, "--profile", "full", "--strategies", "send-file")]
    [InlineData(null, "--profile", "full", "--strategies", "send-file,send-file@2")]
    [InlineData(null)]
    public async Task Bench_Twin_IsOfFullRaces(string? twin, params string[] options)
    {
        using var folder = new TemporaryFolder();
        var measurer = new FakeMeasurer(SampleRuns.Measured("send-file", SampleRuns.Kilobyte, SampleRuns.Steps(20_000, 1_000)));
        (int _, string output, string _) = await HarnessProcess.RunWithAsync(measurer, [.. options, "--output", folder.Path]);

        Assert.Equal(twin, measurer.Plan!.Twin);
        Assert.Equal(twin is not null, measurer.Plan.Strategies.Any(strategy => strategy.Id == twin));
        Assert.Equal(twin, ResultsFile.Load(folder.Run()).Run.Twin);
        string repeat = output.Split('\n').Single(line => line.StartsWith("repeat with: ", StringComparison.Ordinal));
        Assert.True(twin is null || !repeat.Contains(twin, StringComparison.Ordinal), repeat);
    }

    [Theory]
    [InlineData("--margin: 'much' is no percentage from 0 to 100; write 5%", "much")]
    [InlineData("--margin: '-1%' is no percentage from 0 to 100; write 5%", "-1%")]
    [InlineData("--margin: '101' is no percentage from 0 to 100; write 5%", "101")]
    public async Task Bench_MarginThatIsNone_SaysSo(string message, string margin)
    {
        (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(new FakeMeasurer(), "bench", $"--margin={margin}");
        Assert.Equal(2, exitCode);
        Assert.Contains(message, errors, StringComparison.Ordinal);
    }

    private static IEnumerable<int> Launches(RunResult run) => run.Measurements
        .Where(measurement => measurement.Strategy != "null")
        .OrderBy(measurement => measurement.Strategy == "read-write-1k")
        .Select(measurement => measurement.Launches.Count);
}
