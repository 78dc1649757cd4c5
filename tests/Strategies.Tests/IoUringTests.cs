using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Tests.Faults;

namespace FileTransfer.Strategies.Tests;

/// <summary>What only io-uring has: a ring to be closed, and requests to be cancelled.</summary>
[TestClass(DisableParallelization = true)]
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
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(
            Id,
            receiver.Connection with { Timeout = TimeSpan.FromMilliseconds(200) });
        Payload payload = folder.Get(Large).Payload;
        Assert.Equal(
            TransferErrorKind.TimedOut,
            (await Assert.ThrowsAsync<TransferException>(() => Transfers.RunAsync(strategy, payload))).Kind);
        Assert.False(((IoUring)strategy).HasPending, "a request that is not cancelled goes on sending, and keeps the buffer");
        Assert.Equal(
            TransferErrorKind.OutOfStep,
            (await Assert.ThrowsAsync<TransferException>(() => Transfers.RunAsync(strategy, payload))).Kind);
    }

    [Theory]
    [InlineData(200_000, "FilesUpdate>ReadFixed>Send>FilesUpdate")]
    [InlineData(300_000, "FilesUpdate>ReadFixed Send ReadFixed Send>FilesUpdate")]
    public async Task Transfer_OneChunkOrTwo_AsksForWhatTheMechanismSays(int size, string asked)
    {
        string requests = "";
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(Id, receivers.Connection("tcp"));
        ((IoUring)strategy).Ring.Inspect = (ref IoUringRequest request) =>
        {
            requests += NameOf(request.Operation) + ((request.Flags & IoUringRequest.Link) != 0 ? '>' : ' ');
            // Both name a slot instead of a descriptor; FilesUpdate fills or empties one.
            Assert.Equal(request.Operation != IoUringRequest.FilesUpdate, (request.Flags & IoUringRequest.FixedFile) != 0);
        };
        await Transfers.RunAsync(strategy, folder.Get(size).Payload);
        Assert.Equal(asked, requests.TrimEnd());
    }

    [Theory]
    [InlineData(200_000)]
    [InlineData(300_000)]
    public async Task Transfer_KernelSendsAPartOnly_SendsTheRest(int size)
    {
        TestPayload file = folder.Get(size);
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(
            Id,
            receivers.Connection("tcp-verify") with { Timeout = TimeSpan.FromSeconds(10) });
        int shortened = 0;
        ((IoUring)strategy).Ring.Inspect = (ref IoUringRequest request) =>
        {
            if (request.Operation == IoUringRequest.Send && request.Length > 1000)
            {
                request.Length /= 2;
                shortened++;
            }
        };
        Assert.Equal(file.Crc32C, (await Transfers.RunAsync(strategy, file.Payload)).Crc32C);
        Assert.NotEqual(0, shortened);
    }

    [Fact]
    public async Task Transfer_ThatFailed_LeavesNoFileInTheRing()
    {
        Assert.SkipUnless(OpenDescriptors.CanBeListed, "what a ring has registered is listed in /proc/self/fdinfo, which needs Linux");
        using var receiver = new FakeReceiver(receiver => receiver.Wait());
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(
            Id,
            receiver.Connection with { Timeout = TimeSpan.FromMilliseconds(200) });
        Payload payload = folder.Get(Large).Payload;
        // A file in a slot is open without being a descriptor of this process.
        string registered = Directory.EnumerateFiles("/proc/self/fd").Single(IsRing).Replace("/fd/", "/fdinfo/", StringComparison.Ordinal);
        bool isListed = false;
        ((IoUring)strategy).Ring.Inspect = (ref IoUringRequest _) => isListed |= Lists(registered, payload);
        await Assert.ThrowsAsync<TransferException>(() => Transfers.RunAsync(strategy, payload));
        Assert.SkipUnless(isListed, "this kernel does not list what a ring has registered");
        Assert.False(Lists(registered, payload), "the ring keeps the file open");
    }

    private static string NameOf(byte operation) => operation switch
    {
        IoUringRequest.FilesUpdate => nameof(IoUringRequest.FilesUpdate),
        IoUringRequest.ReadFixed => nameof(IoUringRequest.ReadFixed),
        IoUringRequest.Send => nameof(IoUringRequest.Send),
        _ => $"{operation}",
    };

    private static bool Lists(string registered, Payload payload) =>
        File.ReadAllText(registered).Contains(payload.Path, StringComparison.Ordinal);

    private static int CountRings() => Directory.EnumerateFiles("/proc/self/fd").Count(IsRing);

    private static bool IsRing(string link) => new FileInfo(link).LinkTarget == "anon_inode:[io_uring]";
}
