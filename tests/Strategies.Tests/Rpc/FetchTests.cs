using System.Collections.Concurrent;
using System.Diagnostics;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Rpc;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests.Rpc;

/// <summary>Every client fetches every byte, from the real server.</summary>
public sealed class FetchTests(LiveReceivers receivers)
{
    private const int Calls = 8;
    private const int MostCalls = 200;
    private const int TenMegabytes = 10_000_000;

    private static readonly int[] s_sizes = [0, 1, 127, 128, 65_537, 3_000_000];

    private static readonly ConcurrentDictionary<(PayloadContent Content, int Size), Lazy<uint>> s_checksums = [];

    public static TheoryData<string, string, PayloadContent> Cases =>
        [.. from one in StrategyCases.OverTransports(StrategyCases.Fetching)
            from content in (PayloadContent[])[PayloadContent.Random, PayloadContent.Text]
            select (one.Id, one.Transport, content)];

    public static TheoryData<string> Ids => [.. StrategyCases.Fetching.Select(descriptor => descriptor.Id)];

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Transfer_EverySize_BringsWhatTheServerWasAskedFor(string id, string transport, PayloadContent content)
    {
        // A window that never runs dry: dotnet/aspnetcore#53736, one answer of Kestrel's in tens of thousands is never sent otherwise.
        var window = new HttpOptions { Http2Window = 16 << 20 };
        await using ITransferStrategy verifying = await Transfers.ConnectAsync(
            id,
            receivers.Connection($"{transport}-verify") with { Http = window });
        await using ITransferStrategy counting = await Transfers.ConnectAsync(id, receivers.Connection(transport) with { Http = window });
        foreach (int size in s_sizes)
        {
            uint checksum = ChecksumOf(content, size);
            Payload payload = new("", size) { Content = content };
            long start = Stopwatch.GetTimestamp();
            Delivery verified = await Transfers.RunAsync(verifying, payload);
            Assert.Equal((size, checksum), (verified.Bytes, verified.Crc32C));
            Assert.InRange(verified.SendReturnedTimestamp, start, Stopwatch.GetTimestamp());
            Delivery counted = await Transfers.RunAsync(counting, payload);
            Assert.Equal(size, counted.Bytes);
            // By chance it was checked.
            Assert.Equal(counted.Crc32C == 0 ? 0 : checksum, counted.Crc32C);
        }
    }

    [Theory(DisableParallelization = true)]
    [MemberData(nameof(Ids))]
    public async Task Transfer_ManyTimes_IsCountedByTheServerOnOneConnection(string id)
    {
        const int Calls = 50;
        ConnectionOptions connection = receivers.ConnectionFor(id);
        string transport = StrategyCatalog.Find(id).Transports[0];
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, connection);
        (long frames, long bytes, long connections) = receivers.CountsOf(transport);
        await Transfers.RepeatAsync(strategy, new Payload("", 10_000), Calls);
        Assert.Equal((frames + Calls, bytes + (Calls * 10_000L), connections), receivers.CountsOf(transport));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_LongerThanIsServed_InvalidArgument(string id)
    {
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receivers.ConnectionFor(id));
        RpcException exception = await Assert.ThrowsAsync<RpcException>(
            () => Transfers.RunAsync(strategy, new Payload("", RpcContract.LongestData + 1)));
        Assert.Equal((RpcCode.InvalidArgument, TransferErrorKind.Rejected), (exception.Code, exception.Kind));
        Assert.Contains($"length {RpcContract.LongestData + 1}", exception.Message, StringComparison.Ordinal);
        Delivery next = await Transfers.RunAsync(strategy, new Payload("", 5));
        Assert.Equal(5, next.Bytes);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_ConnectionCutWithinAnAnswerOverHttp2_Unavailable(string id)
    {
        using var proxy = new CuttingProxy((HttpEndPoint)receivers.Connection("http2").Endpoint, after: 200_000);
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, new ConnectionOptions { Endpoint = proxy.Endpoint });
        RpcException exception = await Assert.ThrowsAsync<RpcException>(() => Transfers.RunAsync(strategy, new Payload("", 3_000_000)));
        Assert.Equal((RpcCode.Unavailable, TransferErrorKind.ConnectionLost), (exception.Code, exception.Kind));
    }

    [Fact]
    public async Task Observe_Compressed_TellsTheRatioAndThePeak()
    {
        await using ITransferStrategy strategy = await Transfers.ConnectAsync("rpc-gzip-pooled", receivers.Connection("http"));
        await Transfers.RunAsync(strategy, new Payload("", 1_000_000) { Content = PayloadContent.Text });
        IReadOnlyList<Observation> observed = ((IObservingStrategy)strategy).Observe();
        Assert.InRange(observed.Single(observation => observation.Key == Observation.CompressionRatio).Value, 2, 10);
        Assert.InRange(observed.Single(observation => observation.Key == Observation.PeakWorkingSet).Value, 10, 100_000);
    }

    /// <summary>
    /// Over HTTP/1.1 what is claimed. Over HTTP/2 HttpClient gathers in buffers of its own what has not been read: half
    /// a message is allowed for that, less than any copy.
    /// </summary>
    [Theory(DisableParallelization = true)]
    [InlineData("rpc-read-all", Transport.Http, 2.05, double.MaxValue)]
    [InlineData("rpc-presized", Transport.Http, 2, 2.05)]
    [InlineData("rpc-pooled", Transport.Http, 1, 1.05)]
    [InlineData("rpc-no-copy", Transport.Http, 0, 64_000.0 / TenMegabytes)]
    [InlineData("rpc-read-all", Transport.Http2, 2.05, double.MaxValue)]
    [InlineData("rpc-presized", Transport.Http2, 2, 2.5)]
    [InlineData("rpc-pooled", Transport.Http2, 1, 1.5)]
    [InlineData("rpc-no-copy", Transport.Http2, 0, 0.5)]
    public async Task Transfer_TenMegabytes_AllocatesWhatItsNameSays(string id, string transport, double least, double most)
    {
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receivers.Connection(transport));
        long fewest = long.MaxValue;
        for (int call = 0; call < Calls || (fewest > most * TenMegabytes && call < MostCalls); call++)
        {
            // The server, in this process too, makes the message for the first call, and a client that a busy machine lets
            // fall behind has more to gather: what counts is the quietest. No copy is ever left out.
            long before = GC.GetTotalAllocatedBytes(precise: true);
            await Transfers.RunAsync(strategy, new Payload("", TenMegabytes));
            fewest = Math.Min(fewest, GC.GetTotalAllocatedBytes(precise: true) - before);
        }

        Assert.InRange((double)fewest / TenMegabytes, least, most);
    }

    private static uint ChecksumOf(PayloadContent content, int size) => s_checksums.GetOrAdd((content, size), _ => new(() =>
    {
        var crc = new Crc32C();
        crc.Append(GeneratedContent.Bytes(content, size));
        return crc.Value;
    })).Value;
}
