using FileTransfer.Strategies.Http;
using FileTransfer.Strategies.Tests.Faults;

namespace FileTransfer.Strategies.Tests.Http;

/// <summary>What every upload makes of a server that does not do its part.</summary>
public sealed class HttpUploadFaultTests(PayloadFolder folder)
{
    private const int Small = 1000;
    private const int Large = 12_345_678;
    private const string Good = """{"bytes":1000,"crc32c":null}""";
    private static readonly TimeSpan s_shortTimeout = TimeSpan.FromSeconds(1);

    public static TheoryData<string> Ids =>
        [.. StrategyCases.Delivering.Where(descriptor => Transport.IsHttp(descriptor.Transports[0]) && !descriptor.IsConcurrent).Select(descriptor => descriptor.Id)];

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_NotFound_RejectedWithStatusAndBody(string id)
    {
        TransferException exception = await FailAsync(id, Small, server =>
        {
            server.ReadBody();
            server.Answer("404 Not Found", "no such thing");
        });
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Equal("the server answered 404 'no such thing' instead of 200; is it a FileTransfer server of the same version?", exception.Message);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_RefusedAndClosedBeforeTheBodyIsSent_RejectedWithStatusAndBody(string id)
    {
        TransferException exception = await FailAsync(id, Large, server => server.Answer("413 Content Too Large", "too large"));
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Equal("the server answered 413 'too large' instead of 200; send less, or start it with a larger --max-length", exception.Message);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_ServerFails_RejectedWithWhatToDo(string id)
    {
        TransferException exception = await FailAsync(id, Small, server =>
        {
            server.ReadBody();
            server.Answer("500 Internal Server Error", "");
        });
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Equal("the server answered 500 instead of 200; it failed for a reason of its own: start it again, or try another one", exception.Message);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_RefusedAndNeverReadNorClosed_FailsInTime(string id)
    {
        TransferException exception = await FailAsync(
            id,
            Large,
            server =>
            {
                server.Answer("413 Content Too Large", "too large");
                server.Wait();
            },
            s_shortTimeout);
        // HttpClient reads no answer before it has sent everything.
        Assert.Equal(StrategyCatalog.Find(id).IsSynchronous ? TransferErrorKind.Rejected : TransferErrorKind.TimedOut, exception.Kind);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_AnswerWithoutEnd_RejectedAfterAFewBytes(string id)
    {
        const int Most = 64 << 20;
        long sent = 0;
        TransferException exception = await FailAsync(id, Small, server =>
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
    [MemberData(nameof(Ids))]
    public async Task Transfer_AnswerAByteAtATime_TimedOut(string id)
    {
        TransferException exception = await FailAsync(
            id,
            Small,
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
            s_shortTimeout);
        Assert.Equal(TransferErrorKind.TimedOut, exception.Kind);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_ServerClosesAfterEveryAnswer_TheNextGoesOverAnotherConnection(string id)
    {
        const int Transfers = 3;
        IReadOnlyList<string> before = OpenDescriptors.Now();
        // One more, because some reconnect at once.
        using (var server = new FakeHttpServer(
            server =>
            {
                server.ReadBody();
                server.Send($"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {Good.Length}\r\n\r\n{Good}");
            },
            connections: Transfers + 1))
        {
            await using ITransferStrategy strategy = await Tests.Transfers.ConnectAsync(id, server.Connection);
            Assert.Equal(Small, (await Tests.Transfers.RepeatAsync(strategy, folder.Get(Small).Payload, Transfers)).Bytes);
            Assert.InRange(server.Accepted, Transfers, Transfers + 1);
        }

        OpenDescriptors.AssertNothingLeft(before);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Connect_HostName_IsResolved(string id)
    {
        using var server = new FakeHttpServer(server =>
        {
            server.ReadBody();
            server.Answer("200 OK", Good);
        });
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, At(server.Connection, "localhost"));
        Assert.Equal(Small, (await Transfers.RunAsync(strategy, folder.Get(Small).Payload)).Bytes);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Connect_HostNameThatIsNone_ConnectFailedNamingIt(string id)
    {
        using var server = new FakeHttpServer(_ => { });
        TransferException exception = await Assert.ThrowsAsync<TransferException>(() => Transfers.ConnectAsync(id, At(server.Connection, "none.invalid")));
        Assert.Equal(TransferErrorKind.ConnectFailed, exception.Kind);
        Assert.Contains("none.invalid", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_AnswerIsNoAcknowledgement_Rejected(string id)
    {
        TransferException exception = await FailAsync(id, Small, server =>
        {
            server.ReadBody();
            server.Answer("200 OK", "<html>hello</html>");
        });
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Contains("<html>hello</html>", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_AnswerHasANegativeCount_Rejected(string id)
    {
        TransferException exception = await FailAsync(id, Small, server =>
        {
            server.ReadBody();
            server.Answer("200 OK", """{"bytes":-1,"crc32c":null}""");
        });
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_ServerClosesWithinTheBody_ConnectionLost(string id)
    {
        TransferException exception = await FailAsync(id, Large, server => server.Discard(100_000));
        Assert.Equal(TransferErrorKind.ConnectionLost, exception.Kind);
        Assert.Contains("connection lost", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_ServerClosesInsteadOfAnswering_ConnectionLost(string id)
    {
        TransferException exception = await FailAsync(id, Small, server => server.ReadBody());
        Assert.Equal(TransferErrorKind.ConnectionLost, exception.Kind);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_ServerClosesWithinItsAnswer_ConnectionLost(string id)
    {
        TransferException exception = await FailAsync(id, Small, server =>
        {
            server.ReadBody();
            server.Send("HTTP/1.1 200 OK\r\nContent-Length: 28\r\n\r\n{\"bytes\":");
        });
        Assert.Equal(TransferErrorKind.ConnectionLost, exception.Kind);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_ServerNeverAnswers_TimedOut(string id)
    {
        TransferException exception = await FailAsync(
            id,
            Small,
            server =>
            {
                server.ReadBody();
                server.Wait();
            },
            s_shortTimeout);
        Assert.Equal(TransferErrorKind.TimedOut, exception.Kind);
    }

    [Theory]
    [MemberData(nameof(Ids))]
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
    [MemberData(nameof(Ids))]
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

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Connect_NobodyListens_ConnectFailed(string id)
    {
        ConnectionOptions nobody;
        using (var server = new FakeHttpServer(_ => { }))
        {
            nobody = server.Connection;
        }

        TransferException exception = await Assert.ThrowsAsync<TransferException>(() => Transfers.ConnectAsync(id, nobody));
        Assert.Equal(TransferErrorKind.ConnectFailed, exception.Kind);
        if (!StrategyCatalog.Find(id).IsSynchronous)
        {
            Assert.Contains("1 of this sender's connections could not be opened", exception.Message, StringComparison.Ordinal);
        }

        Assert.Contains($"cannot connect to {((System.Net.EndPoint)nobody.Endpoint).ToString()!.Replace("http://", "", StringComparison.Ordinal)}", exception.Message.Replace("http://", "", StringComparison.Ordinal), StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_FileVanished_NamesTheFileAndLeavesNothingOpen(string id)
    {
        Payload payload = folder.Missing(Small);
        TransferException exception = await FailAsync(id, payload, server => server.Wait());
        Assert.Equal(TransferErrorKind.PayloadUnreadable, exception.Kind);
        Assert.Contains(payload.Path, exception.Message, StringComparison.Ordinal);
    }

    /// <summary>Both read the file while the rest of the form waits for the server.</summary>
    [Theory]
    [InlineData("http-multipart-os-pipe")]
    [InlineData("http-multipart-zero-copy")]
    public async Task Transfer_FileCutShortInTheMiddle_PayloadChanged(string id)
    {
        Payload payload = folder.Lying(Large, Large).Payload;
        using FileStream writer = new(payload.Path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
        TransferException exception = await FailAsync(id, payload, server =>
        {
            writer.SetLength(Small);
            server.ReadBody();
        });
        Assert.Equal(TransferErrorKind.PayloadChanged, exception.Kind);
        Assert.Contains($"shrank from {Large} to {Small} bytes", exception.Message, StringComparison.Ordinal);
    }

    private static ConnectionOptions At(ConnectionOptions options, string host)
    {
        var endpoint = (HttpEndPoint)options.Endpoint;
        return options with { Endpoint = new HttpEndPoint(new UriBuilder(endpoint.Address) { Host = host }.Uri, endpoint.Version) };
    }

    private Task<TransferException> FailAsync(string id, int size, Action<FakeHttpServer> script, TimeSpan? timeout = null) =>
        FailAsync(id, folder.Get(size).Payload, script, timeout);

    private static async Task<TransferException> FailAsync(string id, Payload payload, Action<FakeHttpServer> script, TimeSpan? timeout = null)
    {
        IReadOnlyList<string> before = OpenDescriptors.Now();
        TransferException exception;
        using (var server = new FakeHttpServer(script))
        {
            exception = await Failing.AgainstAsync<TransferException>(id, payload, timeout is { } limit ? server.Connection with { Timeout = limit } : server.Connection);
        }

        OpenDescriptors.AssertNothingLeft(before);
        return exception;
    }
}
