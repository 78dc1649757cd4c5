using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Tcp;
using FileTransfer.Strategies.Tests.Http;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests.Downloads;

/// <summary>Downloads of any address: what counts as the file, what is refused, and what is sent.</summary>
public sealed class UrlDownloadTests(PayloadFolder folder)
{
    private const int Size = 1000;
    private const string Ok = "HTTP/1.1 200 OK\r\n";

    private static readonly string[] s_clients = ["get-drain", "get-drain-8k", "get-stream", "get-copy-to"];

    private static readonly (string Head, int Bytes, string Message)[] s_refused =
    [
        ("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/else\r\nContent-Length: 0\r\n", 0,
            "answered 302 .*redirects are not followed: it leads to 'http://127.0.0.1:1/else'"),
        ("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n", 0, "answered 401 .*--header 'Authorization"),
        ("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n", 4, "answered 404 'xxxx' .*nothing at this address"),
        ("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n", 0, "answered 500 .*the server itself failed"),
        ($"{Ok}Content-Length: 999\r\n", 999, "announced 999 bytes, but the file has 1000"),
        ($"{Ok}Content-Length: 1001\r\n", 1001, "announced 1001 bytes, but the file has 1000"),
        ($"{Ok}Content-Length: 1000\r\nContent-Encoding: gzip\r\n", 1000, "content encoding 'gzip', which was not asked for"),
        ($"{Ok}Content-Length: 1000\r\n", 999, "(closed the connection before the file was complete|connection lost)"),
        ($"{Ok}Connection: close\r\n", 999, "(closed the connection before the file was complete|999 of the 1000 bytes)"),
        ($"{Ok}Connection: close\r\n", 1001, "more than the 1000 bytes"),
    ];

    public static TheoryData<string> Clients => [.. s_clients];

    public static TheoryData<string, string, int, string> Refused =>
        [.. from client in s_clients from one in s_refused select (client, one.Head, one.Bytes, one.Message)];

    [Theory]
    [MemberData(nameof(Refused))]
    public async Task Response_ThatIsNotTheFile_IsRefused(string client, string head, int bytes, string message)
    {
        using var server = new FakeHttpServer(server => server.Send($"{head}\r\n{new string('x', bytes)}"));
        await using ITransferStrategy strategy = await ConnectAsync(client, server);
        TransferException exception = await Assert.ThrowsAnyAsync<TransferException>(
            () => Transfers.RunAsync(strategy, folder.Get(Size).Payload));
        Assert.Matches(message, exception.Message);
        Assert.DoesNotContain('\n', exception.Message);
    }

    [Theory]
    [MemberData(nameof(Clients))]
    public async Task Response_InChunksOrUntilTheEnd_IsTheFile(string client)
    {
        TestPayload file = folder.Get(Size);
        byte[] content = await File.ReadAllBytesAsync(file.Payload.Path, TestContext.Current.CancellationToken);
        using var server = new FakeHttpServer(
            server =>
            {
                server.Send($"{Ok}Transfer-Encoding: chunked\r\n\r\n3e8\r\n");
                server.Send(content);
                server.Send("\r\n0\r\n\r\n");
                server.NextRequest();
                server.Send($"{Ok}Connection: close\r\n\r\n");
                server.Send(content);
            },
            connections: 2);
        await using ITransferStrategy strategy = await ConnectAsync(client, server);
        for (int i = 0; i < 4; i++)
        {
            Delivery delivery = await Transfers.RunAsync(strategy, file.Payload);
            Assert.Equal((Size, file.Crc32C), (delivery.Bytes, delivery.Crc32C));
        }

        Assert.Equal(2, server.Accepted);
    }

    [Theory]
    [MemberData(nameof(Clients))]
    public async Task Connection_ThatTheServerCloses_IsOpenedAgainAndCounted(string client)
    {
        TestPayload file = folder.Get(Size);
        byte[] content = await File.ReadAllBytesAsync(file.Payload.Path, TestContext.Current.CancellationToken);
        using var server = new FakeHttpServer(
            server =>
            {
                server.Send($"{Ok}Content-Length: {Size}\r\nConnection: close\r\n\r\n");
                server.Send(content);
            },
            connections: 3);
        var received = new ReceivedBytes();
        await using ITransferStrategy strategy = await ConnectAsync(client, server, received: received);
        await Transfers.RepeatAsync(strategy, file.Payload, count: 3);
        Assert.Equal((3, 3), (server.Accepted, received.Connections));
        if (OperatingSystem.IsLinux())
        {
            Assert.True(received.Sum() >= 3 * Size, $"{received.Sum()} bytes were counted");
        }
    }

