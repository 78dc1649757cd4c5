using FileTransfer.Results;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Harness.Tests.Analysis;

/// <summary>How both ends waited, in words.</summary>
public sealed class WaitNoteTests
{
    [Theory]
    [InlineData("block", "block", "Waits: senders by blocking; receiver by blocking.")]
    [InlineData(
        "poll:200us",
        "yield:1000us",
        "Waits: senders by polling for up to 200 µs, then blocking; "
        + "receiver by polling for up to 1.00 ms while yielding the processor, then blocking.")]
    [InlineData("learn:50us", null, "Waits: senders by polling for up to 50.0 µs where that was learnt to be faster, else blocking.")]
    [InlineData("runtime", null, "Waits: senders by HttpClient, asynchronously.")]
    public void Of_OneWait_IsASentence(string sender, string? receiver, string sentence) =>
        Assert.Equal(sentence, WaitNote.Of(Run(receiver, ("send-file", sender), ("splice", sender))));

    [Fact]
    public void Of_SeveralWaits_NamesThoseThatDiffer() => Assert.Equal(
        "Waits: send-file@poll by polling for up to 200 µs, then blocking; other senders by blocking.",
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
