using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests;

/// <summary>Lengths that no 32-bit number holds, to receivers that look at every byte.</summary>
/// <remarks>
/// A length of 4 GiB + 1 passes both limits, and is 1 to whoever keeps 32 bits of it. The other, negative then, is for
/// calls that are given the length of the whole file; a loop over a buffer never is, and its time is saved.
/// </remarks>
public sealed class LargeFileTests(LiveReceivers receivers, SparseFiles files) : IClassFixture<SparseFiles>
{
    private const long TwoGiB = 2L << 30;

    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(4);

    /// <summary>One of each way.</summary>
    public static TheoryData<string, long> Cases =>
    [
        .. StrategyCases.Distinct(StrategyCases.Delivering)
            .SelectMany(descriptor => Lengths(descriptor).Select(length => (descriptor.Id, length))),
    ];

    [ExhaustiveTheory]
    [MemberData(nameof(Cases))]
    public async Task Transfer_MoreThanAnInt32_ConfirmsLengthAndContent(string id, long length)
    {
        TestPayload file = files.Get(length);
        // One sender after another, each for seconds: the receivers that all tests share would be taken for too long.
        await using FifoReceiver? own = StrategyCatalog.Find(id).Transports[0] == Transport.Pipe && OperatingSystem.IsLinux()
            ? new FifoReceiver("pipe-large", new ServerOptions(), () => new Crc32CSink())
            : null;
        ConnectionOptions connection = own is null
            ? receivers.ConnectionFor(id, verifies: true)
            : new ConnectionOptions { Endpoint = new FifoEndPoint(own.Endpoint) };
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, connection);
        Delivery delivery = await Transfers.RunAsync(strategy, file.Payload, s_limit, TestContext.Current.CancellationToken);
        Assert.Equal(length, delivery.Bytes);
        Assert.Equal(file.Crc32C, delivery.Crc32C);
    }

    private static long[] Lengths(StrategyDescriptor descriptor) => descriptor switch
    {
        // Of those over HTTP only the ones that read nothing into memory themselves know a length that large.
        _ when Transport.IsHttp(descriptor.Transports[0]) =>
            descriptor.Id is "http-multipart-stream" or "http-multipart-send-file" or "http-put-send-file" ? [(2 * TwoGiB) + 1] : [],
        // Nothing but a loop over a buffer: adaptive may be refused sendfile(2).
        _ when descriptor.SystemCalls.Contains("pread64") && !descriptor.SystemCalls.Contains("sendfile") => [(2 * TwoGiB) + 1],
        _ => [TwoGiB + 1, (2 * TwoGiB) + 1],
    };
}
