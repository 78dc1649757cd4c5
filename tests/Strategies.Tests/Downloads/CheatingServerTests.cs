using System.Globalization;
using System.IO.Compression;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Tests.Http;

namespace FileTransfer.Strategies.Tests.Downloads;

/// <summary>Every client refuses a response that is not the whole file as it is, whatever a server makes of it.</summary>
/// <remarks>What only the checksum tells, the harness finds: DownloadSabotageTests.</remarks>
public sealed class CheatingServerTests(PayloadFolder folder)
{
    private const int Size = 1000;
    private const string Ok = "HTTP/1.1 200 OK\r\n";
    private const string Part = "HTTP/1.1 206 Partial Content\r\n";

    private static readonly TimeSpan s_short = TimeSpan.FromMilliseconds(500);

    /// <summary>One client of each kind.</summary>
    private static readonly string[] s_ids = ["serve-copy", "serve-copy-get-stream", "serve-send-file-async-get-copy-to"];

    /// <summary>Head of the response, number of bytes behind it, and what the client must say.</summary>
    private static readonly (string Head, int Bytes, string Message)[] s_cheats =
    [
        // Something else than the file.
        ("HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n", 0, "answered 304 .*no condition was set"),
        ($"{Part}Content-Length: 1000\r\nContent-Range: bytes 0-999/1000\r\n", 1000, "answered 206 .*no range was asked for"),
        ($"{Part}Content-Length: 500\r\nContent-Range: bytes 0-499/1000\r\n", 500, "answered 206"),
        ("HTTP/1.1 204 No Content\r\n", 0, "answered 204"),
        ("HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n", 0, "answered 302"),
        ("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n", 4, "answered 404 'xxxx' .*--files"),
        ("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n", 0, "answered 500 .*restart it"),
        ("HTTP/1.1 203 Non-Authoritative Information\r\nContent-Length: 1000\r\n", 1000, "answered 203"),
        // Another length.
        ($"{Ok}Content-Length: 999\r\n", 999, "announced 999 bytes, but the file has 1000"),
        ($"{Ok}Content-Length: 1001\r\n", 1001, "announced 1001 bytes, but the file has 1000"),
        ($"{Ok}Content-Length: 0\r\n", 0, "announced 0 bytes, but the file has 1000"),
        ($"{Ok}Content-Length: 99999999999\r\n", 0, "announced 99999999999 bytes"),
        ($"{Ok}Connection: close\r\n", 1000, "did not announce the length"),
        ($"{Ok}Content-Length: 1000\r\nContent-Encoding: gzip\r\n", 1000, "content encoding 'gzip', which was not asked for"),
        ($"{Ok}Content-Length: 1000\r\nContent-Encoding: br\r\n", 1000, "content encoding 'br'"),
        ($"{Ok}Content-Length: 1000\r\nContent-Encoding: identity, gzip\r\n", 1000, "content encoding 'identity, gzip'"),
        ($"{Ok}Content-Length: 1000\r\nContent-Range: bytes 0-999/5000\r\n", 1000, "a Content-Range with status 200"),
        // A body that ends early; the fake server closes the connection behind it.
        ($"{Ok}Content-Length: 1000\r\n", 999, "(closed the connection before the file was complete|connection lost)"),
        ($"{Ok}Content-Length: 1000\r\n", 0, "(closed the connection before the file was complete|connection lost)"),
    ];

    /// <summary>What is no response at all, or one without end: HttpClient and the client of our own say so in other words.</summary>
    private static readonly string[] s_malformed =
    [
        "",
        "\r\n\r\n",
        "hello\r\n\r\n",
        "HTTP/1.1\r\n\r\n",
        "HTTP/1.1 20 OK\r\nContent-Length: 1000\r\n\r\n",
        "HTTP/1.1 abc OK\r\nContent-Length: 1000\r\n\r\n",
        "SSH-2.0-OpenSSH_9.2\r\n\r\n",
        $"{Ok}Content-Length: -1\r\n\r\n",
        $"{Ok}Content-Length: thousand\r\n\r\n",
        $"{Ok}Content-Length: 1000",
        $"{Ok}A: {new string('a', 100_000)}\r\n\r\n",
    ];

    public static TheoryData<string, string, int, string> Cheats =>
        [.. from id in s_ids from cheat in s_cheats select (id, cheat.Head, cheat.Bytes, cheat.Message)];

    public static TheoryData<string, string> Malformed => [.. from id in s_ids from bytes in s_malformed select (id, bytes)];

    public static TheoryData<string> Ids => [.. s_ids];

