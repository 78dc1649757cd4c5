using System.Globalization;
using System.IO.Compression;
using FileTransfer.Strategies.Rpc;

namespace FileTransfer.Strategies.Tests.Rpc;

/// <summary>What clients make of an answer whose compression is not as it should be.</summary>
public sealed class BadGzipAnswerTests
{
    private const int Length = 1000;
    private const int MostBesidesData = 1 << 20;
    private const long Bounded = 8 << 20;

    public static TheoryData<string> GzipIds => [.. StrategyCases.Reading.Select(descriptor => descriptor.Id).Where(Answers.IsGzip)];

    public static TheoryData<string> RawIds =>
        [.. StrategyCases.Reading.Select(descriptor => descriptor.Id).Where(id => !Answers.IsGzip(id) && !Answers.IsGrpc(id))];

    [Theory]
    [MemberData(nameof(GzipIds))]
    public void Answer_GzipBomb_IsRefusedWithinBounds(string id)
    {
        byte[] bomb = Answers.Gzip(new byte[64 << 20]);
        foreach (string? hint in (string?[])[null, "1012"])
        {
            (RpcException exception, long allocated) = Answers.MeasuredRefusal(id, Answers.Packed(bomb, hint), Length);
            Assert.InRange(allocated, 0, Bounded);
            Assert.Contains(exception.Code, (string[])[RpcCode.Malformed, RpcCode.ResourceExhausted]);
        }
    }

    [Theory]
    [MemberData(nameof(GzipIds))]
    public async Task Answer_CorruptedCutOrFollowedGzip_IsRefused(string id)
    {
        foreach (int length in (int[])[0, Length, 100_000])
        {
            byte[] message = Answers.Message(length);
            string hint = message.Length.ToString(CultureInfo.InvariantCulture);
            Assert.Equal(length, (await Answers.ReadAsync(id, Answers.Packed(Answers.Gzip(message), hint), length)).Bytes);
            foreach (byte[] wrong in Answers.WrongGzip(Answers.Gzip(message)))
            {
                RpcException exception = await Answers.RefusalAsync(id, Answers.Packed(wrong, hint), length);
                Assert.Contains(exception.Code, (string[])[RpcCode.DataLoss, RpcCode.Malformed]);
                Assert.DoesNotContain("unsupported", exception.Message, StringComparison.Ordinal);
            }
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(int.MaxValue)]
    public async Task GzipEnd_WhateverTheReadsBring_TellsWhatIsWholeFromWhatIsNot(int piece)
    {
        byte[] data = Answers.Message(Length);
        byte[] packed = Answers.Gzip(data);
        await ReadAsync(packed);
        await ReadAsync(Answers.Gzip([]));
        foreach (byte[] wrong in Answers.WrongGzip(packed))
        {
            await Assert.ThrowsAsync<InvalidDataException>(() => ReadAsync(wrong));
        }

        async Task ReadAsync(byte[] bytes)
        {
            var end = new GzipEnd(new PiecewiseStream(bytes, piece));
            await using var unpacked = new GZipStream(end, CompressionMode.Decompress);
            await unpacked.CopyToAsync(Stream.Null, TestContext.Current.CancellationToken);
            await end.RequireAsync(unpacked, new byte[2], TestContext.Current.CancellationToken);
        }
    }

    [Theory]
    [MemberData(nameof(GzipIds))]
    public void Answer_LyingUncompressedLength_IsRefused(string id)
    {
        byte[] message = Answers.Message(Length);
        foreach ((long lie, string code) in ((long, string)[])[
            (message.Length - 1, RpcCode.Malformed),
            (message.Length + 1, RpcCode.DataLoss),
            (0, RpcCode.Malformed),
            (Length + MostBesidesData + 1, RpcCode.ResourceExhausted),
            (1_500_000_000, RpcCode.ResourceExhausted),
            (long.MaxValue, RpcCode.ResourceExhausted),
            (-5, RpcCode.Malformed)])
        {
            (RpcException exception, long allocated) = Answers.MeasuredRefusal(
                id,
                Answers.Packed(Answers.Gzip(message), lie.ToString(CultureInfo.InvariantCulture)),
                Length);
            Assert.Equal(code, exception.Code);
            Assert.InRange(allocated, 0, Bounded);
        }
    }

    [Theory]
    [MemberData(nameof(GzipIds))]
    public async Task Answer_NoUncompressedLength_IsReadOrRefusedByWhatNeedsIt(string id)
    {
        HttpResponseMessage response = Answers.Packed(Answers.Gzip(Answers.Message(Length)), hint: null);
        if (id == "rpc-gzip-presized-hint")
        {
            RpcException exception = await Answers.RefusalAsync(id, response, Length);
            Assert.Contains(RpcContract.UncompressedLength, exception.Message, StringComparison.Ordinal);
            return;
        }

        Assert.Equal(Length, (await Answers.ReadAsync(id, response, Length)).Bytes);
    }

    [Theory]
    [MemberData(nameof(RawIds))]
    public async Task Answer_CompressedUnasked_IsRefused(string id)
    {
        RpcException exception = await Answers.RefusalAsync(id, Answers.Packed(Answers.Gzip(Answers.Message(Length)), "1012"), Length);
        Assert.Equal(RpcCode.Malformed, exception.Code);
    }

    [Theory]
    [MemberData(nameof(GzipIds))]
    public async Task Answer_NotCompressedAlthoughAsked_IsRefused(string id)
    {
        RpcException exception = await Answers.RefusalAsync(id, Answers.Of(RpcContract.Protobuf, Answers.Message(Length)), Length);
        Assert.Equal(RpcCode.Malformed, exception.Code);
        Assert.Contains("gzip", exception.Message, StringComparison.Ordinal);
    }

    /// <summary>Brings at most so many bytes with a read.</summary>
    private sealed class PiecewiseStream(byte[] bytes, int piece) : ReadOnlyStream
    {
        private int _position;

        public override int Read(Span<byte> buffer)
        {
            int count = Math.Min(Math.Min(buffer.Length, piece), bytes.Length - _position);
            bytes.AsSpan(_position, count).CopyTo(buffer);
            _position += count;
            return count;
        }

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            ValueTask.FromResult(Read(buffer.Span));
    }
}
