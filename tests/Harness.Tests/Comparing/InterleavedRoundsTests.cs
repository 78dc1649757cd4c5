using FileTransfer.Harness.Comparing;
using FileTransfer.Results;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Statistics;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Tests.Comparing;

/// <summary>The order of the measurements, what counts, and when they end; nothing is measured.</summary>
public sealed class InterleavedRoundsTests
{
    private static readonly ComparedSide s_base = new() { Words = "base" };
    private static readonly ComparedSide s_other = new() { Words = "other" };

    [Fact]
    public async Task Measure_SomeRounds_HasTheBaseTwiceAndTheOtherOnceInEach()
    {
        List<ComparedSide> measured = [];
        InterleavedRounds rounds = Rounds(Plan() with { Rounds = 12 }, side =>
        {
            measured.Add(side);
            return new SimulatedRounds(1).Make(1)[0].First;
        });
        await rounds.MeasureAsync(TestContext.Current.CancellationToken);
        Assert.Equal(12, rounds.Rounds.Count);
        ComparedSide[][] groups = [.. measured.Chunk(3)];
        Assert.Equal(12, groups.Length);
        Assert.All(groups, group => Assert.Equal((2, 1), (group.Count(side => side == s_base), group.Count(side => side == s_other))));
        // In random order: the other side is at every place at some time.
        Assert.Equal([0, 1, 2], groups.Select(group => Array.IndexOf(group, s_other)).Distinct().Order());
    }

    [Fact]
    public async Task Measure_DisturbedRounds_AreMeasuredAgainAndNamed()
    {
        int count = 0;
        InterleavedRounds rounds = Rounds(Plan() with { Rounds = 10 }, _ => Disturbed(steal: count++ % 12 == 5 ? 0.2 : 0));
        await rounds.MeasureAsync(TestContext.Current.CancellationToken);
        Assert.Equal(10, rounds.Rounds.Count);
        Assert.NotEmpty(rounds.Refusals);
        Assert.All(rounds.Refusals, refusal => Assert.Contains("steal", refusal, StringComparison.Ordinal));
        Assert.False(rounds.IsUnfit);
    }

    [Fact]
    public async Task Measure_AllRoundsDisturbed_EndsSoon()
    {
        int count = 0;
        InterleavedRounds rounds = Rounds(Plan() with { Rounds = 100 }, _ =>
        {
            count++;
            return Disturbed(steal: 0.2);
        });
        await rounds.MeasureAsync(TestContext.Current.CancellationToken);
        Assert.True(rounds.IsUnfit);
        Assert.Empty(rounds.Rounds);
        Assert.InRange(count, 3, 30);
    }

    /// <summary>Such as an address that serves nothing: it will not serve anything in the next round either.</summary>
    [Fact]
    public async Task Measure_EveryCaseFailsOnOneSide_EndsAfterOneRound()
    {
        InterleavedRounds rounds = Rounds(Plan() with { Rounds = 12 }, side =>
        {
            RunResult run = new SimulatedRounds(1).Make(1)[0].First;
            Measurement[] failed =
                [.. run.Measurements.Select(one => one with { Outcome = Outcome.Failed, Reason = "no luck", Launches = [] })];
            return side == s_base ? run : run with { Measurements = failed };
        });
        await rounds.MeasureAsync(TestContext.Current.CancellationToken);
        Assert.Single(rounds.Rounds);
        Assert.All(
            SideComparison.Of(rounds.Rounds, threshold: 1.05).Cases,
            one => Assert.Equal((ChangeVerdict.Invalid, "no luck"), (one.Verdict, one.Reason)));
    }

    /// <summary>A process that keeps one of two processors busy, while launches are too short to notice it.</summary>
    [Fact]
    public async Task Measure_BesideABusyNeighbour_CountsNoRound()
    {
        InterleavedRounds rounds = Rounds(Plan(), _ => new SimulatedRounds(1).Make(1)[0].First, Busy(130, own: 30));
        await rounds.MeasureAsync(TestContext.Current.CancellationToken);
        Assert.True(rounds.IsUnfit);
        Assert.Empty(rounds.Rounds);
        Assert.Equal("other processes used 50 % of the CPU time", rounds.Refusals[0]);
    }

