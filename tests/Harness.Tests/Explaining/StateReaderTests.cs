using FileTransfer.Results;
using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Tests.Explaining;

public sealed class StateReaderTests
{
    private const int One = 7;
    private const double Level = 20_000;

    [Fact]
    public void Read_NothingInParticular_IsNoState() => Assert.All(StatesOf(trace => trace), state => Assert.Equal(0, state));

    [Fact]
    public void Read_EndsOnTwoProcessors_AreApart()
    {
        int[] states = StatesOf(trace => trace with { ReceiverProcessors = SimulatedLaunches.Column(_ => true) });

        Assert.All(states, state => Assert.Equal(TransferState.Apart.Bit, state));
    }

    [Fact]
    public void Read_PinnedEnds_AreNotSaidToBeApart()
    {
        int[] states = StatesOf(
            trace => trace with { ReceiverProcessors = SimulatedLaunches.Column(_ => true) }, new CaseTraits { IsPinned = true });

        Assert.All(states, state => Assert.Equal(0, state));
    }

    [Fact]
    public void Read_EndThatMoved_IsSaidOfTheTransferInWhichItDid()
    {
        int[] states = StatesOf(
            trace => trace with { SenderProcessors = SimulatedLaunches.Column(i => i == One) }, new CaseTraits { IsPinned = true });

        Assert.Equal([One, One + 1], Holding(states, TransferState.Moved));
    }

    [Theory]
    [InlineData("Collections", CauseId.Collections)]
    [InlineData("Compiled", CauseId.Compilation)]
    [InlineData("Blocks", CauseId.ColdCache)]
    [InlineData("Faults", CauseId.ColdCache)]
    [InlineData("Lost", CauseId.NetworkLoss)]
    public void Read_CountOfATransfer_IsItsState(string counter, string cause)
    {
        int[] column = SimulatedLaunches.Column(i => i == One);
        int[] states = StatesOf(trace => counter switch
        {
            "Collections" => trace with { Collections = column },
            "Compiled" => trace with { CompiledMethods = column },
            "Blocks" => trace with { BlocksRead = column },
            "Faults" => trace with { MajorFaults = column },
            _ => trace with { Retransmissions = column },
        }, new CaseTraits { IsLoopback = cause != CauseId.NetworkLoss });

        Assert.Equal([One], Holding(states, TransferState.All.First(state => state.Cause == cause)));
    }

    [Fact]
    public void Read_SegmentSentAgainWithinAMachine_IsNoLoss()
    {
        int[] states = StatesOf(trace => trace with { Retransmissions = SimulatedLaunches.Column(_ => true) });

        Assert.All(states, state => Assert.Equal(0, state));
    }

    [Fact]
    public void Read_FileReadAsAskedFor_IsNoState()
    {
        int[] states = StatesOf(
            trace => trace with { BlocksRead = SimulatedLaunches.Column(_ => true) }, new CaseTraits { ReadsDisk = true });

        Assert.All(states, state => Assert.Equal(0, state));
    }

    /// <summary>Only of turns in which others wrote, and only of transfers that read: those are what it is held against.</summary>
    [Fact]
    public void Read_FileReadWhileTheDiskIsWritten_IsBesideTheWriter()
    {
        ObservedLaunch launch = Launch(trace => trace with
        {
            BlocksRead = SimulatedLaunches.Column(i => i != One),
            Turns = [.. trace.Turns.Select((turn, i) => turn with { DiskBytesWritten = i == 0 ? 1e6 : 0 })],
        });
        int[] turns = launch.TurnOfEach();

        int[] states = new StateReader(new CaseTraits { ReadsDisk = true }).Read(launch, usualCopy: null, foreign: 0);

        Assert.Equal(
            [.. turns.Select((turn, i) => turn == 0 && i != One ? TransferState.BesideWriter.Bit : 0)],
            states);
        Assert.Contains(states, state => state == 0);
        Assert.Contains(states, state => state != 0);
    }

    [Theory]
    [InlineData(0.5, 0, 0, CauseId.Neighbour)]
    [InlineData(0.5, 0.02, 0, CauseId.Quota)]
    [InlineData(0.5, 0, 1e6, CauseId.DiskWriter)]
    [InlineData(0, 0, 0, null)]
    public void Read_WaitForAProcessor_IsSaidOfWhoUsedIt(double foreign, double throttled, double written, string? cause)
    {
        ObservedLaunch launch = Launch(trace => trace with
        {
            ReceiverDelayNanoseconds = [.. SimulatedLaunches.Column(i => i == One, (int)Level).Select(value => (long)value)],
            Turns = [.. trace.Turns.Select(turn => turn with { ThrottledSeconds = throttled, DiskBytesWritten = written })],
        }) with
        {
            Disturbance = Disturbed(machine: 1 + foreign, own: 1),
        };

        int[] states = new StateReader(new CaseTraits()).Read(launch, usualCopy: null, StateReader.ForeignShare(launch));

        Assert.Equal(
            cause is null ? [] : [One],
            Enumerable.Range(0, states.Length).Where(i => states[i] != 0));
        Assert.True(cause is null || TransferState.All.Single(state => state.Bit == states[One]).Cause == cause);
    }

