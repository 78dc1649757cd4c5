using System.Net.Sockets;
using FileTransfer.Strategies.Tests.Faults;

namespace FileTransfer.Strategies.Tests;

/// <summary>A synchronous strategy allocates what the API it is named after allocates, and nothing of its own.</summary>
public sealed class AllocationTests(PayloadFolder folder)
{
    private const int Size = 1024;
    private const int Transfers = 1000;
    private const int Rounds = 4;
    private const int Limit = 30_000;

    public static TheoryData<string> Ids => StrategyCases.SynchronousIds();

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_ThousandTimes_AllocatesNoMoreThanTheApiCalledBare(string id)
    {
        Payload payload = folder.Get(Size).Payload;
        long bare = MeasureBare(id, payload);
        long strategy = await MeasureStrategyAsync(id, payload);
        Assert.True(
            strategy < bare + Transfers,
            $"{id} allocates {(double)strategy / Transfers:0.000} bytes a transfer, the bare API {(double)bare / Transfers:0.000}");
    }

    private static long MeasureBare(string id, Payload payload)
    {
        using var receiver = new FakeReceiver(AcknowledgeAhead);
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true, SendTimeout = Limit, ReceiveTimeout = Limit };
        socket.Connect(receiver.Connection.Endpoint);
        return FewestBytesOf(BareTransfers.Of(id, socket, payload.Path));
    }

    private static async Task<long> MeasureStrategyAsync(string id, Payload payload)
    {
        using FakeReceiver receiver = FakeReceiver.For(id, AcknowledgeAhead);
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
    private static void AcknowledgeAhead(FakeReceiver receiver)
    {
        for (int i = 0; i < Rounds * Transfers; i++)
        {
            receiver.Send("00000000000004000000000000000000");
        }

        receiver.Discard(long.MaxValue);
    }
}