    [Theory]
    [MemberData(nameof(Clients))]
    public async Task Request_HasTheHeadersOfTheUserAndNoTokenOfOurs(string client)
    {
        TestPayload file = folder.Get(Size);
        byte[] content = await File.ReadAllBytesAsync(file.Payload.Path, TestContext.Current.CancellationToken);
        string head = "";
        using var server = new FakeHttpServer(server =>
        {
            head = server.Head;
            server.Send($"{Ok}Content-Length: {Size}\r\n\r\n");
            server.Send(content);
            server.Wait();
        });
        var options = new UrlOptions { Headers = ["Authorization: Basic eDp5", "X-Two: 2"] };
        await using ITransferStrategy strategy = await ConnectAsync(client, server, options: options, token: "secret");
        await Transfers.RunAsync(strategy, file.Payload);
        Assert.StartsWith("GET /some/file?a=b HTTP/1.1\r\n", head, StringComparison.Ordinal);
        Assert.Contains("\r\nAuthorization: Basic eDp5\r\n", head, StringComparison.Ordinal);
        Assert.Contains("\r\nX-Two: 2\r\n", head, StringComparison.Ordinal);
        Assert.DoesNotContain("secret", head, StringComparison.Ordinal);
        Assert.Equal(1, server.Accepted);
    }

    private static readonly (string Head, int Bytes, string? Message)[] s_parts =
    [
        ("HTTP/1.1 206 Partial Content\r\nContent-Length: 500\r\nContent-Range: bytes 250-749/1000\r\n", 500, null),
        ("HTTP/1.1 206 Partial Content\r\nContent-Length: 500\r\nContent-Range: bytes 250-749/*\r\n", 500, null),
        ($"{Ok}Content-Length: 1000\r\n", 1000, "answered 200 instead of 206; it serves no parts of this file; leave --ranges out"),
        ("HTTP/1.1 416 Range Not Satisfiable\r\nContent-Length: 0\r\n", 0, "answered 416 instead of 206"),
        ("HTTP/1.1 206 Partial Content\r\nContent-Length: 500\r\nContent-Range: bytes 0-499/1000\r\n", 500, "it is another part"),
        ("HTTP/1.1 206 Partial Content\r\nContent-Length: 500\r\nContent-Range: bytes 250-749/2000\r\n", 500, "it is another part"),
        ("HTTP/1.1 206 Partial Content\r\nContent-Length: 500\r\n", 500, "it is another part"),
        ("HTTP/1.1 206 Partial Content\r\nContent-Length: 499\r\nContent-Range: bytes 250-749/1000\r\n", 499, "499"),
    ];

    public static TheoryData<string, string, int, string?> Parts =>
        [.. from client in s_clients from one in s_parts select (client, one.Head, one.Bytes, one.Message)];

    [Theory]
    [MemberData(nameof(Parts))]
    public async Task Range_OfTheFile_IsAskedForAndNothingElseIsTaken(string client, string answer, int bytes, string? message)
    {
        TestPayload file = folder.Get(Size);
        byte[] content = await File.ReadAllBytesAsync(file.Payload.Path, TestContext.Current.CancellationToken);
        string head = "";
        using var server = new FakeHttpServer(server =>
        {
            head = server.Head;
            server.Send($"{answer}\r\n");
            server.Send(content.AsSpan(bytes == 500 ? 250 : 0, bytes));
            server.Wait();
        });
        var range = new UrlRange(Offset: 250, Length: 500, Size);
        await using ITransferStrategy strategy = await ConnectAsync(client, server, range: range);
        Task<Delivery> fetch = Transfers.RunAsync(strategy, file.Payload with { Length = 500 });
        if (message is null)
        {
            var crc = new Crc32C();
            crc.Append(content.AsSpan(250, 500));
            Delivery delivery = await fetch;
            Assert.Equal((500, crc.Value), (delivery.Bytes, delivery.Crc32C));
        }
        else
        {
            Assert.Contains(message, (await Assert.ThrowsAnyAsync<TransferException>(() => fetch)).Message, StringComparison.Ordinal);
        }

        Assert.Contains("\r\nRange: bytes=250-749\r\n", head, StringComparison.Ordinal);
    }

