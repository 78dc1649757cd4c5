using FileTransfer.Harness.Comparing;
using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Comparing;

/// <summary>What forbids a round to count, beside steal, neighbours and quotas: a machine that changed meanwhile.</summary>
public sealed class RoundCheckTests
{
    [Fact]
    public void Refusal_MachineAtRest_IsNone() => Assert.Null(RoundCheck.Refusal(Round(), [Round()]));

    [Fact]
    public void Refusal_AnotherClockSource_IsNamed()
    {
        ComparisonRound round = Round();
        round = round with
        {
            Second = With(round.Second, environment => environment with { Sender = environment.Sender with { ClockSource = "hpet" } }),
        };

        Assert.Equal("the kernel changed its clock source: tsc, then hpet", RoundCheck.Refusal(round, []));
    }

    [Theory]
    [InlineData(10, 12, false)]
    [InlineData(10, 14, true)]
    public void Refusal_SpeedOfMemory_MayChangeALittle(double before, double now, bool isRefused)
    {
        ComparisonRound round = Round();
        round = new ComparisonRound(Copying(round.First, before), Copying(round.Second, before), Copying(round.Other, now));

        Assert.Equal(isRefused, RoundCheck.Refusal(round, [])?.Contains("10.0 to 14.0 GB/s", StringComparison.Ordinal) == true);
    }

    /// <summary>A server that somebody started works for the comparison, but is no descendant of it.</summary>
    [Theory]
    [InlineData("own", 0.1, false)]
    [InlineData("own", 0.4, true)]
    [InlineData("http://127.0.0.1:4000", 0.4, false)]
    public void Refusal_OtherProcesses_CountUnlessTheServerIsAmongThem(string server, double others, bool isRefused)
    {
        ComparisonRound round = Round();
        RunResult At(RunResult side) => side with
        {
            Run = side.Run with { Options = new Dictionary<string, string>(side.Run.Options) { ["server"] = server } },
        };
        round = new ComparisonRound(At(round.First), At(round.Second), At(round.Other)) { Others = others };

        Assert.Equal(isRefused ? "other processes used 40 % of the CPU time" : null, RoundCheck.Refusal(round, []));
    }

    [Theory]
    [InlineData(10_000, 14_000, false)]
    [InlineData(10_000, 16_000, true)]
    [InlineData(16_000, 10_000, true)]
    public void Refusal_EmptyRoundTripOfTheBase_MayChangeALittle(double first, double second, bool isRefused)
    {
        ComparisonRound round = Round();
        round = round with { First = Answering(round.First, first), Second = Answering(round.Second, second) };

        Assert.Equal(isRefused, RoundCheck.Refusal(round, []) is { } reason
            && reason.Contains("the empty round trip over tcp changed", StringComparison.Ordinal));
    }

    /// <summary>What is compared may change the round trip; another round of it must not.</summary>
    [Theory]
    [InlineData(50_000, 50_000, false)]
    [InlineData(50_000, 10_000, true)]
    public void Refusal_EmptyRoundTripOfTheOther_IsComparedWithItsOwn(double before, double now, bool isRefused)
    {
        ComparisonRound earlier = Round();
        ComparisonRound round = Round();
        earlier = earlier with { Other = Answering(earlier.Other, before) };
        round = round with { Other = Answering(round.Other, now) };

        Assert.Equal(isRefused, RoundCheck.Refusal(round, [earlier]) is not null);
    }

    private static ComparisonRound Round()
    {
        ComparisonRound round = new SimulatedRounds(1).Make(1)[0];
        return new ComparisonRound(AtRest(round.First), AtRest(round.Second), AtRest(round.Other));
    }

    /// <summary>Where the scheduler is free, a round trip has two levels.</summary>
    [Theory]
    [InlineData(17_000, 36_000, false)]
    [InlineData(10_000, 50_000, true)]
    public void Refusal_EmptyRoundTripOfEndsThatAreNotPinned_MayChangeMore(double first, double second, bool isRefused)
    {
        ComparisonRound round = Round();
        round = round with { First = Free(Answering(round.First, first)), Second = Free(Answering(round.Second, second)) };

        Assert.Equal(isRefused, RoundCheck.Refusal(round, []) is not null);
    }

    private static RunResult Free(RunResult side) => With(side, environment => environment with { Pinned = null });

    private static RunResult AtRest(RunResult side) => Answering(
        With(side, environment => environment with
        {
            Sender = environment.Sender with { ClockSource = "tsc" },
            Pinned = [new PinnedProcessor(PinnedProcessor.Sender, 0, []), new PinnedProcessor(PinnedProcessor.Receiver, 0, [])],
        }),
        10_000);

    private static RunResult Copying(RunResult side, double speed) =>
        With(side, environment => environment with { MemoryCopyGBps = speed });

    private static RunResult Answering(RunResult side, double nanoseconds) =>
        With(side, environment => environment with { EmptyRoundTrips = [new EmptyRoundTrip("tcp", nanoseconds, 2 * nanoseconds)] });

    private static RunResult With(RunResult side, Func<RunEnvironment, RunEnvironment> change) =>
        side with { Environment = change(side.Environment) };
}
