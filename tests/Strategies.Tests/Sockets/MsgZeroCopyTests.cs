using System.Diagnostics;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Tests.Faults;

namespace FileTransfer.Strategies.Tests.Sockets;

public sealed class MsgZeroCopyTests(LiveReceivers receivers, PayloadFolder folder)
{
    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(20);

    [Fact]
    public async Task Observe_OnLoopback_EveryBufferWasCopiedAfterAll()
    {
        await using ITransferStrategy strategy = await Transfers.ConnectAsync("msg-zerocopy", receivers.Connection("tcp"));
        var observing = (IObservingStrategy)strategy;
        Assert.Empty(observing.Observe());
        await Transfers.RunAsync(strategy, folder.Get(0).Payload);
        Assert.Empty(observing.Observe());
        // At least twelve sends each, all of which must have been completed by the end of their transfer.
        for (int i = 0; i < 3; i++)
        {
            await Transfers.RunAsync(strategy, folder.Get(12_345_678).Payload);
            Assert.Equal(0, ((MsgZeroCopy)strategy).Outstanding);
        }

        Assert.Equal([new Observation(Observation.CopiedBuffers, 100, "%")], observing.Observe());
    }

    [Fact]
    public async Task Transfer_WaitForCompletionsInterrupted_GoesOn()
    {
        // More than the receiver's window, so that pages are under way until it reads, and less than the sender's buffer takes.
        const int Size = 300_000;
        int signals = Exhaustive.Or(100, 1000);
        var sender = new TaskCompletionSource<nint>();
        using FakeReceiver receiver = FakeReceiver.For("msg-zerocopy", receiver =>
        {
            long length = receiver.ReadHeader();
            receiver.Send("00000000000493E00000000000000000");
            // Acknowledged before it was read: what remains to be waited for are the completions. The sender gives up after a minute
            // without one, which many threads on few processors can make of a thousand yields.
            var since = Stopwatch.StartNew();
            for (int i = 0; i < signals && since.Elapsed < s_longest && InterruptingSignal.Send(sender.Task.Result); i++)
            {
                Thread.Yield();
            }

            receiver.Discard(length);
            receiver.Wait();
        });
        await using ITransferStrategy strategy = await Transfers.ConnectAsync("msg-zerocopy", receiver.Connection);
        Assert.Equal(Size, (await InterruptingSignal.TransferAsync(strategy, folder.Get(Size).Payload, sender)).Bytes);
    }
}
