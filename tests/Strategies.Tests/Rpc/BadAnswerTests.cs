using System.Globalization;
using System.Net;
using System.Text;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Rpc;
using FileTransfer.Strategies.Tests.Faults;
using Google.Protobuf;

namespace FileTransfer.Strategies.Tests.Rpc;

/// <summary>What every client makes of an answer that is not the one it asked for.</summary>
public sealed class BadAnswerTests
{
    private const int Length = 1000;
    private const long Bounded = 8 << 20;

    public static TheoryData<string> Ids => [.. StrategyCases.Reading.Select(descriptor => descriptor.Id)];

    public static TheoryData<string> TwirpIds =>
        [.. StrategyCases.Reading.Select(descriptor => descriptor.Id).Where(id => !Answers.IsGrpc(id))];

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
    [MemberData(nameof(TwirpIds))]
    public async Task Answer_TwirpError_HasItsCode(string id)
    {
        byte[] body = Encoding.UTF8.GetBytes("""{"code":"permission_denied","msg":"thou shalt not","meta":{"a":"b"}}""");
        RpcException exception = await Answers.RefusalAsync(id, Answers.Of(RpcContract.Json, body, HttpStatusCode.Forbidden), Length);
        Assert.Equal(
            (RpcCode.PermissionDenied, "permission_denied: the server answered 403: thou shalt not"),
            (exception.Code, exception.Message));
    }

    [Theory]
    [MemberData(nameof(TwirpIds))]
    public async Task Answer_TwirpErrorOfManyWords_IsShortenedAndHasNoControlCharacters(string id)
    {
        byte[] body = Encoding.UTF8.GetBytes(
            $$"""{"code":"permission_denied","msg":"a\nb | c\u001b[31mred {{new string('Z', 50_000)}}"}""");
        RpcException exception = await Answers.RefusalAsync(id, Answers.Of(RpcContract.Json, body, HttpStatusCode.Forbidden), Length);
        Assert.StartsWith("permission_denied: the server answered 403: a b | c [31mred ZZZ", exception.Message, StringComparison.Ordinal);
        Assert.InRange(exception.Message.Length, 200, 300);
        RpcException without = await Answers.RefusalAsync(
            id,
            Answers.Of(RpcContract.Json, """{"code":"permission_denied"}"""u8.ToArray(), HttpStatusCode.Forbidden),
            Length);
        Assert.Equal(RpcCode.PermissionDenied, without.Code);
    }

    [Theory]
    [MemberData(nameof(TwirpIds))]
    public void Answer_ErrorOfMegabytes_IsReadNoFurtherThanAnErrorGoes(string id)
    {
        byte[] body = Encoding.UTF8.GetBytes($$"""{"code":"permission_denied","msg":"{{new string('Z', 8 << 20)}}"}""");
        (RpcException exception, long allocated) = Answers.MeasuredRefusal(
            id,
            Answers.Of(RpcContract.Json, body, HttpStatusCode.InternalServerError),
            Length);
        Assert.InRange(allocated, 0, 1 << 20);
        // Cut off, it is no error of Twirp's any more.
        Assert.Equal(RpcCode.Unknown, exception.Code);
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
        Assert.Equal(RpcCode.DataLoss, (await Answers.RefusalAsync(
            "rpc-read-all",
            Answers.Of(RpcContract.Json, """{"code":"dataloss","msg":"x"}"""u8.ToArray(), (HttpStatusCode)status),
            Length)).Code);
        foreach (string body in (string[])["", "<html>no</html>", """{"code":"no_such_code","msg":"x"}""", "[]", "null"])
        {
            RpcException exception = await Answers.RefusalAsync(
                "rpc-read-all",
                Answers.Of("text/html", Encoding.UTF8.GetBytes(body), (HttpStatusCode)status),
                Length);
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
    [MemberData(nameof(TwirpIds))]
    public async Task Transfer_ConnectionLostWithinTheMessage_Unavailable(string id)
    {
        using var server = new Http.FakeHttpServer(server => AnswerHalf(server, id));
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, server.Connection);
        RpcException exception = await Assert.ThrowsAsync<RpcException>(() => Transfers.RunAsync(strategy, new Payload("", 100_000)));
        Assert.Equal((RpcCode.Unavailable, TransferErrorKind.ConnectionLost), (exception.Code, exception.Kind));
    }

    [Theory]
    [MemberData(nameof(TwirpIds))]
    public async Task Transfer_ServerFallsSilentWithinTheMessage_DeadlineExceeded(string id)
    {
        using var server = new Http.FakeHttpServer(server =>
        {
            AnswerHalf(server, id);
            server.Wait();
        });
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, server.Connection.Impatient());
        RpcException exception = await Assert.ThrowsAsync<RpcException>(() => Transfers.RunAsync(strategy, new Payload("", 100_000)));
        Assert.Equal((RpcCode.DeadlineExceeded, TransferErrorKind.TimedOut), (exception.Code, exception.Kind));
    }

    /// <summary>A read that waits ends when its answer is closed, and may end as if the message did: that is no damaged message.</summary>
    [Theory]
    [InlineData("rpc-stream-parse")]
    [InlineData("rpc-gzip-stream")]
    public async Task Answer_ClosedByItsDeadline_IsCancelledAndNoDataLoss(string id)
    {
        using HttpResponseMessage response = Answers.For(id, Answers.Message(Length));
        long? announced = response.Content.Headers.ContentLength;
        HttpContent whole = response.Content;
        using var silent = new SilentStream();
        response.Content = new StreamContent(silent);
        foreach ((string name, IEnumerable<string> values) in whole.Headers)
        {
            response.Content.Headers.TryAddWithoutValidation(name, values);
        }

        response.Content.Headers.ContentLength = announced;
        whole.Dispose();
        await using RpcFetch strategy = Answers.Client(id);
        using var deadline = new CancellationTokenSource();
        Task<Delivery> reading = Task.Run(
            () => strategy.ReadAnswerAsync(response, Length, deadline.Token).AsTask(),
            TestContext.Current.CancellationToken);
        await silent.Waiting.WaitAsync(TimeSpan.FromMinutes(1), TestContext.Current.CancellationToken);
        await deadline.CancelAsync();

        OperationCanceledException exception = await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => reading.WaitAsync(TimeSpan.FromMinutes(1), TestContext.Current.CancellationToken));
        Assert.Null(exception.InnerException);
    }

    /// <summary>Answers with the first half of a message of 100,000 bytes.</summary>
    private static void AnswerHalf(Http.FakeHttpServer server, string id)
    {
        byte[] body = Answers.IsGzip(id) ? Answers.Gzip(Answers.Message(100_000)) : Answers.Message(100_000);
        server.ReadBody();
        server.Send(
            "HTTP/1.1 200 OK\r\nContent-Type: application/protobuf\r\n"
            + $"{(Answers.IsGzip(id) ? "Content-Encoding: gzip\r\n" : "")}X-Uncompressed-Length: "
            + $"100011\r\nContent-Length: {body.Length}\r\n\r\n");
        server.Send(body.AsSpan(0, 50_000));
    }
}
