using System.Buffers;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Tests.Faults;

namespace FileTransfer.Strategies.Tests;

/// <summary>The pooled buffer goes back exactly once, however the transfer ends.</summary>
public sealed class SendAsyncPoolTests(LiveReceivers receivers, PayloadFolder folder)
{
    private const int Large = 12_345_678;

    [Fact]
    public async Task Transfer_Delivered_ReturnsTheBufferOnce() =>
        Assert.Null(await TransferAsync(folder.Get(Large).Payload, receivers.Connection("tcp")));

    [Fact]
    public async Task Transfer_ReceiverCloses_ReturnsTheBufferOnce()
    {
        using var receiver = new FakeReceiver(receiver => receiver.ReadHeader());
        Assert.Equal(TransferErrorKind.ConnectionLost, await TransferAsync(folder.Get(Large).Payload, receiver.Connection));
    }

    [Fact]
    public async Task Transfer_ReceiverNeverReads_ReturnsTheBufferOnce()
    {
        using var receiver = new FakeReceiver(receiver => receiver.Wait());
        Assert.Equal(
            TransferErrorKind.TimedOut,
            await TransferAsync(folder.Get(Large).Payload, receiver.Connection with { Timeout = TimeSpan.FromMilliseconds(200) }));
    }

    [Fact]
    public async Task Transfer_ReceiverNeverAcknowledges_ReturnsTheBufferOnce()
    {
        using var receiver = new FakeReceiver(receiver => receiver.ReadFrame());
        Assert.Equal(TransferErrorKind.ConnectionLost, await TransferAsync(folder.Get(1000).Payload, receiver.Connection));
    }

    private static async Task<TransferErrorKind?> TransferAsync(Payload payload, ConnectionOptions connection)
    {
        var pool = new CountingPool();
        await using var strategy = new SendAsync(connection, pool);
        await strategy.ConnectAsync(CancellationToken.None);
        TransferErrorKind? kind = null;
        try
        {
            await Transfers.RunAsync(strategy, payload);
        }
        catch (TransferException exception)
        {
            kind = exception.Kind;
        }

        Assert.Equal(1, pool.Rented);
        Assert.Equal(1, pool.Returned);
        return kind;
    }

    private sealed class CountingPool : ArrayPool<byte>
    {
        public int Rented { get; private set; }

        public int Returned { get; private set; }

        public override byte[] Rent(int minimumLength)
        {
            Rented++;
            return new byte[minimumLength];
        }

        public override void Return(byte[] array, bool clearArray = false) => Returned++;
    }
}
