using System.Globalization;
using FileTransfer.Server.Tests.Http;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Rpc;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using RpcException = Grpc.Core.RpcException;

namespace FileTransfer.Server.Tests.Rpc;

/// <summary>The service by Grpc.AspNetCore, called by a generated client as it comes.</summary>
public sealed class GrpcPayloadsServiceTests(HttpServerFixture server) : IClassFixture<HttpServerFixture>
{
    private const int Size = 300_000;
    private const int DefaultMostMessage = 4 << 20;

    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    public static TheoryData<string> Transports => ["http2", "https2"];

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [MemberData(nameof(Transports))]
    public async Task Fetch_OfAnyLength_AnswersDataAndChecksum(string transport)
    {
        using GrpcChannel channel = Channel(transport);
        var client = new GrpcPayloads.GrpcPayloadsClient(channel);
        foreach (int size in (int[])[0, 1, 127, 128, Size])
        {
            FetchResponse response = await client.FetchAsync(new FetchRequest { Length = size }, Options());
            Assert.Equal(size, response.Data.Length);
            Assert.Equal(ChecksumOf(response.Data), response.Crc32C);
        }
    }

    [Theory]
    [InlineData("http2", 0, 1000, 1)]
    [InlineData("http2", 1, 1000, 1)]
    [InlineData("http2", 999, 1000, 1)]
    [InlineData("http2", 1000, 1000, 1)]
    [InlineData("http2", 1001, 1000, 2)]
    [InlineData("http2", 3_000_000, 65_536, 46)]
    [InlineData("https2", 3_000_000, 1 << 20, 3)]
    public async Task FetchStream_OfAnyLength_EndsWithTheChecksumInTheLastChunkAlone(string transport, int size, int chunkLength, int count)
    {
        using GrpcChannel channel = Channel(transport);
        var client = new GrpcPayloads.GrpcPayloadsClient(channel);
        FetchResponse whole = await client.FetchAsync(new FetchRequest { Length = size, Compressible = true }, Options());
        var request = new FetchRequest { Length = size, Compressible = true, ChunkLength = chunkLength };
        using AsyncServerStreamingCall<FetchChunk> call = client.FetchStream(request, Options());
        List<FetchChunk> chunks = [];
        await foreach (FetchChunk chunk in call.ResponseStream.ReadAllAsync(Cancellation))
        {
            chunks.Add(chunk);
        }

        Assert.Equal(count, chunks.Count);
        Assert.All(chunks.SkipLast(1), chunk => Assert.Equal((chunkLength, false), (chunk.Data.Length, chunk.HasCrc32C)));
        Assert.Equal((true, whole.Crc32C), (chunks[^1].HasCrc32C, chunks[^1].Crc32C));
        Assert.Equal(whole.Data, ByteString.CopyFrom([.. chunks.SelectMany(chunk => chunk.Data)]));
    }

    [Fact]
    public async Task Fetch_BothWays_AreCounted()
    {
        using GrpcChannel channel = Channel("http2");
        var client = new GrpcPayloads.GrpcPayloadsClient(channel);
        ReceiverStats before = server["http2"].Stats;
        await client.FetchAsync(new FetchRequest { Length = Size }, Options());
        await ReadAllAsync(client, Size);
        ReceiverStats after = server["http2"].Stats;
        Assert.Equal((before.Frames + 2, before.Bytes + (2 * Size)), (after.Frames, after.Bytes));
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(RpcContract.LongestData + 1)]
    public async Task Fetch_ImpossibleLength_InvalidArgument(long length)
    {
        using GrpcChannel channel = Channel("http2");
        var client = new GrpcPayloads.GrpcPayloadsClient(channel);
        var request = new FetchRequest { Length = length, ChunkLength = 1000 };
        RpcException unary = await Assert.ThrowsAsync<RpcException>(() => client.FetchAsync(request, Options()).ResponseAsync);
        using AsyncServerStreamingCall<FetchChunk> call = client.FetchStream(request, Options());
        RpcException streamed = await Assert.ThrowsAsync<RpcException>(() => call.ResponseStream.MoveNext(Cancellation));
        string words = $"length {length} is not between 0 and {RpcContract.LongestData}";
        Assert.Equal((StatusCode.InvalidArgument, words), (unary.StatusCode, unary.Status.Detail));
        Assert.Equal((StatusCode.InvalidArgument, words), (streamed.StatusCode, streamed.Status.Detail));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(RpcContract.LongestChunk + 1)]
    public async Task FetchStream_ImpossibleChunk_InvalidArgument(int chunkLength)
    {
        using GrpcChannel channel = Channel("http2");
        var request = new FetchRequest { Length = Size, ChunkLength = chunkLength };
        using AsyncServerStreamingCall<FetchChunk> call = new GrpcPayloads.GrpcPayloadsClient(channel).FetchStream(request, Options());
        RpcException exception = await Assert.ThrowsAsync<RpcException>(() => call.ResponseStream.MoveNext(Cancellation));
        string words = $"chunk_length {chunkLength} is not between 1 and {RpcContract.LongestChunk}";
        Assert.Equal((StatusCode.InvalidArgument, words), (exception.StatusCode, exception.Status.Detail));
    }

