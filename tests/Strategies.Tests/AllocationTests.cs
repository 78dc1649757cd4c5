using System.Globalization;
using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Tests.Faults;

namespace FileTransfer.Strategies.Tests;

/// <summary>A synchronous strategy allocates what the API it is named after allocates, and nothing of its own.</summary>
[TestClass(DisableParallelization = true)]
public sealed class AllocationTests(PayloadFolder folder)
{
    private const int Small = 1 << 10;
    private static readonly int s_transfers = Exhaustive.Or(200, 1000);
    private const int Rounds = 4;
    private const int Limit = 30_000;

    public static TheoryData<string, int> Cases =>
        [.. from descriptor in StrategyCases.Here
            where descriptor.IsSynchronous && (descriptor.Transports[0] is Transport.Tcp or Transport.Pipe)
            from size in descriptor.ChangesAbove.Select(limit => limit + 1).Prepend(Small)
            select (descriptor.Id, size)];

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Transfer_ManyTimes_AllocatesNoMoreThanTheApiCalledBare(string id, int size)
    {
        Payload payload = folder.Get(size).Payload;
        AllocatingApi api = StrategyCatalog.Find(id).Allocates;
        long bare = MeasureBare(api, payload);
        long strategy = await MeasureStrategyAsync(id, payload);
        Assert.True(
            strategy < bare + s_transfers,
            $"{id} allocates {(double)strategy / s_transfers:0.0} bytes a transfer of {size} bytes, "
            + $"and {(double)bare / s_transfers:0.0} were expected, because its descriptor says Allocates = {api}. "
            + "Name the API there that allocates, or keep what the transfer makes anew in a field.");
    }

    private static long MeasureBare(AllocatingApi api, Payload payload)
    {
        using var receiver = new FakeReceiver(receiver => receiver.Discard(long.MaxValue));
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
        {
            NoDelay = true,
            SendTimeout = Limit,
            ReceiveTimeout = Limit,
        };
        socket.Connect(receiver.Connection.Endpoint);
        return FewestBytesOf(BareTransfers.Of(api, socket, payload.Path));
    }

    private static async Task<long> MeasureStrategyAsync(string id, Payload payload)
    {
        using FakeReceiver receiver = FakeReceiver.For(id, receiver => AcknowledgeAhead(receiver, payload.Length));
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receiver.Connection);
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
            for (int i = 0; i < s_transfers; i++)
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
        for (int i = 0; i < Rounds * s_transfers; i++)
        {
            receiver.Send(acknowledgement);
        }

        receiver.Discard(long.MaxValue);
    }
}
