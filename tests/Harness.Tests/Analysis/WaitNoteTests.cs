using FileTransfer.Results;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Harness.Tests.Analysis;

/// <summary>How both ends waited, in words.</summary>
public sealed class WaitNoteTests
{
    [Theory]
    [InlineData("block", "block", "While it waits, every sender blocks at once; the receiver blocks at once.")]
    [InlineData(
        "poll:200us",
        "yield:1000us",
        "While it waits, every sender polls for up to 200 µs before it blocks; "
        + "the receiver polls for up to 1.00 ms before it blocks, and yields its processor meanwhile.")]
    [InlineData("learn:50us", null, "While it waits, every sender learns where polling for up to 50.0 µs before it blocks is faster.")]
    [InlineData("runtime", null, "While it waits, every sender leaves it to HttpClient, asynchronously.")]
    public void Of_OneWait_IsASentence(string sender, string? receiver, string sentence) =>
        Assert.Equal(sentence, WaitNote.Of(Run(receiver, ("send-file", sender), ("splice", sender))));

    [Fact]
    public void Of_SeveralWaits_NamesThoseThatDiffer() => Assert.Equal(
        "While it waits, send-file@poll polls for up to 200 µs before it blocks, every other sender blocks at once.",
        WaitNote.Of(Run(null, ("send-file", "block"), ("splice", "block"), ("send-file@poll", "poll:200us"))));

    [Fact]
    public void Of_ARunThatRecordedNone_IsNothing() => Assert.Null(WaitNote.Of(SampleRuns.Small()));

    private static RunResult Run(string? receiver, params (string Strategy, string Wait)[] senders)
    {
        RunResult run = SampleRuns.Small();
        Measurement any = run.Measurements[1];
        return run with
        {
            Environment = run.Environment with { ReceiverWait = receiver },
            Measurements =
            [
                .. senders.Select(sender => any with
                {
                    Strategy = sender.Strategy,
                    Dimensions = any.Dimensions with { Wait = sender.Wait },
                }),
            ],
        };
    }
}