    [Fact]
    public async Task Fetch_LongerThanTheClientTakes_ResourceExhausted()
    {
        using GrpcChannel channel = Channel("http2");
        var client = new GrpcPayloads.GrpcPayloadsClient(channel);
        var request = new FetchRequest { Length = DefaultMostMessage };
        RpcException exception = await Assert.ThrowsAsync<RpcException>(() => client.FetchAsync(request, Options()).ResponseAsync);
        Assert.Equal(StatusCode.ResourceExhausted, exception.StatusCode);
        // In chunks it takes any length.
        Assert.Equal(DefaultMostMessage, await ReadAllAsync(client, DefaultMostMessage));
    }

    [Fact]
    public async Task Fetch_RequestThatIsTooLong_ResourceExhausted()
    {
        // A right one, but for its length: padded with a field that is not known.
        using var padded = new MemoryStream();
        using (var output = new CodedOutputStream(padded, leaveOpen: true))
        {
            output.WriteTag(15, WireFormat.WireType.LengthDelimited);
            output.WriteBytes(ByteString.CopyFrom(new byte[1 << 20]));
        }

        using GrpcChannel channel = Channel("http2");
        var client = new GrpcPayloads.GrpcPayloadsClient(channel);
        FetchRequest request = FetchRequest.Parser.ParseFrom(padded.ToArray());
        RpcException exception = await Assert.ThrowsAsync<RpcException>(() => client.FetchAsync(request, Options()).ResponseAsync);
        Assert.Equal(StatusCode.ResourceExhausted, exception.StatusCode);
    }

    /// <summary>Longer than everything between both ends holds: the server cannot have sent the last chunk.</summary>
    [Fact]
    public async Task FetchStream_Cancelled_IsNotCountedAndTheServerLivesOn()
    {
        using GrpcChannel channel = Channel("http2");
        var client = new GrpcPayloads.GrpcPayloadsClient(channel);
        ReceiverStats before = server["http2"].Stats;
        var hundredMegabytes = new FetchRequest { Length = 100 << 20, ChunkLength = 64 << 10 };
        using (AsyncServerStreamingCall<FetchChunk> call = client.FetchStream(hundredMegabytes, Options()))
        {
            Assert.True(await call.ResponseStream.MoveNext(Cancellation));
        }

        Assert.Equal(Size, await ReadAllAsync(client, Size));
        ReceiverStats after = server["http2"].Stats;
        Assert.Equal((before.Frames + 1, before.Bytes + Size), (after.Frames, after.Bytes));
    }

    private static CallOptions Options() => new(deadline: DateTime.UtcNow + s_limit, cancellationToken: Cancellation);

    private static uint ChecksumOf(ByteString data) =>
        uint.Parse(BitwiseCrc32C.FieldOf(data.ToByteArray())[8..], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);

    private static async Task<long> ReadAllAsync(GrpcPayloads.GrpcPayloadsClient client, int size)
    {
        var request = new FetchRequest { Length = size, ChunkLength = 64 << 10 };
        using AsyncServerStreamingCall<FetchChunk> call = client.FetchStream(request, Options());
        long length = 0;
        await foreach (FetchChunk chunk in call.ResponseStream.ReadAllAsync(Cancellation))
        {
            length += chunk.Data.Length;
        }

        return length;
    }

    private GrpcChannel Channel(string transport)
    {
        HttpClient client = server.Client(transport);
        return GrpcChannel.ForAddress(client.BaseAddress!, new GrpcChannelOptions { HttpClient = client, DisposeHttpClient = true });
    }
}
