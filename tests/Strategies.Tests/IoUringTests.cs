using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Tests.Faults;

namespace FileTransfer.Strategies.Tests;

/// <summary>What only io-uring has: a ring to be closed, and requests to be cancelled.</summary>
public sealed class IoUringTests(LiveReceivers receivers, PayloadFolder folder)
{
    private const string Id = "io-uring";
    private const int Large = 12_345_678;

    [Fact]
    public async Task DisposeAsync_AfterTransfers_LeavesNoRing()
    {
        Assert.SkipUnless(OpenDescriptors.CanBeListed, "descriptors are counted in /proc/self/fd, which needs Linux");
        int before = CountRings();
        ITransferStrategy strategy = await Transfers.ConnectAsync(Id, receivers.Connection("tcp"));
        await using (strategy)
        {
            await Transfers.RepeatAsync(strategy, folder.Get(Large).Payload, count: 3);
            Assert.Equal(before + 1, CountRings());
        }

        await strategy.DisposeAsync();
        Assert.Equal(before, CountRings());
    }

    [Fact]
    public void Probe_ManyTimes_LeavesNoRing()
    {
        Assert.SkipUnless(OpenDescriptors.CanBeListed, "descriptors are counted in /proc/self/fd, which needs Linux");
        int before = CountRings();
        for (int i = 0; i < 100; i++)
        {
            StrategyCatalog.Find(Id).Probe();
        }

        Assert.Equal(before, CountRings());
    }

    [Fact]
    public async Task Transfer_AfterOneThatTimedOut_OutOfStep()
    {
        using var receiver = new FakeReceiver(receiver => receiver.Wait());
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(Id, receiver.Connection with { Timeout = TimeSpan.FromMilliseconds(200) });
        Payload payload = folder.Get(Large).Payload;
        Assert.Equal(TransferErrorKind.TimedOut, (await Assert.ThrowsAsync<TransferException>(() => Transfers.RunAsync(strategy, payload))).Kind);
        Assert.False(((IoUring)strategy).HasPending, "a request that is not cancelled goes on sending, and keeps the buffer");
        Assert.Equal(TransferErrorKind.OutOfStep, (await Assert.ThrowsAsync<TransferException>(() => Transfers.RunAsync(strategy, payload))).Kind);
    }

    private static int CountRings() =>
        Directory.EnumerateFiles("/proc/self/fd").Count(link => new FileInfo(link).LinkTarget == "anon_inode:[io_uring]");
}
