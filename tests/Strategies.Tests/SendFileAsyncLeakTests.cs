namespace FileTransfer.Strategies.Tests;

/// <summary>Shows that Socket.SendFileAsync leaves its file open on Linux, and that its strategy says so.</summary>
/// <remarks>
/// When this fails because nothing is open any more, the runtime was mended: take the strategy out of
/// <see cref="StrategyCases.LeavesDescriptorsOpen"/>, and its observation and remarks out of the class.
/// </remarks>
public sealed class SendFileAsyncLeakTests(LiveReceivers receivers, PayloadFolder folder) : IDisposable
{
    private const string Id = "send-file-async";
    private const int Count = 100;

    [Fact]
    public async Task Transfer_HundredTimes_LeavesAHundredDescriptorsAndObservesThem()
    {
        Assert.SkipUnless(OpenDescriptors.CanBeListed, "the leak is one of Linux, and descriptors are counted in /proc/self/fd");
        Payload payload = folder.Get(2345).Payload;
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(Id, receivers.Connection("tcp"));
        // As long as no collection happens, which would close some: the counts are exact.
        Assert.True(GC.TryStartNoGCRegion(totalSize: 64 << 20), "no region without garbage collection could be had");
        IReadOnlyList<Observation> observed;
        int open;
        try
        {
            await Transfers.RepeatAsync(strategy, payload, Count);
            open = OpenDescriptors.Now().Count(target => target == payload.Path);
            observed = ((IObservingStrategy)strategy).Observe();
        }
        finally
        {
            GC.EndNoGCRegion();
        }

        Assert.Equal(Count, open);
        Assert.Equal([new Observation("descriptors of the file still open", Count, "")], observed);
    }

    [Fact]
    public async Task Observe_FileReachedThroughALink_CountsItsDescriptors()
    {
        Assert.SkipUnless(OpenDescriptors.CanBeListed, "the leak is one of Linux, and descriptors are counted in /proc/self/fd");
        Payload payload = folder.Get(2346).Payload;
        string link = payload.Path + "-link";
        File.CreateSymbolicLink(link, payload.Path);
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(Id, receivers.Connection("tcp"));
        await Transfers.RunAsync(strategy, payload with { Path = link });
        Assert.Equal(OpenDescriptors.Now().Count(target => target == payload.Path), ((IObservingStrategy)strategy).Observe().Single().Value);
    }

    [Fact]
    public async Task Observe_NothingSentYet_IsEmpty()
    {
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(Id, receivers.Connection("tcp"));
        Assert.Empty(((IObservingStrategy)strategy).Observe());
    }

    /// <summary>Closes what was left open, so that no other test finds it.</summary>
    public void Dispose()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }
}