    /// <summary>A name may have an address of IPv6 too, at which nobody listens.</summary>
    [Theory]
    [MemberData(nameof(Clients))]
    public async Task Url_WithAName_ReachesTheAddressThatListens(string client)
    {
        TestPayload file = folder.Get(Size);
        byte[] content = await File.ReadAllBytesAsync(file.Payload.Path, TestContext.Current.CancellationToken);
        using var server = new FakeHttpServer(server =>
        {
            server.Send($"{Ok}Content-Length: {Size}\r\n\r\n");
            server.Send(content);
            server.Wait();
        });
        await using ITransferStrategy strategy = await ConnectAsync(client, server, host: "localhost");
        Assert.Equal(file.Crc32C, (await Transfers.RunAsync(strategy, file.Payload)).Crc32C);
    }

    [Theory]
    [MemberData(nameof(Clients))]
    public async Task Response_SlowerThanTheLimit_Fails(string client)
    {
        using var server = new FakeHttpServer(server =>
        {
            server.Send($"{Ok}Transfer-Encoding: chunked\r\n\r\n3e8\r\nsome of it");
            server.Wait();
        });
        await using ITransferStrategy strategy = await ConnectAsync(client, server, timeout: TimeSpan.FromMilliseconds(500));
        TransferException exception = await Assert.ThrowsAnyAsync<TransferException>(
            () => Transfers.RunAsync(strategy, folder.Get(Size).Payload));
        Assert.Equal(TransferErrorKind.TimedOut, exception.Kind);
    }

    [Theory]
    [InlineData("get-drain@https://127.0.0.1/x")]
    [InlineData("http-put-send-file@https://127.0.0.1/x")]
    [InlineData("send-file@http://127.0.0.1/x")]
    [InlineData("get-drain@ftp://127.0.0.1/x")]
    [InlineData("get-drain")]
    public void Find_OfAClientThatCannotSpeakTo_FindsNothing(string id) => Assert.False(StrategyCatalog.TryFind(id, out _));

    [Theory]
    [InlineData("get-drain@http://127.0.0.1/x@y?z=1@2", Transport.Http)]
    [InlineData("get-stream@https://example.org:444/x", Transport.Https, Transport.Https2)]
    [InlineData("http-put-stream@http://127.0.0.1/", Transport.Http, Transport.Http2)]
    public void Find_OfAClientWithAnAddress_HasItsTransports(string id, params string[] transports)
    {
        StrategyDescriptor found = StrategyCatalog.Find(id);
        Assert.Equal(id, found.Id);
        Assert.Equal(transports, found.Transports);
        Assert.Equal(id[(id.IndexOf('@', StringComparison.Ordinal) + 1)..], found.Dimensions.Url);
        Assert.Equal(id.Split('@')[0], found.Dimensions.Original);
        Assert.Equal(found.Fetches ? StrategyDimensions.ClientProof : StrategyDimensions.AcceptedProof, found.Dimensions.Proof);
    }

    private static async Task<ITransferStrategy> ConnectAsync(
        string client,
        FakeHttpServer server,
        TimeSpan? timeout = null,
        UrlOptions? options = null,
        string? token = null,
        ReceivedBytes? received = null,
        string? host = null,
        UrlRange? range = null)
    {
        Uri address = ((HttpEndPoint)server.Connection.Endpoint).Address;
        Uri url = new UriBuilder(address) { Host = host ?? address.Host, Path = "/some/file", Query = "a=b" }.Uri;
        var target = new UrlTarget(url, options ?? new UrlOptions()) { Range = range };
        return await Transfers.ConnectAsync($"{client}@{url}", new ConnectionOptions
        {
            Endpoint = target.EndPoint(System.Net.HttpVersion.Version11, isVerifying: true),
            Timeout = timeout ?? TimeSpan.FromSeconds(60),
            ConnectTimeout = TimeSpan.FromSeconds(60),
            Token = token,
            Received = received,
        });
    }
}
