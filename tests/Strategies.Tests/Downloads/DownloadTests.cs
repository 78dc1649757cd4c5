using System.Diagnostics;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Downloads;

namespace FileTransfer.Strategies.Tests.Downloads;

/// <summary>Every client fetches every byte of a file, in every way of serving, from the real server.</summary>
public sealed class DownloadTests(LiveReceivers receivers, PayloadFolder folder)
{
    private const int Middle = 100_000;

    private static readonly int[] s_sizes = [0, 1, 1000, 4097, 16_384, 16_385, 65_537, 3_000_000];

    public static TheoryData<string, string> Cases =>
        [.. StrategyCases.OverTransports(StrategyCases.Downloading)];

    public static TheoryData<string> Ids => [.. StrategyCases.Downloading.Select(descriptor => descriptor.Id)];

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Transfer_EverySize_BringsTheFile(string id, string transport)
    {
        // A window that never runs dry: dotnet/aspnetcore#53736, one answer of Kestrel's in tens of thousands is never sent otherwise.
        var window = new HttpOptions { Http2Window = 16 << 20 };
        await using ITransferStrategy verifying = await Transfers.ConnectAsync(
            id,
            receivers.Connection($"{transport}-verify") with { Http = window });
        await using ITransferStrategy counting = await Transfers.ConnectAsync(id, receivers.Connection(transport) with { Http = window });
        foreach (int size in s_sizes)
        {
            TestPayload file = folder.Get(size);
            long start = Stopwatch.GetTimestamp();
            Delivery verified = await Transfers.RunAsync(verifying, file.Payload);
            Assert.Equal((size, file.Crc32C), (verified.Bytes, verified.Crc32C));
            Assert.InRange(verified.SendReturnedTimestamp, start, Stopwatch.GetTimestamp());
            Delivery counted = await Transfers.RunAsync(counting, file.Payload);
            Assert.Equal(size, counted.Bytes);
            // By chance it was checked.
            Assert.Equal(counted.Crc32C == 0 ? 0 : file.Crc32C, counted.Crc32C);
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
        // A connection that only a client knows of is counted when the server has accepted it.
        await Transfers.RunAsync(strategy, folder.Get(Middle).Payload);
        (long frames, long bytes, long connections) = receivers.CountsOf(transport);
        await Transfers.RepeatAsync(strategy, folder.Get(Middle).Payload, Calls);
        Assert.Equal((frames + Calls, bytes + (Calls * (long)Middle), connections), receivers.CountsOf(transport));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_NamesOfEveryKind_AreFound(string id)
    {
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receivers.ConnectionFor(id, verifies: true));
        foreach (string name in (string[])["plain", "with space", "100%", "a%2fb", "ümlaut", "q?a=b#c", "\"quoted\" & <b>", "+", "~a"])
        {
            TestPayload file = folder.Named($"{name} {id}");
            Delivery delivery = await Transfers.RunAsync(strategy, file.Payload);
            Assert.Equal((file.Payload.Length, file.Crc32C), (delivery.Bytes, delivery.Crc32C));
        }
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_NoSuchFile_SaysHowToServeIt(string id)
    {
        TransferException exception = await FailAsync(id, folder.Missing(1000));
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        // Framed answers have a status and no words.
        string words = id.StartsWith("fetch-", StringComparison.Ordinal) ? "" : " '{\"error\":\"there is no such file\"}'";
        Assert.Equal(
            $"the server answered 404{words} instead of 200; the server must be started with --files and the folder of the file",
            exception.Message);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_FileOfAnotherLength_SaysBoth(string id)
    {
        TransferException exception = await FailAsync(id, folder.Lying(announced: 1001, onDisk: 1000).Payload);
        Assert.Equal(TransferErrorKind.Mismatch, exception.Kind);
        Assert.StartsWith("the server announced 1000 bytes, but the file has 1001", exception.Message, StringComparison.Ordinal);
    }

    /// <summary>Of the client that is held against servers, nothing but the server's work may be in the time.</summary>
    [Theory(DisableParallelization = true)]
    [InlineData("serve-file-sender", 0)]
    [InlineData("serve-file-sender", 1000)]
    [InlineData("serve-file-sender", 1_000_000)]
    [InlineData("fetch-file-sender", 1000)]
    [InlineData("fetch-file-sender", 1_000_000)]
    public async Task Drain_ManyTimes_AllocatesNothing(string id, int size)
    {
        const int Calls = 50;
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receivers.ConnectionFor(id));
        Payload payload = folder.Get(size).Payload;
        var drain = (ISyncTransferStrategy)strategy;
        long fewest = long.MaxValue;
        for (int round = 0; round < 4; round++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < Calls; i++)
            {
                drain.Transfer(payload);
            }

            fewest = Math.Min(fewest, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        Assert.Equal(0, fewest);
    }

    [Fact]
    public void Descriptors_NameWhatServesAndWhatReads()
    {
        Assert.All(StrategyCases.Downloading, descriptor =>
        {
            StrategyDimensions dimensions = descriptor.Dimensions;
            string reader = dimensions.Reader is "get-drain" or "fetch-drain" ? "" : $"-{dimensions.Reader}";
            string verb = dimensions.Reader == "fetch-drain" ? "fetch" : "serve";
            Assert.Equal($"{verb}-{dimensions.Serving}{reader}", descriptor.Id);
            Assert.Contains(dimensions.Serving, ServingWay.All.Select(way => way.Name));
        });
        Assert.Equal(
            [.. ServingWay.All.Select(way => $"serve-{way.Name}"), .. ServingWay.OnSockets.Select(way => $"fetch-{way.Name}")],
            StrategyCases.Downloading.Where(descriptor => descriptor.IsSynchronous).Select(descriptor => descriptor.Id));
    }

    private async Task<TransferException> FailAsync(string id, Payload payload)
    {
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receivers.ConnectionFor(id));
        return await Assert.ThrowsAnyAsync<TransferException>(() => Transfers.RunAsync(strategy, payload));
    }
}