    /// <summary>On one processor an end waits while the other runs, however busy a machine seems to be.</summary>
    [Theory]
    [InlineData(0, Level, false)]
    [InlineData(0, 0, true)]
    [InlineData(1, Level, true)]
    public void Read_WaitWhileTheOtherEndRan_IsNobodyElsesDoing(int receiverProcessor, double ran, bool isCrowded)
    {
        ObservedLaunch launch = Launch(trace => trace with
        {
            SenderProcessors = SimulatedLaunches.Column(_ => false),
            ReceiverProcessors = SimulatedLaunches.Column(_ => receiverProcessor == 1),
            SenderDelayNanoseconds = [.. SimulatedLaunches.Column(i => i == One, (int)Level).Select(value => (long)value)],
            ReceiverRunNanoseconds = [.. SimulatedLaunches.Column(i => i == One, (int)ran).Select(value => (long)value)],
        }) with
        {
            Disturbance = Disturbed(machine: 1.5, own: 1),
        };

        int[] states = new StateReader(new CaseTraits()).Read(launch, usualCopy: null, StateReader.ForeignShare(launch));

        Assert.Equal(isCrowded ? [One] : [], Holding(states, TransferState.Crowded));
    }

    [Theory]
    [InlineData(false, 5e6, CauseId.ReceiverPause)]
    [InlineData(true, 5e6, CauseId.ReceiverPause)]
    [InlineData(true, 41e6, CauseId.Nagle)]
    [InlineData(false, 0.4e6, null)]
    public void Read_TimeInWhichNobodyRan_IsAPauseOrHeldBack(bool waitsForNagle, double time, string? cause)
    {
        ObservedLaunch launch = SimulatedLaunches.Of(
            1,
            (turn, index) => turn == 0 && index == One ? time : Level,
            trace => trace with
            {
                SenderRunNanoseconds = [.. Enumerable.Repeat((long)Level, trace.GapNanoseconds.Count)],
                ReceiverRunNanoseconds = new long[trace.GapNanoseconds.Count],
            });

        int[] states = new StateReader(new CaseTraits { WaitsForNagle = waitsForNagle }).Read(launch, usualCopy: null, foreign: 0);

        Assert.Equal(cause, TransferState.All.SingleOrDefault(state => state.Bit == states[One])?.Cause);
    }

    /// <summary>Where nearly all transfers lose something, the slow ones are those that waited for TCP's timer of 200 ms.</summary>
    [Theory]
    [InlineData(205e6, 1, true)]
    [InlineData(205e6, 0, false)]
    [InlineData(40e6, 1, false)]
    public void Read_LossThatOnlyTheTimerShowed_IsAStateOfItsOwn(double time, int sentAgain, bool isTimedOut)
    {
        ObservedLaunch launch = SimulatedLaunches.Of(
            1,
            (turn, index) => turn == 0 && index == One ? time : Level,
            trace => trace with { Retransmissions = [.. Enumerable.Repeat(sentAgain, trace.GapNanoseconds.Count)] });

        int[] states = new StateReader(new CaseTraits { IsLoopback = false }).Read(launch, usualCopy: null, foreign: 0);

        Assert.Equal(isTimedOut ? [One] : [], Holding(states, TransferState.TimedOut));
        Assert.Equal(sentAgain * states.Length, Holding(states, TransferState.Lost).Length);
    }

    [Fact]
    public void Read_GapThatIsLong_IsSaidOfTheTransferBehindIt()
    {
        int[] states = StatesOf(trace => trace with
        {
            GapNanoseconds = [.. Enumerable.Range(0, trace.GapNanoseconds.Count).Select(i => i == One ? 10_000_000L : 1000)],
        });

        Assert.Equal([One], Holding(states, TransferState.AfterGap));
    }

    [Fact]
    public void Read_SlowCopies_AreASlowCore()
    {
        ObservedLaunch launch = Launch(trace => trace) with
        {
            Disturbance = Disturbed(1, 1) with { CopyNanosecondsBefore = 130, CopyNanosecondsAfter = 140 },
        };

        Assert.All(
            new StateReader(new CaseTraits()).Read(launch, usualCopy: 100, foreign: 0),
            state => Assert.Equal(TransferState.SlowCore.Bit, state));
        Assert.All(new StateReader(new CaseTraits()).Read(launch, usualCopy: 125, foreign: 0), state => Assert.Equal(0, state));
    }

    private static Disturbance Disturbed(double machine, double own) => new()
    {
        Seconds = 1,
        MachineCpuSeconds = machine,
        OwnCpuSeconds = own,
        Collections = 0,
        CollectionPauseSeconds = 0,
        CompiledMethods = 0,
    };

    private static ObservedLaunch Launch(Func<TransferTrace, TransferTrace> trace) => SimulatedLaunches.Of(1, (_, _) => Level, trace);

    private static int[] StatesOf(Func<TransferTrace, TransferTrace> trace, CaseTraits? traits = null) =>
        new StateReader(traits ?? new CaseTraits()).Read(Launch(trace), usualCopy: null, foreign: 0);

    private static int[] Holding(int[] states, TransferState state) =>
        [.. Enumerable.Range(0, states.Length).Where(i => (states[i] & state.Bit) != 0)];
}
