using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests.Sockets;

/// <summary>A range of a file arrives as a frame of its own; connections can share one FileSender.</summary>
public sealed class RangeSenderTests(LiveReceivers receivers, PayloadFolder folder)
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("tcp-verify", 0, 10_000)]
    [InlineData("tcp-verify", 12_345, 300_001)]
    [InlineData("tcp-verify", 999_999, 1)]
    [InlineData("unix-verify", 500_000, 500_000)]
    public async Task TransferAsync_Range_ArrivesAsItIs(string kind, int offset, int length)
    {
        Payload payload = folder.Get(1_000_000).Payload;
        byte[] content = await File.ReadAllBytesAsync(payload.Path, Cancellation);
        var crc = new Crc32C();
        crc.Append(content.AsSpan(offset, length));
        using var sender = new FileSender();
        using var range = new RangeSender(receivers.Connection(kind), sender);
        range.Connect();
        for (int i = 0; i < 2; i++)
        {
            Delivery delivery = await range.TransferAsync(payload, offset, length, Cancellation);
            Assert.Equal((length, crc.Value), (delivery.Bytes, delivery.Crc32C));
        }

        range.ThrowUnlessInForce();
        // Again, in place of the connection before.
        range.Connect();
        Assert.Equal(length, (await range.TransferAsync(payload, offset, length, Cancellation)).Bytes);
    }

    [Fact]
    public async Task TransferAsync_RangeBeyondTheEnd_SaysSo()
    {
        Payload payload = folder.Get(1000).Payload;
        using var sender = new FileSender();
        using var range = new RangeSender(receivers.Connection("tcp"), sender);
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await range.TransferAsync(payload, 0, 10, Cancellation));
        range.Connect();
        TransferException exception =
            await Assert.ThrowsAsync<TransferException>(async () => await range.TransferAsync(payload, 900, 200, Cancellation));
        Assert.Contains("1000 bytes", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task DisposeAsync_OfAStrategyWithASharedSender_LeavesItToTheOthers()
    {
        TestPayload file = folder.Get(100_000);
        using var sender = new FileSender();
        ConnectionOptions options = receivers.Connection("tcp-verify") with { SharedSender = sender };
        await using ITransferStrategy stays = await Transfers.ConnectAsync("adaptive-async", options);
        await using (ITransferStrategy goes = await Transfers.ConnectAsync("adaptive-async", options))
        {
            Assert.Equal(file.Crc32C, (await Transfers.RunAsync(goes, file.Payload)).Crc32C);
        }

        Assert.Equal(file.Crc32C, (await Transfers.RunAsync(stays, file.Payload)).Crc32C);
    }
}
