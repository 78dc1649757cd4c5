using FileTransfer.Results;
using FileTransfer.Results.Analysis;

using static FileTransfer.Harness.Tests.SampleRuns;

namespace FileTransfer.Harness.Tests.Analysis;

/// <summary>The races of a run, held again from its rounds.</summary>
public sealed class RacesTests
{
    /// <summary>One leaves, two go on: what is within 3 % takes more than six rounds at this noise.</summary>
    [Fact]
    public void OnTheWay_AfterTheFirstLook_SomeLeaveAndSomeSizesAreDone()
    {
        RunResult run = Race(
            6,
            [
                Noisy("send-file", Megabyte, 1000, 0.03, seed: 1), Noisy("splice", Megabyte, 1005, 0.03, seed: 2),
                Noisy("begin-send", Megabyte, 2000, 0.03, seed: 3),
                Noisy("send-file", Kilobyte, 1000, 0.001, seed: 4), Noisy("splice", Kilobyte, 1000, 0.001, seed: 5),
                Noisy("begin-send", Kilobyte, 2000, 0.001, seed: 6),
            ]);
        var races = Races.OnTheWay(run);

        Assert.Equal((2, 1, false), (races.Count, races.Decided, races.AreDecided));
        Assert.Equal([true, true, false, false, false, false], run.Measurements.Select(races.Needs));
        Assert.Equal([false, false, true, false, false, true], run.Measurements.Select(one => Races.HasLeft(run, one)));
    }

    /// <summary>Of many strategies those far behind leave after three rounds, with what the race knows about them.</summary>
    [Fact]
    public void OnTheWay_RaceOfMany_IsLookedAtAfterThreeRounds()
    {
        RunResult run = Race(
            3,
            [.. Enumerable.Range(1, 8).Select(one => Noisy($"strategy-{one}", Megabyte, one == 8 ? 9000 : 1000 + one, 0.03, seed: one))]);
        var races = Races.OnTheWay(run);

        Assert.Equal(run.Measurements.Select(one => one.Strategy != "strategy-8"), run.Measurements.Select(races.Needs));
        Assert.InRange(Comparisons.Of(run).Between(run.Measurements[0], run.Measurements[7])!.Interval!.Upper, 0.05, 0.5);
    }

    [Fact]
    public void OnTheWay_BeforeTheFirstLook_ConcludesNothing()
    {
        RunResult run = Race(2, [Noisy("send-file", Megabyte, 1000, 0.01, 1), Noisy("splice", Megabyte, 2000, 0.01, 2)]);

        Assert.All(run.Measurements, one => Assert.True(Races.OnTheWay(run).Needs(one)));
    }

    /// <summary>A race looks at its end as well; the same rounds of a run of a fixed length are looked at once, and say more.</summary>
    [Fact]
    public void Of_TheSameRoundsWithFixedLength_SayMore()
    {
        Measurement[] measurements = [Noisy("send-file", Megabyte, 1000, 0.05, 1), Noisy("splice", Megabyte, 1000, 0.05, 2)];

        Assert.True(AtWorst(Race(8, measurements, isRace: false)) < AtWorst(Race(8, measurements)));

        static double AtWorst(RunResult run) => Assert.Single(Verdicts.Of(run)).AtWorst.Values.Max();
    }

    /// <summary>The second end of a resumed run may spend less than the first has spent.</summary>
    [Fact]
    public void Of_ResumedRun_SpendsItsErrorRateOnce()
    {
        Measurement[] measurements = [Noisy("send-file", Megabyte, 1000, 0.05, 1), Noisy("splice", Megabyte, 1000, 0.05, 2)];
        RunResult once = Race(12, measurements);
        RunResult twice = once with { Run = once.Run with { Ends = [8] } };

        Assert.True(AtWorst(once) < AtWorst(twice));

        static double AtWorst(RunResult run) => Assert.Single(Verdicts.Of(run)).AtWorst.Values.Max();
    }

    /// <summary>What is undecided says how much more time would tell, and only where somebody would spend it.</summary>
    [Theory]
    [InlineData(0.05, 60, true)]
    [InlineData(0.5, 3600, false)]
    public void Details_Undecided_TellHowMuchMoreTime(double noise, double seconds, bool isTold)
    {
        RunResult run = Race(8, [Noisy("send-file", Megabyte, 1000, noise, 1), Noisy("splice", Megabyte, 1000, noise, 2)]);
        run = run with { Run = run.Run with { DurationSeconds = seconds } };
        string[] told = [.. Assert.Single(Verdicts.Of(run)).Details.Where(one => one.EndsWith("m)", StringComparison.Ordinal))];

        Assert.Equal(isTold ? 1 : 0, told.Length);
        Assert.All(told, one => Assert.Matches("^About ([0-9]+) min more would tell \\(--resume, --budget \\1m\\)$", one));
    }

    [Fact]
    public void Alarm_TwinToldApart_DoubtsTheRun()
    {
        RunResult calm = Race(10, [Noisy("send-file", Megabyte, 1000, 0.01, 1), Noisy("send-file@2", Megabyte, 1000, 0.01, 2)]);
        RunResult wrong = Race(10, [Noisy("send-file", Megabyte, 1000, 0.01, 1), Noisy("send-file@2", Megabyte, 1300, 0.01, 2)]);
        RunResult WithTwin(RunResult run) => run with { Run = run.Run with { Twin = "send-file@2" } };

        Assert.Null(Twins.Alarm(wrong));
        Assert.Null(Twins.Alarm(WithTwin(calm)));
        Assert.StartsWith(
            "The same strategy, measured twice, was told apart from itself at 1M (",
            Twins.Alarm(WithTwin(wrong)),
            StringComparison.Ordinal);
        Assert.StartsWith("The same strategy", RunWarnings.Of(WithTwin(wrong))[0], StringComparison.Ordinal);
        Assert.StartsWith("1M: only send-file was measured", Assert.Single(Verdicts.Of(WithTwin(calm))).Text, StringComparison.Ordinal);
    }

    private static RunResult Race(int rounds, Measurement[] measurements, bool isRace = true)
    {
        RunResult run = Run([.. measurements.Select(one => one with { Launches = [.. one.Launches.Take(rounds)] })]);
        return run with { Run = run.Run with { IsRace = isRace, Margin = 0.03, Baseline = "send-file" } };
    }

    private static Measurement Noisy(string strategy, long size, double median, double noise, int seed)
    {
        Random random = new(seed);
        return Measured(
            strategy, size, [.. Enumerable.Range(0, 12).Select(_ => (long)(median * (1 + (noise * ((2 * random.NextDouble()) - 1)))))]);
    }
}
