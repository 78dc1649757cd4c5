using System.Net;
using System.Net.Sockets;

namespace FileTransfer.Server.Tests.Http;

/// <summary>Whatever a client does wrong is answered or counted, and the server lives on.</summary>
public sealed class HttpReceiverFaultTests(HttpServerFixture server) : IClassFixture<HttpServerFixture>
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Request_WithMoreHeadersThanAnybodySends_431()
    {
        string headers = string.Concat(Enumerable.Range(0, 1100).Select(number => $"h{number}: v\r\n"));
        string answer = await Task.Run(() => server.Raw("http", $"GET /request HTTP/1.1\r\nHost: x\r\n{headers}\r\n"), Cancellation);
        Assert.StartsWith("HTTP/1.1 431", answer, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "b", "ends too early")]
    [InlineData("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\n\r\nhello", "b", "ends too early")]
    [InlineData(
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\n\r\nhello\r\n--other--\r\n",
        "b",
        "ends too early")]
    [InlineData(
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\r\nbreak\"\r\n\r\nhello\r\n--b--\r\n",
        "b",
        "cannot be read")]
    [InlineData("--b\r\nno header at all\r\n\r\nhello\r\n--b--\r\n", "b", "cannot be read")]
    [InlineData("--b\r\nContent-Type: text/plain\r\n\r\nhello\r\n--b--\r\n", "b", "no readable Content-Disposition")]
    [InlineData("--b\r\nContent-Disposition: form-data; name=\"field\"\r\n\r\nhello\r\n--b--\r\n", "b", "has no file")]
    [InlineData(
        "--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"x\"\r\n\r\n1\r\n--b\r\n"
        + "Content-Disposition: form-data; name=\"b\"; filename=\"y\"\r\n\r\n2\r\n--b--\r\n",
        "b",
        "more than one file")]
    [InlineData("--b--\r\n", "b", "has no file")]
    public async Task Post_MalformedForm_400WithTheReasonAndTheServerLivesOn(string form, string boundary, string reason)
    {
        long before = server["http"].Stats.Frames;
        long refused = server["http"].Stats.Errors.GetValueOrDefault("bad-request");
        using HttpClient client = server.Client("http");
        using (HttpResponseMessage response = await client.PostAsync("/upload", Multipart.Of(form, boundary), Cancellation))
        {
            Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
            Assert.Contains(reason, await response.Content.ReadAsStringAsync(Cancellation), StringComparison.Ordinal);
        }

        Assert.Equal(before, server["http"].Stats.Frames);
        Assert.Equal(refused + 1, server["http"].Stats.Errors.GetValueOrDefault("bad-request"));
        using HttpResponseMessage after = await client.PutAsync("/upload", new ByteArrayContent([1]), Cancellation);
        Assert.Equal(HttpStatusCode.OK, after.StatusCode);
    }

    [Theory]
    [InlineData("text/plain", HttpStatusCode.UnsupportedMediaType)]
    [InlineData("multipart/form-data", HttpStatusCode.BadRequest)]
    [InlineData("multipart/form-data; boundary=\"\"", HttpStatusCode.BadRequest)]
    [InlineData(
        "multipart/form-data; boundary=123456789012345678901234567890123456789012345678901234567890123456789012345",
        HttpStatusCode.BadRequest)]
    public async Task Post_WithoutABoundary_Refused(string type, HttpStatusCode status)
    {
        var content = new ByteArrayContent([1, 2, 3]);
        content.Headers.TryAddWithoutValidation("Content-Type", type);
        using HttpClient client = server.Client("http");
        using HttpResponseMessage response = await client.PostAsync("/upload", content, Cancellation);
        Assert.Equal(status, response.StatusCode);
        Assert.Contains("error", await response.Content.ReadAsStringAsync(Cancellation), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("http")]
    [InlineData("http-default")]
    public async Task Put_ClientClosesWithinTheBody_CountsAnErrorAndLivesOn(string kind)
    {
        long errors = server[kind].Stats.Errors.Values.Sum();
        using (Socket socket = server.Connect(kind))
        {
            // The server says "100 Continue" once it reads the body.
            socket.Send("PUT /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\nExpect: 100-continue\r\n\r\n"u8);
            Assert.True(socket.Receive(new byte[100]) > 0, "the server closed the connection instead of asking for the body");
            socket.Send("only this"u8);
        }

        await UntilAsync(() => server[kind].Stats.Errors.Values.Sum() > errors, "an error is counted");
        await UntilAsync(() => server[kind].Stats.OpenConnections == 0, "no connection is open");
        using HttpClient client = server.Client(kind);
        using HttpResponseMessage response = await client.PutAsync("/upload", new ByteArrayContent([1]), Cancellation);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }

    [Theory]
    [InlineData("http2")]
    [InlineData("https2")]
    public async Task Put_StreamIsResetWithinTheBody_ConnectionServesTheNext(string transport)
    {
        string kind = transport == "https2" ? "https" : transport;
        long connections = server[kind].Stats.Connections;
        long errors = server[kind].Stats.Errors.Values.Sum();
        using HttpClient client = server.Client(transport);
        using (var cancellation = new CancellationTokenSource())
        {
            var endless = new StreamContent(new Endless(afterBytes: 1 << 20, cancellation));
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => client.PutAsync("/upload", endless, cancellation.Token));
        }

        await UntilAsync(() => server[kind].Stats.Errors.Values.Sum() > errors, "an error is counted");
        using HttpResponseMessage response = await client.PutAsync("/upload", new ByteArrayContent([1]), Cancellation);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(connections + 1, server[kind].Stats.Connections);
    }

    [Fact]
    public async Task Plaintext_ToTheTlsPort_IsClosedAndCountedAndTheServerLivesOn()
    {
        long connections = server["https"].Stats.Connections;
        long failures = FailedHandshakes();
        await Task.Run(() => server.Raw("https", "GET / HTTP/1.1\r\nHost: x\r\n\r\n"), Cancellation);
        await UntilAsync(() => FailedHandshakes() == failures + 1, "one more failed handshake is counted");
        using HttpClient client = server.Client("https2");
        using HttpResponseMessage response = await client.GetAsync("/", Cancellation);
        Assert.Equal(HttpStatusCode.NoContent, response.StatusCode);
        Assert.Equal(connections + 2, server["https"].Stats.Connections);
        Assert.Equal(failures + 1, FailedHandshakes());
    }

    [Fact]
    public async Task Handshake_ClosedWithinIt_IsCounted()
    {
        long failures = FailedHandshakes();
        using (Socket socket = server.Connect("https"))
        {
            // The head of a ClientHello of 512 bytes that does not follow: RFC 8446, 5.1.
            socket.Send([0x16, 3, 1, 2, 0]);
        }

        await UntilAsync(() => FailedHandshakes() == failures + 1, "one more failed handshake is counted");
    }

    [Theory]
    [InlineData("GARBAGE\r\n\r\n")]
    [InlineData("PUT /upload HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n")]
    [InlineData("PUT /upload HTTP/1.1\r\nHost: x\r\nContent-Length: nine\r\n\r\n")]
    [InlineData("PUT /upload HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n")]
    public async Task Request_Malformed_IsRefusedAndTheServerLivesOn(string request)
    {
        Assert.StartsWith("HTTP/1.1 400", await Task.Run(() => server.Raw("http", request), Cancellation), StringComparison.Ordinal);
        using HttpClient client = server.Client("http");
        using HttpResponseMessage response = await client.GetAsync("/", Cancellation);
        Assert.Equal(HttpStatusCode.NoContent, response.StatusCode);
    }

    private long FailedHandshakes() => server["https"].Stats.Errors.GetValueOrDefault("tls-handshake");

    private string Counted(string kind) =>
        $"{kind} {server[kind].Stats.OpenConnections} open {string.Join(", ", server[kind].Stats.Errors)}";

    private async Task UntilAsync(Func<bool> holds, string what)
    {
        for (long start = Environment.TickCount64; !holds(); await Task.Delay(5, Cancellation))
        {
            Assert.True(
                Environment.TickCount64 - start < s_limit.TotalMilliseconds,
                $"expected within {s_limit.TotalSeconds} s that {what}; counted: "
                + $"{Counted("http")}; {Counted("http2")}; {Counted("https")}");
        }
    }

    /// <summary>Bytes without end, of which somebody has enough at some point.</summary>
    private sealed class Endless(long afterBytes, CancellationTokenSource cancellation) : MemoryStream
    {
        private long _read;

        public override bool CanSeek => false;

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            _read += buffer.Length;
            if (_read > afterBytes)
            {
                await cancellation.CancelAsync();
            }

            return buffer.Length;
        }
    }
}
