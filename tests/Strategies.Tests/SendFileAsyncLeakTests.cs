using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests;

/// <summary>Shows that Socket.SendFileAsync leaves its file open on Linux, and that its strategy says so.</summary>
/// <remarks>
/// When this fails because nothing is open any more, the runtime was mended: take the strategy out of
/// <see cref="FileHolding.LeftToTheCollector"/>, and its observation and remarks out of the class.
/// </remarks>
[TestClass(DisableParallelization = true)]
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
        using var uncollected = NoCollection.Begin();
        await Transfers.RepeatAsync(strategy, payload, Count);
        Assert.Equal(Count, OpenDescriptors.CountOf(payload.Path));
        Assert.Equal([new Observation(Observation.OpenDescriptors, Count, "")], ((IObservingStrategy)strategy).Observe());
    }

    [Fact]
    public async Task Observe_FileReachedThroughALink_CountsItsDescriptors()
    {
        Assert.SkipUnless(OpenDescriptors.CanBeListed, "the leak is one of Linux, and descriptors are counted in /proc/self/fd");
        Payload payload = folder.Get(2346).Payload;
        string link = payload.Path + "-link";
        File.CreateSymbolicLink(link, payload.Path);
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(Id, receivers.Connection("tcp"));
        // As above: a collection between the two counts made them differ.
        using var uncollected = NoCollection.Begin();
        await Transfers.RunAsync(strategy, payload with { Path = link });
        Assert.Equal(1, OpenDescriptors.CountOf(payload.Path));
        Assert.Equal(1, ((IObservingStrategy)strategy).Observe().Single().Value);
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
