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
        // Thirteen sends, each of which must have been completed by now.
        await Transfers.RepeatAsync(strategy, folder.Get(12_345_678).Payload, count: 3);
        Assert.Equal([new Observation("buffers the kernel copied after all", 100, "%")], observing.Observe());
    }
}
