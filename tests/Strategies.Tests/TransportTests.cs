using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests;

/// <summary>A strategy that leaves out a transport it could serve is noticed.</summary>
public sealed class TransportTests(LiveReceivers receivers, PayloadFolder folder)
{
    private const int Size = 100_000;

    public static TheoryData<string, string> Unlisted =>
        [.. from descriptor in StrategyCases.Framed
            where descriptor.Transports.Intersect(Transport.AnyStream).Any()
            from transport in Transport.AnyStream.Except(descriptor.Transports)
            select (descriptor.Id, transport)];

    [Theory(SkipTestWithoutData = true)]
    [MemberData(nameof(Unlisted))]
    public async Task Transfer_OverATransportNotListed_IsNoDelivery(string id, string transport)
    {
        if (StrategyCatalog.Find(id).NotOver.TryGetValue(transport, out string? reason))
        {
            Assert.False(string.IsNullOrWhiteSpace(reason), $"{id}: NotOver gives no reason for '{transport}'");
            return;
        }

        TestPayload file = folder.Get(Size);
        bool delivers;
        try
        {
            await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receivers.Connection($"{transport}-verify"));
            Delivery delivery = await Transfers.RunAsync(strategy, file.Payload);
            delivers = (delivery.Bytes, delivery.Crc32C) == (Size, file.Crc32C);
        }
        catch (Exception exception)
            when (exception is TransferException or SocketException or IOException or ArgumentException or NotSupportedException)
        {
            delivers = false;
        }

        Assert.False(
            delivers,
            $"{id} delivers over '{transport}' as well, which its descriptor does not list. "
            + "Write Transports = Transport.AnyStream into it, or the reason why not: "
            + $"NotOver = new Dictionary<string, string> {{ [\"{transport}\"] = \"...\" }}.");
    }

    [Fact]
    public void NotOver_OfAnyStrategy_IsNotListedToo() =>
        Assert.DoesNotContain(StrategyCatalog.All, descriptor => descriptor.NotOver.Keys.Intersect(descriptor.Transports).Any());
}
