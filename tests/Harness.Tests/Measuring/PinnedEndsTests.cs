using FileTransfer.Harness.Rounds;
using FileTransfer.Results;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Tests.Measuring;

/// <summary>Where the ends are pinned to, and what is said of two threads of one core; the machine is a folder.</summary>
public sealed class PinnedEndsTests : IDisposable
{
    private readonly TemporaryFolder _sysfs = new();

    [Theory]
    [InlineData("4-7", "Same", 4, 4)]
    [InlineData("4-7", "Split", 4, 5)]
    [InlineData("0,3", "Split", 0, 3)]
    public void Choose_NothingNamed_TakesTheFirstOfTheMask(string allowed, string affinity, int sender, int receiver) =>
        Assert.Equal(new PinnedEnds(sender, receiver), Choose(affinity, named: null, allowed));

    [Fact]
    public void Choose_NothingNamed_TakesTwoCoresWhereThereAreTwo()
    {
        WriteSiblings(0, "0-1");
        Assert.Equal(new PinnedEnds(0, 2), Choose("Split", named: null, "0-3"));
        Assert.Equal(new PinnedEnds(0, 1), Choose("Split", named: null, "0-1"));
    }

    [Theory]
    [InlineData("3", "Same", 3, 3)]
    [InlineData("3,2", "Split", 3, 2)]
    [InlineData("2, 3", "Split", 2, 3)]
    public void Choose_Named_TakesThem(string named, string affinity, int sender, int receiver) =>
        Assert.Equal(new PinnedEnds(sender, receiver), Choose(affinity, named, "0-3"));

    [Fact]
    public void Choose_Free_PinsNothing() => Assert.Equal(new PinnedEnds(null, null), Choose("None", named: null, "0-3"));

    [Theory]
    [InlineData("1", "None", "4-7", "--cpus 1: nothing is pinned; add --affinity same (one processor) or --affinity split (two)")]
    [InlineData(
        "3",
        "Same",
        "4-7",
        "--cpus 3: there is no processor 3 here, or it is not in the mask of this process; this process may use 4-7")]
    [InlineData(
        "4,4",
        "Split",
        "4-7",
        "--cpus 4,4: processor 4 is named twice; use --affinity same to put both ends on it, or name another (this process may use 4-7)")]
    [InlineData(
        "4",
        "Split",
        "4-7",
        "--cpus 4: --affinity split takes two, the sender's and the receiver's, and 1 are named; this process may use 4-7")]
    [InlineData(
        "4,5,6",
        "Split",
        "4-7",
        "--cpus 4,5,6: --affinity split takes two, the sender's and the receiver's, and 3 are named; this process may use 4-7")]
    [InlineData("4,5", "Same", "4-7", "--cpus 4,5: --affinity same takes one processor, and 2 are named; this process may use 4-7")]
    [InlineData("four", "Same", "4-7", "--cpus four: 'four' is no number of a processor; write 2 or 2,3 (this process may use 4-7)")]
    [InlineData("-4", "Same", "4-7", "'-4' is no number of a processor")]
    [InlineData("4,", "Split", "4-7", "'' is no number of a processor")]
    [InlineData(null, "Split", "4", "needs two processors; this process may use one, 4")]
    public void Choose_Impossible_SaysWhatThereIs(string? named, string affinity, string allowed, string message)
    {
        UsageException exception = Assert.Throws<UsageException>(() => Choose(affinity, named, allowed));
        Assert.Contains(message, exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Pinned_TwoThreadsOfOneCore_AreRecordedAndWarnedOf()
    {
        WriteSiblings(2, "2,6");
        WriteSiblings(6, "2,6");
        IReadOnlyList<PinnedProcessor>? pinned = Pinned(2, 6);
        Assert.Equal(
            [("sender", 2, "6"), ("receiver", 6, "2")],
            pinned!.Select(one => (one.End, one.Processor, ProcessorList.Text(one.Siblings!))));
        Assert.Equal(
            "sender and receiver are pinned to processors 2 and 6, two hardware threads (SMT) "
            + "of one core: each slows the other down; name processors of two cores with --cpus",
            EnvironmentProbe.SharedCore(pinned));
    }

    [Theory]
    [InlineData("2,6", "3,7", 2, 3)]
    [InlineData("2", "3", 2, 3)]
    [InlineData("2,6", "2,6", 2, 2)]
    public void SharedCore_TwoCoresOrOneProcessor_IsNotWarnedOf(string besideSender, string besideReceiver, int sender, int receiver)
    {
        WriteSiblings(sender, besideSender);
        WriteSiblings(receiver, besideReceiver);
        Assert.Null(EnvironmentProbe.SharedCore(Pinned(sender, receiver)));
    }

    [Fact]
    public void Pinned_ReceiverOfAnotherMachine_IsRecordedWithoutTheCoresOfThisOne()
    {
        WriteSiblings(0, "0-1");
        PinnedProcessor receiver = Assert.Single(EnvironmentProbe.Pinned(sender: null, receiver: 0, isOneMachine: false, Siblings())!);
        Assert.Equal(new PinnedProcessor("receiver", 0, Siblings: null), receiver);
        Assert.Null(EnvironmentProbe.Pinned(sender: null, receiver: null, isOneMachine: true, Siblings()));
    }

    public void Dispose() => _sysfs.Dispose();

    private PinnedEnds Choose(string affinity, string? named, string allowed)
    {
        Assert.True(ProcessorList.TryParse(allowed, out IReadOnlyList<int> processors));
        return PinnedEnds.Choose(Enum.Parse<CpuAffinity>(affinity), named, processors, Siblings());
    }

    private IReadOnlyList<PinnedProcessor>? Pinned(int sender, int receiver) =>
        EnvironmentProbe.Pinned(sender, receiver, isOneMachine: true, Siblings());

    private SmtSiblings Siblings() => new(new SystemFiles(_sysfs.Path));

    private void WriteSiblings(int processor, string list)
    {
        string topology = Directory.CreateDirectory(Path.Join(_sysfs.Path, $"/sys/devices/system/cpu/cpu{processor}/topology")).FullName;
        File.WriteAllText(Path.Combine(topology, "thread_siblings_list"), list + "\n");
    }
}
