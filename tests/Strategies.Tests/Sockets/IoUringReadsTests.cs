using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Tests.Faults;

namespace FileTransfer.Strategies.Tests.Sockets;

/// <summary>What only io-uring-reads and io-uring-direct have: many requests in flight, of which the kernel may do a part.</summary>
public sealed class IoUringReadsTests(LiveReceivers receivers, PayloadFolder folder)
{
    private const int Large = 12_345_678;

    /// <summary>As many reads as the mechanism says are asked for before anything is sent.</summary>
    [Theory]
    [InlineData("io-uring-reads")]
    [InlineData("io-uring-direct")]
    public async Task Transfer_LargeFile_HasEightReadsInFlight(string id)
    {
        List<byte> asked = [];
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receivers.Connection("tcp"));
        ((IoUringReads)strategy).Ring.Inspect = (ref IoUringRequest request) => asked.Add(request.Operation);
        await Transfers.RunAsync(strategy, folder.Get(Large).Payload);
        Assert.Equal(Enumerable.Repeat(IoUringRequest.ReadFixed, 8), asked.TakeWhile(operation => operation != IoUringRequest.Send));
        Assert.Equal(asked.Count(operation => operation == IoUringRequest.Send), asked.Count / 2);
    }

    [Theory]
    [InlineData("io-uring-reads", 2)]
    [InlineData("io-uring-direct", 4096)]
    public async Task Transfer_KernelDoesAPartOnly_DoesTheRest(string id, int multiple)
    {
        TestPayload file = folder.Get(Large);
        int shortened = 0;
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(
            id,
            receivers.Connection("tcp-verify") with { Timeout = TimeSpan.FromSeconds(20) });
        ((IoUringReads)strategy).Ring.Inspect = (ref IoUringRequest request) =>
        {
            if (request.Length > 100_000)
            {
                request.Length = request.Length / 2 / (uint)multiple * (uint)multiple;
                shortened++;
            }
        };
        Assert.Equal(file.Crc32C, (await Transfers.RunAsync(strategy, file.Payload)).Crc32C);
        Assert.InRange(shortened, 50, int.MaxValue);
    }

    [Theory]
    [InlineData("io-uring-reads")]
    [InlineData("io-uring-direct")]
    public async Task Transfer_ThatTimedOut_LeavesNothingRunning(string id)
    {
        using var receiver = new FakeReceiver(receiver => receiver.Wait());
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(
            id,
            receiver.Connection with { Timeout = TimeSpan.FromMilliseconds(200) });
        TransferException exception = await Assert.ThrowsAsync<TransferException>(
            () => Transfers.RunAsync(strategy, folder.Get(Large).Payload));
        Assert.Equal(TransferErrorKind.TimedOut, exception.Kind);
        Assert.False(((IoUringReads)strategy).Ring.HasPending, "a read that goes on fills a buffer that may be used for something else");
    }
}