    [Theory]
    [MemberData(nameof(Cheats))]
    public async Task Response_ThatIsNotTheFile_IsRefused(string id, string head, int bytes, string message)
    {
        TransferException exception = await FailAsync(id, server => server.Send($"{head}\r\n{new string('x', bytes)}"));
        Assert.Contains(
            exception.Kind,
            (TransferErrorKind[])[TransferErrorKind.Rejected, TransferErrorKind.Mismatch, TransferErrorKind.ConnectionLost]);
        Assert.Matches(message, exception.Message);
        Assert.InRange(exception.Message.Length, 1, 400);
    }

    [Theory]
    [MemberData(nameof(Malformed))]
    public async Task Response_Malformed_IsRefused(string id, string bytes)
    {
        TransferException exception = await FailAsync(id, server => server.Send(bytes));
        Assert.Contains(
            exception.Kind,
            (TransferErrorKind[])[TransferErrorKind.Rejected, TransferErrorKind.Mismatch, TransferErrorKind.ConnectionLost]);
        Assert.InRange(exception.Message.Length, 1, 400);
    }

    /// <summary>A chunked body tells its end but not beforehand, and a proxy that cuts it off could add the end.</summary>
    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Response_InChunks_IsRefused(string id)
    {
        TransferException exception = await FailAsync(
            id,
            server => server.Send($"{Ok}Transfer-Encoding: chunked\r\n\r\n3e8\r\n{new string('x', Size)}\r\n0\r\n\r\n"));
        Assert.Contains("did not announce the length", exception.Message, StringComparison.Ordinal);
    }

