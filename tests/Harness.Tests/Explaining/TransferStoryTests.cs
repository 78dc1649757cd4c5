using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Tests.Explaining;

public sealed class TransferStoryTests
{
    private const string Trace = """
        # tracer: nop
        #
        #           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION
         .NET TP-501   [001] dNs4.  100.000010: sched_wakeup: comm=receives pid=602
         .NET TP-501   [001] d..2.  100.000012: sched_switch: prev_comm=.NET TP prev_pid=501 prev_state=S ==> next_comm=dd next_pid=77
         dd-77    [001] d..2.  100.001812: sched_switch: prev_comm=dd prev_pid=77 prev_state=R+ ==> next_comm=receives next_pid=602
         receives-602   [001] ..s3.  100.001900: tcp_retransmit_skb: skbaddr=1 skaddr=2 family=AF_INET state=TCP_ESTABLISHED
         receives-602   [001] d..2.  100.001950: sched_switch: prev_comm=receives prev_pid=602 prev_state=R ==> next_comm=swap next_pid=0
         receives-602   [001] d..2.  200.000000: sched_wakeup: comm=receives pid=602
        """;

    [Fact]
    public void Parse_LinesOfATrace_AreEvents()
    {
        KernelEvent[] events = [.. KernelEvent.Parse(Trace.Split('\n'))];

        Assert.Equal(6, events.Length);
        Assert.Equal(
            (100_000_010_000, 1, 501, KernelEvent.Wakeup),
            (events[0].Nanoseconds, events[0].Processor, events[0].Thread, events[0].Name));
        Assert.Equal(602, events[0].Number("pid"));
    }

    [Fact]
    public void Of_ReceiverThatHadToWait_SaysForHowLong()
    {
        IReadOnlyList<string> story = TransferStory.Of(
            [.. KernelEvent.Parse(Trace.Split('\n'))],
            new HashSet<int> { 501 },
            new HashSet<int> { 602 },
            100_000_000_000,
            100_002_000_000);

        Assert.Equal(
            [
                "+10.0 µs: the receiver became ready to run",
                "+12.0 µs: the sender waited",
                "+1.81 ms: the receiver ran on processor 1, after it had been ready for 1.80 ms",
                "+1.90 ms: TCP sent a segment again",
                "+1.95 ms: the receiver lost processor 1 to nobody",
            ],
            story);
    }
}
