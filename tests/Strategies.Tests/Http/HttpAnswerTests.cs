using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests.Http;

/// <summary>What every upload makes of the server's answer: a refusal, one without sense or end, and those it must understand.</summary>
public sealed class HttpAnswerTests(PayloadFolder folder)
{
    private const int Small = 1000;
    private const int Large = 12_345_678;
    private const string Good = """{"bytes":1000,"crc32c":null}""";

    [Theory]
    [MemberData(nameof(HttpUploads.Ids), MemberType = typeof(HttpUploads))]
    public async Task Transfer_NotFound_RejectedWithStatusAndBody(string id)
    {
        TransferException exception = await HttpUploads.FailAsync(id, folder.Get(Small).Payload, server =>
        {
            server.ReadBody();
            server.Answer("404 Not Found", "no such thing");
        });
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Equal(
            "the server answered 404 'no such thing' instead of 200; is it a FileTransfer server of the same version?",
            exception.Message);
    }

    [Theory]
    [MemberData(nameof(HttpUploads.Ids), MemberType = typeof(HttpUploads))]
    public async Task Transfer_RefusedAndClosedBeforeTheBodyIsSent_RejectedWithStatusAndBody(string id)
    {
        TransferException exception = await HttpUploads.FailAsync(
            id,
            folder.Get(Large).Payload,
            server => server.Answer("413 Content Too Large", "too large"));
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Equal(
            "the server answered 413 'too large' instead of 200; send a smaller file, or start the server with a larger --max-length",
            exception.Message);
    }

    [Theory]
    [MemberData(nameof(HttpUploads.Ids), MemberType = typeof(HttpUploads))]
    public async Task Transfer_ServerFails_RejectedWithWhatToDo(string id)
    {
        TransferException exception = await HttpUploads.FailAsync(id, folder.Get(Small).Payload, server =>
        {
            server.ReadBody();
            server.Answer("500 Internal Server Error", "");
        });
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Equal("the server answered 500 instead of 200; the server itself failed: restart it, or use another one", exception.Message);
    }

    [Theory]
    [MemberData(nameof(HttpUploads.Ids), MemberType = typeof(HttpUploads))]
    public async Task Transfer_RefusedAndNeverReadNorClosed_FailsInTime(string id)
    {
        TransferException exception = await HttpUploads.FailAsync(
            id,
            folder.Get(Large).Payload,
            server =>
            {
                server.Answer("413 Content Too Large", "too large");
                server.Wait();
            },
            isImpatient: true);
        // HttpClient reads no answer before it has sent everything.
        Assert.Equal(StrategyCatalog.Find(id).IsSynchronous ? TransferErrorKind.Rejected : TransferErrorKind.TimedOut, exception.Kind);
    }

    [Theory]
    [MemberData(nameof(HttpUploads.Ids), MemberType = typeof(HttpUploads))]
    public async Task Transfer_AnswerWithoutEnd_RejectedAfterAFewBytes(string id)
    {
        const int Most = 64 << 20;
        long sent = 0;
        TransferException exception = await HttpUploads.FailAsync(id, folder.Get(Small).Payload, server =>
        {
            server.ReadBody();
            server.Send("HTTP/1.1 200 OK\r\n\r\n");
            byte[] blanks = new byte[64 << 10];
            blanks.AsSpan().Fill((byte)' ');
            for (; sent < Most; sent += blanks.Length)
            {
                server.Send(blanks);
            }
        });
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.True(sent < Most, "the answer was read to its end");
    }

    [Theory]
    [MemberData(nameof(HttpUploads.Ids), MemberType = typeof(HttpUploads))]
    public async Task Transfer_AnswerAByteAtATime_TimedOut(string id)
    {
        TransferException exception = await HttpUploads.FailAsync(
            id,
            folder.Get(Small).Payload,
            server =>
            {
                server.ReadBody();
                server.Send("HTTP/1.1 200 OK\r\nX-Slow: ");
                while (true)
                {
                    server.Send("a");
                    Thread.Sleep(1);
                }
            },
            isImpatient: true);
        Assert.Equal(TransferErrorKind.TimedOut, exception.Kind);
    }

    [Theory]
    [MemberData(nameof(HttpUploads.Ids), MemberType = typeof(HttpUploads))]
    public async Task Transfer_AnswerIsNoAcknowledgement_Rejected(string id)
    {
        TransferException exception = await HttpUploads.FailAsync(id, folder.Get(Small).Payload, server =>
        {
            server.ReadBody();
            server.Answer("200 OK", "<html>hello</html>");
        });
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Contains("<html>hello</html>", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(HttpUploads.Ids), MemberType = typeof(HttpUploads))]
    public async Task Transfer_AnswerHasANegativeCount_Rejected(string id)
    {
        TransferException exception = await HttpUploads.FailAsync(id, folder.Get(Small).Payload, server =>
        {
            server.ReadBody();
            server.Answer("200 OK", """{"bytes":-1,"crc32c":null}""");
        });
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
    }

    [Theory]
    [MemberData(nameof(HttpUploads.Ids), MemberType = typeof(HttpUploads))]
    public async Task Transfer_ServerClosesWithinItsAnswer_ConnectionLost(string id)
    {
        TransferException exception = await HttpUploads.FailAsync(id, folder.Get(Small).Payload, server =>
        {
            server.ReadBody();
            server.Send("HTTP/1.1 200 OK\r\nContent-Length: 28\r\n\r\n{\"bytes\":");
        });
        Assert.Equal(TransferErrorKind.ConnectionLost, exception.Kind);
    }

    [Theory]
    [MemberData(nameof(HttpUploads.Ids), MemberType = typeof(HttpUploads))]
    public async Task Transfer_InterimAndChunkedAnswer_IsRead(string id)
    {
        using var server = new FakeHttpServer(server =>
        {
            server.ReadBody();
            server.Send("HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n");
            server.Send("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
            foreach (char[] part in Good.Chunk(5))
            {
                server.Send($"{part.Length:x};name=value\r\n{new string(part)}\r\n");
            }

            server.Send("0\r\nTrailer: yes\r\n\r\n");
            server.Wait();
        });
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, server.Connection);
        Assert.Equal(Small, (await Transfers.RunAsync(strategy, folder.Get(Small).Payload)).Bytes);
    }

    [Theory]
    [MemberData(nameof(HttpUploads.Ids), MemberType = typeof(HttpUploads))]
    public async Task Transfer_ServerConfirmsLess_ThatIsWhatIsReturned(string id)
    {
        using var server = new FakeHttpServer(server =>
        {
            server.ReadBody();
            server.Answer("200 OK", """{"bytes":999,"crc32c":"000000ff"}""");
            server.Wait();
        });
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, server.Connection);
        Delivery delivery = await Transfers.RunAsync(strategy, folder.Get(Small).Payload);
        Assert.Equal(999, delivery.Bytes);
        Assert.Equal(255u, delivery.Crc32C);
    }
}
