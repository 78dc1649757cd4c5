using FileTransfer.Strategies.Sockets;

namespace FileTransfer.Strategies.Tests.Sockets;

public sealed class ZeroCopyTests(LiveReceivers receivers, PayloadFolder folder)
{
    [Fact]
    public async Task Observe_OnLoopback_EveryBufferWasCopiedAfterAll()
    {
        await using ITransferStrategy strategy = await Transfers.ConnectAsync("zero-copy", receivers.Connection("tcp"));
        var observing = (IObservingStrategy)strategy;
        Assert.Empty(observing.Observe());
        await Transfers.RunAsync(strategy, folder.Get(0).Payload);
        Assert.Empty(observing.Observe());
        // At least twelve sends each, all of which must have been completed by the end of their transfer.
        for (int i = 0; i < 3; i++)
        {
            await Transfers.RunAsync(strategy, folder.Get(12_345_678).Payload);
            Assert.Equal(0, ((ZeroCopy)strategy).Outstanding);
        }

        Assert.Equal([new Observation("buffers the kernel copied after all", 100, "%")], observing.Observe());
    }
}