    /// <summary>The compressed twin of a file can have any length, that of the file too: the encoding tells, or the checksum.</summary>
    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Response_CompressedTwin_IsRefusedOrHasAnotherChecksum(string id)
    {
        TestPayload file = folder.Get(Size);
        byte[] content = await File.ReadAllBytesAsync(file.Payload.Path, TestContext.Current.CancellationToken);
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Optimal, leaveOpen: true))
        {
            gzip.Write(content.AsSpan(0, 900));
        }

        byte[] twin = packed.ToArray();
        Array.Resize(ref twin, Size);
        foreach (bool isSaid in (bool[])[true, false])
        {
            using var server = new FakeHttpServer(server =>
            {
                server.Send($"{Ok}{(isSaid ? "Content-Encoding: gzip\r\n" : "")}Content-Length: {Size}\r\n\r\n");
                server.Send(twin);
                server.Wait();
            });
            await using ITransferStrategy strategy = await ConnectAsync(id, server);
            if (isSaid)
            {
                await Assert.ThrowsAnyAsync<TransferException>(() => Transfers.RunAsync(strategy, file.Payload));
            }
            else
            {
                Delivery delivery = await Transfers.RunAsync(strategy, file.Payload);
                Assert.NotEqual(file.Crc32C, delivery.Crc32C);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Response_ThatNeverEnds_FailsInTime(string id)
    {
        using var server = new FakeHttpServer(server =>
        {
            server.Send($"{Ok}Content-Length: {Size}\r\n\r\nsome of it");
            server.Wait();
        });
        await using ITransferStrategy strategy = await ConnectAsync(id, server, s_short);
        TransferException exception = await Assert.ThrowsAnyAsync<TransferException>(
            () => Transfers.RunAsync(strategy, folder.Get(Size).Payload));
        Assert.Equal(TransferErrorKind.TimedOut, exception.Kind);
    }

    /// <summary>Bytes that come now and then are no progress.</summary>
    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Response_ThatDrips_FailsInTime(string id)
    {
        using var server = new FakeHttpServer(server =>
        {
            server.Send($"{Ok}Content-Length: {Size}\r\n\r\n");
            for (int i = 0; i < Size; i++)
            {
                server.Send("x");
                Thread.Sleep(20);
            }
        });
        await using ITransferStrategy strategy = await ConnectAsync(id, server, s_short);
        TransferException exception = await Assert.ThrowsAnyAsync<TransferException>(
            () => Transfers.RunAsync(strategy, folder.Get(Size).Payload));
        Assert.Equal(TransferErrorKind.TimedOut, exception.Kind);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Response_BehindInterimOnes_IsTheFile(string id)
    {
        TestPayload file = folder.Get(Size);
        byte[] content = await File.ReadAllBytesAsync(file.Payload.Path, TestContext.Current.CancellationToken);
        using var server = new FakeHttpServer(server =>
        {
            server.Send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n");
            server.Send($"HTTP/1.1 200\r\ncontent-length:{Size}\r\nContent-Encoding: identity\r\n\r\n");
            server.Send(content);
            server.Wait();
        });
        await using ITransferStrategy strategy = await ConnectAsync(id, server);
        Delivery delivery = await Transfers.RunAsync(strategy, file.Payload);
        Assert.Equal((Size, file.Crc32C), (delivery.Bytes, delivery.Crc32C));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Request_IsPlain_AndDoesNotSayThatItIsVerified(string id)
    {
        string head = "";
        await FailAsync(id, server =>
        {
            head = server.Head;
            server.Answer("404 Not Found", "");
        });
        string[] lines = head.Split("\r\n", StringSplitOptions.RemoveEmptyEntries);
        Assert.Matches("^GET /serve/[a-z-]+/1000-1 HTTP/1.1$", lines[0]);
        // Nothing but the host: no encoding, no range, no condition.
        Assert.StartsWith("Host: 127.0.0.1:", Assert.Single(lines.Skip(1)), StringComparison.Ordinal);
    }

    /// <summary>The bytes behind a body would be the beginning of the next response.</summary>
    [Fact]
    public async Task GetDrain_MoreThanTheFile_IsRefused()
    {
        TransferException exception = await FailAsync(
            "serve-copy",
            server => server.Send($"{Ok}Content-Length: {Size}\r\n\r\n{new string('x', Size + 1)}"));
        Assert.Contains("more than the 1000 bytes of the file came", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task GetDrain_TwoLengths_IsRefused()
    {
        TransferException exception = await FailAsync(
            "serve-copy",
            server => server.Send($"{Ok}Content-Length: {Size}\r\nContent-Length: 5\r\n\r\n{new string('x', Size)}"));
        Assert.Contains("it announces two lengths", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\nConnection: close\r\n")]
    [InlineData("HTTP/1.0 200 OK\r\n")]
    public async Task GetDrain_ServerThatClosesAfterAFile_CannotBeAskedAgain(string head)
    {
        TestPayload file = folder.Get(Size);
        byte[] content = await File.ReadAllBytesAsync(file.Payload.Path, TestContext.Current.CancellationToken);
        using var server = new FakeHttpServer(server =>
        {
            server.Send(string.Create(CultureInfo.InvariantCulture, $"{head}Content-Length: {Size}\r\n\r\n"));
            server.Send(content);
        });
        await using ITransferStrategy strategy = await ConnectAsync("serve-copy", server);
        Assert.Equal(Size, (await Transfers.RunAsync(strategy, file.Payload)).Bytes);
        TransferException exception = await Assert.ThrowsAsync<TransferException>(() => Transfers.RunAsync(strategy, file.Payload));
        Assert.Equal(TransferErrorKind.OutOfStep, exception.Kind);
    }

    [Fact]
    public async Task GetDrain_AfterAFailure_IsOutOfStep()
    {
        using var server = new FakeHttpServer(server =>
        {
            server.Send($"{Ok}Content-Length: 5\r\n\r\nhello");
            server.Wait();
        });
        await using ITransferStrategy strategy = await ConnectAsync("serve-copy", server);
        Payload payload = folder.Get(Size).Payload;
        await Assert.ThrowsAsync<TransferException>(() => Transfers.RunAsync(strategy, payload));
        TransferException exception = await Assert.ThrowsAsync<TransferException>(() => Transfers.RunAsync(strategy, payload));
        Assert.Equal(TransferErrorKind.OutOfStep, exception.Kind);
    }

    /// <summary>Both clients look at checksums here.</summary>
    private static Task<ITransferStrategy> ConnectAsync(string id, FakeHttpServer server, TimeSpan? timeout = null)
    {
        var endpoint = (HttpEndPoint)server.Connection.Endpoint;
        return Transfers.ConnectAsync(id, server.Connection with
        {
            Endpoint = new HttpEndPoint(endpoint.Address, endpoint.Version) { IsVerifying = true },
            Timeout = timeout ?? TimeSpan.FromSeconds(20),
            ConnectTimeout = TimeSpan.FromSeconds(20),
            CheckInterval = TimeSpan.FromMilliseconds(100),
        });
    }

    private async Task<TransferException> FailAsync(string id, Action<FakeHttpServer> script)
    {
        using var server = new FakeHttpServer(script);
        await using ITransferStrategy strategy = await ConnectAsync(id, server);
        return await Assert.ThrowsAnyAsync<TransferException>(() => Transfers.RunAsync(strategy, folder.Get(Size).Payload));
    }
}
