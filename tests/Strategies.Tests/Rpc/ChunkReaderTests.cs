using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Rpc;
using FileTransfer.Strategies.Wire;
using Google.Protobuf;
using Grpc.Core;

using RpcException = FileTransfer.Strategies.Rpc.RpcException;

namespace FileTransfer.Strategies.Tests.Rpc;

/// <summary>What becomes of a stream of chunks that is not the one that was asked for.</summary>
public sealed class ChunkReaderTests
{
    private const int Length = 1000;

    private static readonly byte[] s_data = GeneratedContent.Bytes(PayloadContent.Random, Length);

    private static uint Checksum
    {
        get
        {
            var crc = new Crc32C();
            crc.Append(s_data);
            return crc.Value;
        }
    }

    [Fact]
    public async Task Read_Right_IsDelivered()
    {
        Delivery delivery = await ReadAsync(Length, Chunk(0, 400), Chunk(400, 800), Chunk(800, Length, Checksum));
        Assert.Equal((Length, Checksum), (delivery.Bytes, delivery.Crc32C));
        // Nothing is one chunk without data.
        Assert.Equal(0, (await ReadAsync(0, Chunk(0, 0, 0))).Bytes);
    }

    [Fact]
    public Task Read_LastChunkMissing_IsDataLoss() =>
        AssertRefusedAsync(RpcCode.DataLoss, "ended without its last chunk", Chunk(0, 400), Chunk(400, Length));

    [Fact]
    public Task Read_Nothing_IsDataLoss() => AssertRefusedAsync(RpcCode.DataLoss, "ended without its last chunk");

    [Fact]
    public Task Read_ChunkLeftOut_IsDataLoss() =>
        AssertRefusedAsync(RpcCode.DataLoss, "1000 bytes of data were asked for, and 600", Chunk(0, 400), Chunk(800, Length, Checksum));

    [Fact]
    public Task Read_ChunksInAnotherOrder_IsDataLoss() =>
        AssertRefusedAsync(RpcCode.DataLoss, "CRC-32C", Chunk(400, 800), Chunk(0, 400), Chunk(800, Length, Checksum));

    [Fact]
    public Task Read_OtherChecksum_IsDataLoss() =>
        AssertRefusedAsync(RpcCode.DataLoss, "CRC-32C", Chunk(0, 400), Chunk(400, Length, Checksum ^ 1));

    [Fact]
    public Task Read_ChunkBehindTheLast_IsMalformed() =>
        AssertRefusedAsync(RpcCode.Malformed, "behind the last one", Chunk(0, Length, Checksum), Chunk(0, 0));

    [Fact]
    public async Task Read_MoreThanWasAskedFor_IsReadNoFurther()
    {
        var endless = new Chunks(Enumerable.Repeat(Chunk(0, 400), 100));
        RpcException exception = await Assert.ThrowsAsync<RpcException>(() => ReadAsync(endless, Length));
        Assert.Equal((RpcCode.DataLoss, TransferErrorKind.Mismatch), (exception.Code, exception.Kind));
        Assert.Equal(3, endless.Taken);
    }

    private static FetchChunk Chunk(int from, int to, uint? checksum = null)
    {
        var chunk = new FetchChunk { Data = UnsafeByteOperations.UnsafeWrap(s_data.AsMemory(from..to)) };
        if (checksum is { } sum)
        {
            chunk.Crc32C = sum;
        }

        return chunk;
    }

    private static async Task AssertRefusedAsync(string code, string words, params FetchChunk[] chunks)
    {
        RpcException exception = await Assert.ThrowsAsync<RpcException>(() => ReadAsync(Length, chunks));
        Assert.Equal((code, TransferErrorKind.Mismatch), (exception.Code, exception.Kind));
        Assert.Contains(words, exception.Message, StringComparison.Ordinal);
    }

    private static Task<Delivery> ReadAsync(long length, params FetchChunk[] chunks) => ReadAsync(new Chunks(chunks), length);

    private static async Task<Delivery> ReadAsync(Chunks chunks, long length)
    {
        FetchedField field = await ChunkReader.ReadAsync(chunks, length, isVerifying: true, CancellationToken.None);
        return field.Confirm(length, isVerifying: true, responded: 0);
    }

    /// <summary>Chunks that are there at once.</summary>
    private sealed class Chunks(IEnumerable<FetchChunk> chunks) : IAsyncStreamReader<FetchChunk>
    {
        private readonly IEnumerator<FetchChunk> _chunks = chunks.GetEnumerator();

        public int Taken { get; private set; }

        public FetchChunk Current => _chunks.Current;

        public Task<bool> MoveNext(CancellationToken cancellationToken)
        {
            bool isThere = _chunks.MoveNext();
            Taken += isThere ? 1 : 0;
            return Task.FromResult(isThere);
        }
    }
}
