using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Hostile;

/// <summary>What Kestrel or Grpc.AspNetCore refuses before any handler is reached is counted once, and told on one line.</summary>
public sealed class HttpRefusalTests(RefusingServer shared) : IClassFixture<RefusingServer>
{
    private const string Upload = "PUT /upload HTTP/1.1\r\nHost: x\r\n";

    private readonly RunningServer _server = shared.Server;

    /// <summary>What is sent by a client that then waits; how it is counted and told.</summary>
    public static TheoryData<string, string, string> Heads => new()
    {
        { "GET\r\n\r\n", "bad-request", "was ended for what it sent: invalid request line" },
        { "GET / HTTP/9.9\r\nHost: x\r\n\r\n", "bad-request", "was ended for what it sent: invalid http version" },
        { "GET / HTTP/1.1\r\n\r\n", "bad-request", "was ended for what it sent: invalid request headers" },
        { "GET / HTTP/1.1\r\nno colon\r\n\r\n", "bad-request", "was ended for what it sent: invalid request headers" },
        { $"{Upload}Content-Length: -1\r\n\r\n", "bad-request", "was ended for what it sent: invalid request headers" },
        { Many(1100, "v"), "bad-request", "was ended for what it sent: max request header count exceeded" },
        { Many(90, new string('v', 4096)), "bad-request", "was ended for what it sent: max request headers total size exceeded" },
        { "\x16\x03\x01\x02\x00\x01\x00\x01\xFC\x03\x03", "bad-request", "was ended for what it sent: tls not supported" },
        { "GET / HTTP/1.1\r\nHost:", "no-greeting", "did not end the head of a request in time" },
        { "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "idle", "moved nothing for the 2 s of --idle-timeout" },
    };

    /// <summary>
    /// Faults within a body, of which the handlers know more than Kestrel: what is sent, and whether the client then closes.
    /// </summary>
    public static TheoryData<string, bool, string, string> Bodies => new()
    {
        { "Content-Length: 1000\r\n\r\nonly this", true, "connection-lost", "was truncated at " },
        { "Content-Length: 2000000\r\n\r\n", true, "too-large", "the body of 2000000 bytes is longer than the 1048576 bytes of " },
        { "Transfer-Encoding: chunked\r\n\r\nzz\r\nonly this", false, "bad-request", "sent a body that is truncated or malformed" },
    };

    /// <summary>Frames after the opening of the connection.</summary>
    public static TheoryData<byte, byte, int, int, string> Frames => new()
    {
        { Http2Attacker.Data, 0, 0, 1, "invalid stream id" },
        { Http2Attacker.Data, 0, 5, 1, "invalid stream id" },
        { Http2Attacker.Ping, 0, 0, 7, "invalid frame length" },
        { Http2Attacker.Settings, 0, 0, 5, "invalid frame length" },
        { Http2Attacker.Continuation, 0, 1, 1, "unexpected frame" },
        { Http2Attacker.Ping, 0, 0, 300_000, "max frame length exceeded" },
    };

    /// <summary>Method, type of content, coding, body of the call; the words of its refusal.</summary>
    public static TheoryData<string, string, string?, byte[], string> Calls => new()
    {
        { "Fetch", "application/grpc", null, [0, 0, 0, 0x20, 0, .. new byte[0x2000]], "resource_exhausted" },
        { "Fetch", "application/grpc", null, [0, 0, 0, 0, 1, 0x0F], "unknown" },
        { "Fetch", "application/grpc", "brotli", [1, 0, 0, 0, 1, 0], "unimplemented" },
        { "Fetch", "text/plain", null, [0, 0, 0, 0, 0], "415" },
        { "Steal", "application/grpc", null, [0, 0, 0, 0, 0], "unimplemented" },
        { "Fetch", "application/grpc", null, [0, 0, 0, 0, 2, 0x08, 0xFF], "unknown" },
    };

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [MemberData(nameof(Heads))]
    public async Task Head_OfKestrelsRefusal_IsCountedAndToldOnce(string sent, string kind, string words)
    {
        Told before = await ToldAsync("http");
        await SendAsync(sent, isClosed: false);
        await AssertOneAsync("http", before, kind, words);
    }

    [Theory]
    [MemberData(nameof(Bodies))]
    public async Task Body_IsWrong_IsCountedAndToldOnce(string sent, bool isClosed, string kind, string words)
    {
        Told before = await ToldAsync("http");
        await SendAsync(Upload + sent, isClosed);
        await AssertOneAsync("http", before, kind, words);
    }

    [Theory]
    [MemberData(nameof(Frames))]
    public async Task Frame_IsAFaultOfHttp2_IsCountedAndToldOnce(byte type, byte flags, int stream, int length, string reason)
    {
        Told before = await ToldAsync("http2");
        using (Http2Attacker attacker = await Http2Attacker.ConnectAsync(_server.Addresses["http2"]))
        {
            await attacker.SendAsync(Http2Attacker.Frame(type, flags, stream, new byte[length]));
            await attacker.ReadToEndAsync();
        }

        await AssertOneAsync("http2", before, "bad-request", $"was ended for what it sent: {reason}");
    }

    [Theory]
    [MemberData(nameof(Calls))]
    public async Task Call_OfTheLibrarysRefusal_IsCountedAndToldOnce(string method, string type, string? coding, byte[] body, string words)
    {
        Told before = await ToldAsync("http2");
        using (var client = new HttpClient(new SocketsHttpHandler { UseProxy = false }) { Timeout = ServerCommand.Limit })
        {
            using var request = new HttpRequestMessage(
                HttpMethod.Post, new Uri(new Uri(_server.Addresses["http2"]), $"/filetransfer.GrpcPayloads/{method}"))
            {
                Content = new ByteArrayContent(body),
                Version = HttpVersion.Version20,
                VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            };
            request.Content.Headers.ContentType = new MediaTypeHeaderValue(type);
            request.Headers.TE.ParseAdd("trailers");
            if (coding is not null)
            {
                request.Headers.Add("grpc-encoding", coding);
            }

            using HttpResponseMessage response = await client.SendAsync(request, Cancellation);
            await response.Content.ReadAsByteArrayAsync(Cancellation);
        }

        await AssertOneAsync("http2", before, "bad-request", $"was refused a call with {words}");
    }

    /// <summary>Nobody is told of who did nothing wrong.</summary>
    [Fact]
    public async Task Connection_ThatWasUsedAndClosed_IsNotTold()
    {
        Told before = await ToldAsync("http");
        await SendAsync("GET / HTTP/1.1\r\nHost: x\r\n\r\n", isClosed: true);
        await SendAsync("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", isClosed: false);
        await SendAsync("", isClosed: true);
        await _server.WaitForStatsAsync("http", stats => stats.GetProperty("openConnections").GetInt64() == 0);
        Told after = await ToldAsync("http");
        Assert.Equal(before.Counts, after.Counts);
        Assert.Equal(before.Characters, after.Characters);
    }

    private static string Many(int headers, string value) =>
        $"GET / HTTP/1.1\r\nHost: x\r\n{string.Concat(Enumerable.Range(0, headers).Select(number => $"h{number}: {value}\r\n"))}\r\n";

    private async Task SendAsync(string text, bool isClosed)
    {
        var uri = new Uri(_server.Addresses["http"]);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(Cancellation);
        limit.CancelAfter(ServerCommand.Limit);
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(IPAddress.Parse(uri.Host), uri.Port, limit.Token);
        try
        {
            await socket.SendAsync(Encoding.Latin1.GetBytes(text), limit.Token);
            if (isClosed)
            {
                socket.Shutdown(SocketShutdown.Send);
            }

            while (await socket.ReceiveAsync(new byte[4096], limit.Token) > 0)
            {
            }
        }
        catch (SocketException exception)
            when (exception.SocketErrorCode is SocketError.ConnectionReset or SocketError.Shutdown or SocketError.NotConnected)
        {
            // It closed with bytes of ours unread.
        }
    }

    /// <summary>Errors that a receiver has counted, by kind, and how much the server has told.</summary>
    private async Task<Told> ToldAsync(string receiver)
    {
        JsonElement errors = (await _server.GetStatsAsync(receiver)).GetProperty("errors");
        return new Told(
            errors.EnumerateObject().ToDictionary(error => error.Name, error => error.Value.GetInt64()),
            _server.Errors.Length);
    }

    private async Task AssertOneAsync(string receiver, Told before, string kind, string words)
    {
        await _server.WaitForStatsAsync(receiver, stats => stats.GetProperty("openConnections").GetInt64() == 0
            && stats.GetProperty("errors").EnumerateObject().Sum(error => error.Value.GetInt64()) > before.Counts.Values.Sum());
        Told after = await ToldAsync(receiver);
        Assert.Equal(
            [(kind, 1L)],
            after.Counts
                .Select(count => (count.Key, count.Value - before.Counts.GetValueOrDefault(count.Key)))
                .Where(count => count.Item2 != 0));
        Assert.True(SpinWait.SpinUntil(() => _server.Errors.Length > before.Characters, ServerCommand.Limit), "nothing was told");
        string line = Assert.Single(_server.Errors[before.Characters..].Split('\n', StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains($"server: {receiver}: 127.0.0.1:", line, StringComparison.Ordinal);
        Assert.Contains(words, line, StringComparison.Ordinal);
    }

    private sealed record Told(IReadOnlyDictionary<string, long> Counts, int Characters);
}
