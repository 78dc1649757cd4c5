using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests;

/// <summary>Lengths that no 32-bit number holds, to receivers that look at every byte.</summary>
/// <remarks>
/// A length of 4 GiB + 1 passes both limits, and is 1 to whoever keeps 32 bits of it. One strategy of each way: what differs by the size
/// of its buffer alone is not tried with the smallest, which takes ten times as long.
/// </remarks>
public sealed class LargeFileTests(LiveReceivers receivers, SparseFiles files) : IClassFixture<SparseFiles>
{
    private const long Length = (4L << 30) + 1;

    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(4);

    /// <summary>Of those over HTTP only the ones that read nothing into memory themselves know a length that large.</summary>
    public static TheoryData<string> Ids =>
    [
        .. StrategyCases.Distinct(StrategyCases.Delivering.Where(descriptor => !descriptor.Id.EndsWith("-1k", StringComparison.Ordinal)))
            .Where(descriptor => !Transport.IsHttp(descriptor.Transports[0])
                || descriptor.Id is "http-multipart-stream" or "http-multipart-send-file" or "http-put-send-file")
            .Select(descriptor => descriptor.Id),
    ];

    [ExhaustiveTheory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_MoreThanAnInt32_ConfirmsLengthAndContent(string id)
    {
        TestPayload file = files.Get(Length);
        // One sender after another, each for seconds: the receivers that all tests share would be taken for too long.
        await using FifoReceiver? own = StrategyCatalog.Find(id).Transports[0] == Transport.Pipe && OperatingSystem.IsLinux()
            ? new FifoReceiver("pipe-large", new ServerOptions(), () => new Crc32CSink())
            : null;
        ConnectionOptions connection = own is null
            ? receivers.ConnectionFor(id, verifies: true)
            : new ConnectionOptions { Endpoint = new FifoEndPoint(own.Endpoint) };
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, connection);
        Delivery delivery = await Transfers.RunAsync(strategy, file.Payload, s_limit, TestContext.Current.CancellationToken);
        Assert.Equal(Length, delivery.Bytes);
        Assert.Equal(file.Crc32C, delivery.Crc32C);
    }
}
