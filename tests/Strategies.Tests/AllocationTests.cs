using System.Globalization;
using System.Net.Sockets;
using FileTransfer.Strategies.Tests.Faults;

namespace FileTransfer.Strategies.Tests;

/// <summary>A synchronous strategy allocates what the API it is named after allocates, and nothing of its own.</summary>
public sealed class AllocationTests(PayloadFolder folder)
{
    private const int Small = 1 << 10;
    private const int SentByPages = 50 << 10;
    private const int Spliced = 100 << 10;
    private const int Transfers = 1000;
    private const int Rounds = 4;
    private const int Limit = 30_000;

    /// <summary>adaptive sends what is larger in other ways.</summary>
    public static TheoryData<string, int> Cases => [.. StrategyCases.SynchronousIds().Select(row => (row.Data, Small)), ("adaptive", SentByPages), ("adaptive", Spliced)];

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Transfer_ThousandTimes_AllocatesNoMoreThanTheApiCalledBare(string id, int size)
    {
        Payload payload = folder.Get(size).Payload;
        long bare = MeasureBare(id, payload);
        long strategy = await MeasureStrategyAsync(id, payload);
        Assert.True(
            strategy < bare + Transfers,
            $"{id} allocates {(double)strategy / Transfers:0.000} bytes a transfer, the bare API {(double)bare / Transfers:0.000}");
    }

    private static long MeasureBare(string id, Payload payload)
    {
        using var receiver = new FakeReceiver(receiver => AcknowledgeAhead(receiver, payload.Length));
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true, SendTimeout = Limit, ReceiveTimeout = Limit };
        socket.Connect(receiver.Connection.Endpoint);
        return FewestBytesOf(BareTransfers.Of(id, socket, payload.Path));
    }

    private static async Task<long> MeasureStrategyAsync(string id, Payload payload)
    {
        using FakeReceiver receiver = FakeReceiver.For(id, receiver => AcknowledgeAhead(receiver, payload.Length));
        await using ITransferStrategy strategy = await Tests.Transfers.ConnectAsync(id, receiver.Connection);
        var synchronous = (ISyncTransferStrategy)strategy;
        return FewestBytesOf(() => synchronous.Transfer(payload));
    }

    /// <summary>Bytes allocated by this thread in the round that allocated least: the first ones warm up.</summary>
    private static long FewestBytesOf(Action transfer)
    {
        long fewest = long.MaxValue;
        for (int round = 0; round < Rounds; round++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < Transfers; i++)
            {
                transfer();
            }

            fewest = Math.Min(fewest, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return fewest;
    }

    /// <summary>
    /// Sends all acknowledgements before the frames come, so that no receive has to wait: on a socket that was used
    /// asynchronously, waiting allocates, and how often one waits is chance.
    /// </summary>
    private static void AcknowledgeAhead(FakeReceiver receiver, long length)
    {
        string acknowledgement = length.ToString("X16", CultureInfo.InvariantCulture) + "0000000000000000";
        for (int i = 0; i < Rounds * Transfers; i++)
        {
            receiver.Send(acknowledgement);
        }

        receiver.Discard(long.MaxValue);
    }
}
