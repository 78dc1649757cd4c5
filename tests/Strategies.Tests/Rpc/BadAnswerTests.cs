using System.Buffers.Binary;
using System.Globalization;
using System.IO.Compression;
using System.Net;
using System.Text;
using FileTransfer.Strategies.Rpc;
using Google.Protobuf;

namespace FileTransfer.Strategies.Tests.Rpc;

/// <summary>What every client makes of an answer that is not the one it asked for.</summary>
public sealed class BadAnswerTests
{
    private const int Length = 1000;
    private const long Bounded = 8 << 20;

    public static TheoryData<string> Ids => [.. StrategyCases.Fetching.Select(descriptor => descriptor.Id)];

    public static TheoryData<string> TwirpIds => [.. StrategyCases.Fetching.Select(descriptor => descriptor.Id).Where(id => !IsGrpc(id))];

    public static TheoryData<string> GzipIds => [.. StrategyCases.Fetching.Select(descriptor => descriptor.Id).Where(IsGzip)];

    public static TheoryData<string> RawIds => [.. StrategyCases.Fetching.Select(descriptor => descriptor.Id).Where(id => !IsGzip(id) && !IsGrpc(id))];

    public static TheoryData<string> GrpcIds => [.. StrategyCases.Fetching.Select(descriptor => descriptor.Id).Where(IsGrpc)];

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Answer_Right_IsDelivered(string id)
    {
        Delivery delivery = await Answers.ReadAsync(id, Answers.For(id, Answers.Message(Length)), Length);
        Assert.Equal(Length, delivery.Bytes);
        Assert.NotEqual(0U, delivery.Crc32C);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Answer_CutAtEveryByte_IsRefused(string id)
    {
        byte[] message = Answers.Message(200);
        for (int end = 0; end < message.Length; end++)
        {
            RpcException exception = await Answers.RefusalAsync(id, Answers.For(id, message[..end]), 200);
            Assert.Contains(exception.Code, (string[])[RpcCode.Malformed, RpcCode.DataLoss]);
        }
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Answer_WrongWireTypeOfTheData_IsRefused(string id)
    {
        // Field 1 as a varint: Google.Protobuf takes it for an unknown field, and then there is no data.
        RpcException exception = await Answers.RefusalAsync(id, Answers.For(id, [0x08, 0x05]), Length);
        Assert.Equal(RpcCode.DataLoss, exception.Code);
        Assert.Contains("1000 bytes of data were asked for, and 0 came", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Answer_WireTypeThatDoesNotExist_IsMalformed(string id)
    {
        RpcException exception = await Answers.RefusalAsync(id, Answers.For(id, [0x0F, 0x05]), Length);
        Assert.Equal(RpcCode.Malformed, exception.Code);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Answer_LengthBeyondTheMessage_IsRefusedWithoutAllocatingIt(string id)
    {
        // Two thousand million bytes of data in a message of ten.
        byte[] message = [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 1, 2, 3, 4];
        (RpcException exception, long allocated) = Answers.MeasuredRefusal(id, Answers.For(id, message), Length);
        Assert.InRange(allocated, 0, Bounded);
        // Google.Protobuf sees the message end; what walks it itself knows at once that no field can be so long.
        Assert.Equal(id == "rpc-no-copy" ? RpcCode.ResourceExhausted : RpcCode.Malformed, exception.Code);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Answer_UnknownFields_AreSkipped(string id)
    {
        using var written = new MemoryStream();
        using (var output = new CodedOutputStream(written, leaveOpen: true))
        {
            output.WriteTag(15, WireFormat.WireType.Varint);
            output.WriteUInt64(ulong.MaxValue);
            output.WriteTag(16, WireFormat.WireType.LengthDelimited);
            output.WriteString("something that will be known one day");
            output.WriteTag(17, WireFormat.WireType.Fixed64);
            output.WriteFixed64(1);
            output.WriteTag(18, WireFormat.WireType.StartGroup);
            output.WriteTag(1, WireFormat.WireType.LengthDelimited);
            output.WriteString("no data: it is in a group");
            output.WriteTag(18, WireFormat.WireType.EndGroup);
            output.WriteTag(19, WireFormat.WireType.Fixed32);
            output.WriteFixed32(1);
        }

        byte[] unknown = written.ToArray();
        Delivery delivery = await Answers.ReadAsync(id, Answers.For(id, [.. unknown, .. Answers.Message(Length), .. unknown]), Length);
        Assert.Equal(Length, delivery.Bytes);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Answer_OfUnknownFieldsAlone_IsRefusedWithinBounds(string id)
    {
        // Empty groups: two bytes each, which Google.Protobuf would keep as objects.
        byte[] groups = new byte[1 << 20];
        for (int i = 0; i < groups.Length; i += 2)
        {
            (groups[i], groups[i + 1]) = (0x1B, 0x1C);
        }

        (RpcException exception, long allocated) = Answers.MeasuredRefusal(id, Answers.For(id, groups), 1 << 20);
        Assert.InRange(allocated, 0, 2 * Bounded);
        Assert.Equal(RpcCode.DataLoss, exception.Code);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Answer_EndOfAGroupThatHasNotBegun_IsMalformed(string id)
    {
        RpcException exception = await Answers.RefusalAsync(id, Answers.For(id, [.. Answers.Message(Length), 0x0C, 1, 2]), Length);
        Assert.Equal(RpcCode.Malformed, exception.Code);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Answer_OtherDataThanItsChecksum_IsDataLoss(string id)
    {
        byte[] message = Answers.Message(Length);
        message[500] ^= 1;
        RpcException exception = await Answers.RefusalAsync(id, Answers.For(id, message), Length);
        Assert.Equal((RpcCode.DataLoss, TransferErrorKind.Mismatch), (exception.Code, exception.Kind));
        Assert.Contains("CRC-32C", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Answer_OtherLengthThanWasAskedFor_IsDataLoss(string id)
    {
        RpcException exception = await Answers.RefusalAsync(id, Answers.For(id, Answers.Message(Length - 1)), Length);
        Assert.Equal(RpcCode.DataLoss, exception.Code);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Answer_MuchLongerThanWasAskedFor_IsResourceExhausted(string id)
    {
        RpcException exception = await Answers.RefusalAsync(id, Answers.For(id, Answers.Message(3 << 20)), Length);
        Assert.Equal((RpcCode.ResourceExhausted, TransferErrorKind.Rejected), (exception.Code, exception.Kind));
    }

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
            foreach (byte[] wrong in WrongGzip(Answers.Gzip(message)))
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
        await ReadAsync([]);
        foreach (byte[] wrong in WrongGzip(packed))
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
    public async Task Answer_LyingUncompressedLength_IsRefused(string id)
    {
        byte[] message = Answers.Message(Length);
        foreach ((long lie, string code) in ((long, string)[])[
            (message.Length - 1, RpcCode.Malformed),
            (message.Length + 1, RpcCode.DataLoss),
            (0, RpcCode.Malformed),
            (long.MaxValue, RpcCode.ResourceExhausted)])
        {
            RpcException exception = await Answers.RefusalAsync(id, Answers.Packed(Answers.Gzip(message), lie.ToString(CultureInfo.InvariantCulture)), Length);
            Assert.Equal(code, exception.Code);
        }

        RpcException none = await Answers.RefusalAsync(id, Answers.Packed(Answers.Gzip(message), "-5"), Length);
        Assert.Equal(RpcCode.Malformed, none.Code);
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

    [Theory]
    [MemberData(nameof(TwirpIds))]
    public async Task Answer_TwirpError_HasItsCode(string id)
    {
        byte[] body = Encoding.UTF8.GetBytes("""{"code":"permission_denied","msg":"thou shalt not","meta":{"a":"b"}}""");
        RpcException exception = await Answers.RefusalAsync(id, Answers.Of(RpcContract.Json, body, HttpStatusCode.Forbidden), Length);
        Assert.Equal((RpcCode.PermissionDenied, "permission_denied: the server answered 403: thou shalt not"), (exception.Code, exception.Message));
    }

    [Theory]
    [InlineData(301, RpcCode.Internal)]
    [InlineData(400, RpcCode.Internal)]
    [InlineData(401, RpcCode.Unauthenticated)]
    [InlineData(403, RpcCode.PermissionDenied)]
    [InlineData(404, RpcCode.BadRoute)]
    [InlineData(418, RpcCode.Unknown)]
    [InlineData(429, RpcCode.Unavailable)]
    [InlineData(500, RpcCode.Unknown)]
    [InlineData(503, RpcCode.Unavailable)]
    public async Task Answer_ErrorWithoutABodyOfTwirps_HasTheCodeOfItsStatus(int status, string code)
    {
        Assert.Equal(RpcCode.DataLoss, (await Answers.RefusalAsync("rpc-read-all", Answers.Of(RpcContract.Json, """{"code":"dataloss","msg":"x"}"""u8.ToArray(), (HttpStatusCode)status), Length)).Code);
        foreach (string body in (string[])["", "<html>no</html>", """{"code":"no_such_code","msg":"x"}""", "[]", "null"])
        {
            RpcException exception = await Answers.RefusalAsync("rpc-read-all", Answers.Of("text/html", Encoding.UTF8.GetBytes(body), (HttpStatusCode)status), Length);
            Assert.Equal(code, exception.Code);
            Assert.Contains(status.ToString(CultureInfo.InvariantCulture), exception.Message, StringComparison.Ordinal);
        }
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Answer_OfAnotherType_IsMalformed(string id)
    {
        RpcException exception = await Answers.RefusalAsync(id, Answers.Of("text/html", "<html>hello</html>"u8.ToArray()), Length);
        Assert.Equal(RpcCode.Malformed, exception.Code);
        Assert.Contains("text/html", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(GrpcIds))]
    public async Task Answer_CompressedMessageOfGrpc_IsUnpacked(string id)
    {
        HttpResponseMessage response = Compressed(Answers.Gzip(Answers.Message(Length)));
        response.Headers.Add("grpc-encoding", "gzip");
        Assert.Equal(Length, (await Answers.ReadAsync(id, response, Length)).Bytes);
        HttpResponseMessage bomb = Compressed(Answers.Gzip(new byte[64 << 20]));
        bomb.Headers.Add("grpc-encoding", "gzip");
        Assert.Equal(RpcCode.ResourceExhausted, (await Answers.RefusalAsync(id, bomb, Length)).Code);
        foreach (byte[] wrong in WrongGzip(Answers.Gzip(Answers.Message(Length))))
        {
            HttpResponseMessage broken = Compressed(wrong);
            broken.Headers.Add("grpc-encoding", "gzip");
            Assert.Contains((await Answers.RefusalAsync(id, broken, Length)).Code, (string[])[RpcCode.DataLoss, RpcCode.Malformed]);
        }

        HttpResponseMessage unknown = Compressed(Answers.Gzip(Answers.Message(Length)));
        unknown.Headers.Add("grpc-encoding", "snappy");
        Assert.Equal(RpcCode.Unimplemented, (await Answers.RefusalAsync(id, unknown, Length)).Code);
    }

    [Theory]
    [MemberData(nameof(GrpcIds))]
    public async Task Answer_StatusOtherThanZero_HasItsCode(string id)
    {
        HttpResponseMessage trailers = Answers.Of(RpcContract.Grpc, GrpcFrame.Of(Answers.Message(Length)));
        trailers.TrailingHeaders.Add("grpc-status", "8");
        trailers.TrailingHeaders.Add("grpc-message", "too%20much");
        RpcException exception = await Answers.RefusalAsync(id, trailers, Length);
        Assert.Equal((RpcCode.ResourceExhausted, "resource_exhausted: the server answered grpc-status 8: too much"), (exception.Code, exception.Message));

        HttpResponseMessage alone = Answers.Of(RpcContract.Grpc, []);
        alone.Headers.Add("grpc-status", "12");
        Assert.Equal(RpcCode.Unimplemented, (await Answers.RefusalAsync(id, alone, Length)).Code);

        HttpResponseMessage strange = Answers.Of(RpcContract.Grpc, []);
        strange.Headers.Add("grpc-status", "99999999999999");
        Assert.Equal(RpcCode.Unknown, (await Answers.RefusalAsync(id, strange, Length)).Code);
    }

    [Theory]
    [MemberData(nameof(GrpcIds))]
    public async Task Answer_GrpcFramingIsWrong_IsRefused(string id)
    {
        byte[] right = GrpcFrame.Of(Answers.Message(Length));
        byte[] tooLong = [.. right];
        BinaryPrimitives.WriteUInt32BigEndian(tooLong.AsSpan(1), uint.MaxValue);
        byte[] badFlag = [.. right];
        badFlag[0] = 7;
        foreach ((byte[] body, bool hasStatus, string code) in ((byte[], bool, string)[])[
            (right, false, RpcCode.DataLoss),
            (right[..3], true, RpcCode.DataLoss),
            (right[..^1], true, RpcCode.DataLoss),
            ([], true, RpcCode.Malformed),
            ([.. right, 0], true, RpcCode.Malformed),
            (tooLong, true, RpcCode.ResourceExhausted),
            (badFlag, true, RpcCode.Malformed)])
        {
            HttpResponseMessage response = Answers.Of(RpcContract.Grpc, body);
            if (hasStatus)
            {
                response.TrailingHeaders.Add("grpc-status", "0");
            }

            Assert.Equal(code, (await Answers.RefusalAsync(id, response, Length)).Code);
        }
    }

    [Theory]
    [MemberData(nameof(TwirpIds))]
    public async Task Transfer_ConnectionLostWithinTheMessage_Unavailable(string id)
    {
        byte[] body = IsGzip(id) ? Answers.Gzip(Answers.Message(100_000)) : Answers.Message(100_000);
        using var server = new Http.FakeHttpServer(server =>
        {
            server.ReadBody();
            server.Send($"HTTP/1.1 200 OK\r\nContent-Type: application/protobuf\r\n{(IsGzip(id) ? "Content-Encoding: gzip\r\n" : "")}X-Uncompressed-Length: 100011\r\nContent-Length: {body.Length}\r\n\r\n");
            server.Send(body.AsSpan(0, 50_000));
        });
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, server.Connection);
        RpcException exception = await Assert.ThrowsAsync<RpcException>(() => Transfers.RunAsync(strategy, new Payload("", 100_000)));
        Assert.Equal((RpcCode.Unavailable, TransferErrorKind.ConnectionLost), (exception.Code, exception.Kind));
    }

    [Theory]
    [MemberData(nameof(TwirpIds))]
    public async Task Transfer_ServerFallsSilentWithinTheMessage_DeadlineExceeded(string id)
    {
        byte[] body = IsGzip(id) ? Answers.Gzip(Answers.Message(100_000)) : Answers.Message(100_000);
        using var server = new Http.FakeHttpServer(server =>
        {
            server.ReadBody();
            server.Send($"HTTP/1.1 200 OK\r\nContent-Type: application/protobuf\r\n{(IsGzip(id) ? "Content-Encoding: gzip\r\n" : "")}X-Uncompressed-Length: 100011\r\nContent-Length: {body.Length}\r\n\r\n");
            server.Send(body.AsSpan(0, 50_000));
            server.Wait();
        });
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, server.Connection with { Timeout = TimeSpan.FromMilliseconds(300) });
        RpcException exception = await Assert.ThrowsAsync<RpcException>(() => Transfers.RunAsync(strategy, new Payload("", 100_000)));
        Assert.Equal((RpcCode.DeadlineExceeded, TransferErrorKind.TimedOut), (exception.Code, exception.Kind));
    }

    private static bool IsGzip(string id) => id.Contains("gzip", StringComparison.Ordinal);

    private static bool IsGrpc(string id) => id.Contains("grpc", StringComparison.Ordinal);

    /// <summary>Changed in places, cut off everywhere near the end, and with something behind it.</summary>
    private static IEnumerable<byte[]> WrongGzip(byte[] packed)
    {
        // Nothing is packed into nothing: only what follows can be wrong.
        if (packed.Length > 0)
        {
            foreach (int at in (int[])[0, 2, 12, packed.Length / 2, packed.Length - 6, packed.Length - 1])
            {
                byte[] corrupted = [.. packed];
                corrupted[at] ^= 0x55;
                yield return corrupted;
            }

            yield return packed[..2];
            yield return packed[..12];
            yield return packed[..(packed.Length / 2)];

            for (int cut = 1; cut < 20; cut++)
            {
                yield return packed[..^cut];
            }

            // The checksum and the length once more.
            yield return [.. packed, .. packed[^8..]];
        }

        yield return [.. packed, 0];
        yield return [.. packed, 0x1F];
        yield return [.. packed, 0x1F, 0x8B];
        yield return [.. packed, .. new byte[20_000]];
    }

    private static HttpResponseMessage Compressed(byte[] packed)
    {
        byte[] frame = GrpcFrame.Of(packed);
        frame[0] = 1;
        HttpResponseMessage response = Answers.Of(RpcContract.Grpc, frame);
        response.TrailingHeaders.Add("grpc-status", "0");
        return response;
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

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => ValueTask.FromResult(Read(buffer.Span));
    }
}