    [Fact]
    public async Task Measure_BesideALittleWorkOfOthers_CountsEveryRound()
    {
        InterleavedRounds rounds = Rounds(Plan(), _ => new SimulatedRounds(1).Make(1)[0].First, Busy(130, own: 110));
        await rounds.MeasureAsync(TestContext.Current.CancellationToken);
        Assert.Equal((10, 0), (rounds.Rounds.Count, rounds.Refusals.Count));
    }

    [Fact]
    public async Task Measure_UntilDecided_EndsAtAPlannedLook()
    {
        var simulated = new SimulatedRounds(7) { Noise = 0.001, Factor = 1.5 };
        Queue<RunResult> results = new(simulated.Make(50).SelectMany(round => round.Sides));
        InterleavedRounds rounds = Rounds(Plan() with { UntilDecided = true }, _ => results.Dequeue());
        await rounds.MeasureAsync(TestContext.Current.CancellationToken);
        Assert.True(InterimLooks.Rounds.Contains(rounds.Rounds.Count), $"ended after {rounds.Rounds.Count} rounds");
    }

    [Fact]
    public async Task Measure_ABudget_MakesAtLeastOneRound()
    {
        InterleavedRounds rounds = Rounds(Plan() with { Budget = TimeSpan.FromTicks(1) }, _ => new SimulatedRounds(1).Make(1)[0].First);
        await rounds.MeasureAsync(TestContext.Current.CancellationToken);
        Assert.Single(rounds.Rounds);
    }

    [Fact]
    public async Task Measure_Cancelled_KeepsCompleteRounds()
    {
        using var cancellation = new CancellationTokenSource();
        int count = 0;
        InterleavedRounds rounds = Rounds(Plan() with { Rounds = 10 }, _ =>
        {
            if (++count == 8)
            {
                cancellation.Cancel();
            }

            cancellation.Token.ThrowIfCancellationRequested();
            return new SimulatedRounds(1).Make(1)[0].First;
        });
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => rounds.MeasureAsync(cancellation.Token));
        Assert.Equal(2, rounds.Rounds.Count);
    }

    /// <summary>Strategies of different names, neither a variant of the other, are no case of both sides.</summary>
    [Fact]
    public async Task Measure_SidesWithoutACaseInCommon_EndsAfterTheFirstRound()
    {
        int count = 0;
        InterleavedRounds rounds = Rounds(Plan(), side =>
        {
            count++;
            RunResult run = new SimulatedRounds(1).Make(1)[0].First;
            return side == s_base ? run : run with
            {
                Measurements = [.. run.Measurements.Select(measurement => measurement with { Strategy = "another" })],
            };
        });
        UsageException exception = await Assert.ThrowsAsync<UsageException>(
            () => rounds.MeasureAsync(TestContext.Current.CancellationToken));
        Assert.Equal(3, count);
        Assert.Contains("no case in common", exception.Message, StringComparison.Ordinal);
        Assert.Contains("another at ", exception.Message, StringComparison.Ordinal);
        Assert.Contains("bench --strategies", exception.Message, StringComparison.Ordinal);
    }

    /// <summary>Two processors that were busy for so many of 200 ticks between two readings.</summary>
    private static NeighbourWatch Busy(double busy, double own)
    {
        int readings = 0;
        return new NeighbourWatch(() => new ProcessorTime(
            ++readings * 200, readings * busy, readings * own, Processors: 2, new Dictionary<int, (string, double)>()));
    }

    private static RunResult Disturbed(double steal)
    {
        RunResult run = new SimulatedRounds(1).Make(1)[0].First;
        var disturbance = new Disturbance
        {
            Seconds = 1,
            StealSeconds = steal,
            Collections = 0,
            CollectionPauseSeconds = 0,
            CompiledMethods = 0,
        };
        return run with
        {
            Measurements =
            [
                .. run.Measurements.Select(measurement => measurement with
                {
                    Launches = [.. measurement.Launches.Select(launch => launch with { Disturbance = disturbance })],
                }),
            ],
        };
    }

    private static InterleavedRounds Rounds(ComparePlan plan, Func<ComparedSide, RunResult> measure, NeighbourWatch? neighbours = null) =>
        new(plan, (side, _, _, _) => Task.FromResult(measure(side)), neighbours ?? new NeighbourWatch(() => null), TextWriter.Null);

    private static ComparePlan Plan() => new()
    {
        Base = s_base,
        Other = s_other,
        Options = [],
        Rounds = 10,
        Threshold = 1.05,
        Seed = 1,
        Folder = "",
        Command = "filetransfer compare",
    };
}
