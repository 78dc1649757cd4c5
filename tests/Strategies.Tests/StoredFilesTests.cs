using FileTransfer.Server.Contracts;
using FileTransfer.Server.Storing;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests;

/// <summary>Every strategy whose receiver keeps the file, against the real receivers.</summary>
public sealed class StoredFilesTests(LiveReceivers receivers, PayloadFolder folder)
{
    private static readonly int[] s_sizes = [0, 1, 4095, 4096, 4097, 65_537, Exhaustive.Or(1_234_567, 12_345_678)];

    public static TheoryData<string, string> Cases =>
        [.. StrategyCases.OverTransports(StrategyCases.Stored)];

    /// <summary>The first file of a connection is read again from the folder, so that its checksum is that of what is there.</summary>
    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Transfer_EverySizeTwoFilesOnAConnection_AreKeptAsTheyWere(string id, string transport)
    {
        foreach (int size in s_sizes)
        {
            TestPayload file = folder.Get(size);
            await using ITransferStrategy strategy = await Transfers.ConnectAsync(
                id, receivers.Connection(transport) with { Storing = new StoringOptions(IsPreallocated: size % 2 == 1) });
            Delivery first = await Transfers.RunAsync(strategy, file.Payload);
            Assert.Equal((size, file.Crc32C), (first.Bytes, first.Crc32C));
            Delivery second = await Transfers.RunAsync(strategy, file.Payload);
            Assert.Equal(size, second.Bytes);
            Assert.Contains(second.Crc32C, (uint[])[0, file.Crc32C]);
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Transfer_Durable_IsConfirmed(string id, string transport)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "files are synchronized on Linux");
        TestPayload file = folder.Get(65_537);
        foreach (Durability durability in (Durability[])[Durability.FDataSync, Durability.FSync])
        {
            await using ITransferStrategy strategy = await Transfers.ConnectAsync(
                id, receivers.Connection(transport) with { Storing = new StoringOptions(Durability: durability) });
            Delivery delivery = await Transfers.RunAsync(strategy, file.Payload);
            Assert.Equal((65_537, file.Crc32C), (delivery.Bytes, delivery.Crc32C));
        }
    }

    [Fact]
    public void Keeping_EveryStrategy_NamesItsWay() => Assert.Equal(
        [.. StoringWay.OfFrames.Select(way => way.Name), .. StoringWay.OverHttp.Select(way => way.Name)],
        StrategyCases.Stored.Select(descriptor => descriptor.Dimensions.Keeping));

    [Fact]
    public async Task Connect_ServerWithoutAFolder_SaysWhatToDo()
    {
        await using var receiver = new Server.Receivers.SocketReceiver(
            "keep",
            new System.Net.IPEndPoint(System.Net.IPAddress.Loopback, 0),
            new ServerOptions { LogsEvents = false },
            StoringSink.Maker(new ServerOptions()));
        TransferException exception = await Assert.ThrowsAsync<TransferException>(() => Transfers.ConnectAsync(
            "keep-random-access",
            new ConnectionOptions { Endpoint = System.Net.IPEndPoint.Parse(receiver.Endpoint) }));
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Equal(
            "the receiver answered -8 (cannot keep the file): it was started without a folder (serve --keep DIR), or has no such way of "
            + "keeping files; see its log",
            exception.Message);
    }
}
