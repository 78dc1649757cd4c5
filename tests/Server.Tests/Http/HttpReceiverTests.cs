using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Text;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Server.Tests.Http;

public sealed class HttpReceiverTests(HttpServerFixture server) : IClassFixture<HttpServerFixture>
{
    private const int Size = 1_234_567;
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(10);

    public static TheoryData<string> Transports => ["http", "http2", "https", "https2", "http-default"];

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [MemberData(nameof(Transports))]
    public async Task Put_OfAnyLength_AnswersCountAndChecksum(string transport)
    {
        using HttpClient client = server.Client(transport);
        foreach (int size in (int[])[0, 1, 4096, 65_536, 65_537, Size])
        {
            byte[] content = Content.Of(size);
            using HttpResponseMessage response = await client.PutAsync("/upload?verify=true", new ByteArrayContent(content), Cancellation);
            Assert.Equal(HttpStatusCode.OK, response.StatusCode);
            Assert.Equal($$"""{"bytes":{{size}},"crc32c":"{{BitwiseCrc32C.FieldOf(content)[8..].ToLowerInvariant()}}"}""", await response.Content.ReadAsStringAsync(Cancellation));
        }
    }

    [Theory]
    [MemberData(nameof(Transports))]
    public async Task Put_WithoutVerify_HasNoChecksum(string transport)
    {
        using HttpClient client = server.Client(transport);
        using HttpResponseMessage response = await client.PutAsync("/upload", new ByteArrayContent(Content.Of(10)), Cancellation);
        Assert.Equal("""{"bytes":10,"crc32c":null}""", await response.Content.ReadAsStringAsync(Cancellation));
        Assert.Equal("application/json", response.Content.Headers.ContentType!.ToString());
    }

    [Theory]
    [MemberData(nameof(Transports))]
    public async Task Post_FormOfKnownAndUnknownLength_AnswersCountAndChecksumOfTheFileAlone(string transport)
    {
        using HttpClient client = server.Client(transport);
        foreach (int size in (int[])[0, 1, 65_535, 65_536, Size])
        {
            foreach (bool isKnown in (bool[])[true, false])
            {
                byte[] content = Content.Of(size);
                HttpContent file = isKnown ? new ByteArrayContent(content) : new StreamContent(new Unseekable(content));
                using var form = new MultipartFormDataContent { { new StringContent("a field"), "field" }, { file, "file", "name.bin" } };
                using HttpResponseMessage response = await client.PostAsync("/upload?verify=true", form, Cancellation);
                Assert.Equal($$"""{"bytes":{{size}},"crc32c":"{{BitwiseCrc32C.FieldOf(content)[8..].ToLowerInvariant()}}"}""", await response.Content.ReadAsStringAsync(Cancellation));
            }
        }
    }

    [Theory]
    [InlineData("with \\\"quotes\\\"")]
    [InlineData("grün 文件.txt")]
    [InlineData("semi;colon=and\\\\backslash")]
    [InlineData("a%0D%0Aline")]
    public async Task Post_FileNameOfAnySort_IsAFile(string name)
    {
        string form = $"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\nhello\r\n--b--\r\n";
        using HttpClient client = server.Client("http");
        using HttpResponseMessage response = await client.PostAsync("/upload", Form(Encoding.UTF8.GetBytes(form), "b"), Cancellation);
        Assert.Equal("""{"bytes":5,"crc32c":null}""", await response.Content.ReadAsStringAsync(Cancellation));
    }

    [Theory]
    [InlineData("", "b", "ends too early")]
    [InlineData("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\n\r\nhello", "b", "ends too early")]
    [InlineData("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\n\r\nhello\r\n--other--\r\n", "b", "ends too early")]
    [InlineData("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\r\nbreak\"\r\n\r\nhello\r\n--b--\r\n", "b", "cannot be read")]
    [InlineData("--b\r\nno header at all\r\n\r\nhello\r\n--b--\r\n", "b", "cannot be read")]
    [InlineData("--b\r\nContent-Type: text/plain\r\n\r\nhello\r\n--b--\r\n", "b", "no Content-Disposition")]
    [InlineData("--b\r\nContent-Disposition: form-data; name=\"field\"\r\n\r\nhello\r\n--b--\r\n", "b", "has no file")]
    [InlineData("--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"x\"\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name=\"b\"; filename=\"y\"\r\n\r\n2\r\n--b--\r\n", "b", "more than one file")]
    [InlineData("--b--\r\n", "b", "has no file")]
    public async Task Post_MalformedForm_400WithTheReasonAndTheServerLivesOn(string form, string boundary, string reason)
    {
        long before = server["http"].Stats.Frames;
        using HttpClient client = server.Client("http");
        using (HttpResponseMessage response = await client.PostAsync("/upload", Form(Encoding.UTF8.GetBytes(form), boundary), Cancellation))
        {
            Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
            Assert.Contains(reason, await response.Content.ReadAsStringAsync(Cancellation), StringComparison.Ordinal);
        }

        Assert.Equal(before, server["http"].Stats.Frames);
        Assert.True(server["http"].Stats.Errors["bad-request"] > 0);
        using HttpResponseMessage after = await client.PutAsync("/upload", new ByteArrayContent([1]), Cancellation);
        Assert.Equal(HttpStatusCode.OK, after.StatusCode);
    }

    [Theory]
    [InlineData("text/plain", HttpStatusCode.UnsupportedMediaType)]
    [InlineData("multipart/form-data", HttpStatusCode.BadRequest)]
    [InlineData("multipart/form-data; boundary=\"\"", HttpStatusCode.BadRequest)]
    [InlineData("multipart/form-data; boundary=123456789012345678901234567890123456789012345678901234567890123456789012345", HttpStatusCode.BadRequest)]
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
    [MemberData(nameof(Transports))]
    public async Task Request_WithHundredHeaders_CountsThem(string transport)
    {
        using HttpClient client = server.Client(transport);
        using var request = new HttpRequestMessage(HttpMethod.Post, "/request") { Content = new ByteArrayContent(Content.Of(38_890)), Version = client.DefaultRequestVersion, VersionPolicy = HttpVersionPolicy.RequestVersionExact };
        for (int i = 0; i < 100; i++)
        {
            request.Headers.TryAddWithoutValidation(Random.Shared.GetString("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 100), new string('V', 100));
        }

        using HttpResponseMessage response = await client.SendAsync(request, Cancellation);
        Assert.Equal("""{"bytes":38890,"crc32c":null,"headers":100}""", await response.Content.ReadAsStringAsync(Cancellation));
        using HttpResponseMessage none = await client.GetAsync("/request", Cancellation);
        Assert.Equal("""{"bytes":0,"crc32c":null,"headers":0}""", await none.Content.ReadAsStringAsync(Cancellation));
    }

    [Fact]
    public async Task Request_WithMoreHeadersThanAnybodySends_431()
    {
        string headers = string.Concat(Enumerable.Range(0, 1100).Select(number => $"h{number}: v\r\n"));
        string answer = await Task.Run(() => server.Raw("http", $"GET /request HTTP/1.1\r\nHost: x\r\n{headers}\r\n"), Cancellation);
        Assert.StartsWith("HTTP/1.1 431", answer, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("http")]
    [InlineData("https")]
    public async Task Put_ExpectContinue_IsToldToGoOn(string transport)
    {
        using HttpClient client = server.Client(transport);
        client.DefaultRequestHeaders.ExpectContinue = true;
        using HttpResponseMessage response = await client.PutAsync("/upload", new ByteArrayContent(Content.Of(Size)), Cancellation);
        Assert.Equal($$"""{"bytes":{{Size}},"crc32c":null}""", await response.Content.ReadAsStringAsync(Cancellation));
    }

    [Fact]
    public async Task Put_ExpectContinue_AnswersBeforeTheBody()
    {
        using Socket socket = server.Connect("http");
        socket.Send("PUT /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"u8);
        byte[] buffer = new byte[100];
        int count = await socket.ReceiveAsync(buffer, Cancellation);
        Assert.StartsWith("HTTP/1.1 100 Continue", Encoding.ASCII.GetString(buffer, 0, count), StringComparison.Ordinal);
        socket.Send("hello"u8);
        count = await socket.ReceiveAsync(buffer, Cancellation);
        Assert.StartsWith("HTTP/1.1 200 OK", Encoding.ASCII.GetString(buffer, 0, count), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("http")]
    [InlineData("http-default")]
    public async Task Put_ClientClosesWithinTheBody_CountsAnErrorAndLivesOn(string kind)
    {
        long errors = server[kind].Stats.Errors.Values.Sum();
        using (Socket socket = server.Connect(kind))
        {
            socket.Send("PUT /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\n\r\nonly this"u8);
            await Task.Delay(50, Cancellation);
        }

        await UntilAsync(() => server[kind].Stats.Errors.Values.Sum() > errors);
        await UntilAsync(() => server[kind].Stats.OpenConnections == 0);
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

        await UntilAsync(() => server[kind].Stats.Errors.Values.Sum() > errors);
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
        await UntilAsync(() => FailedHandshakes() == failures + 1);
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

        await UntilAsync(() => FailedHandshakes() == failures + 1);
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

    [Theory]
    [MemberData(nameof(Transports))]
    public async Task Stats_AfterRequests_CountConnectionsRequestsAndBytes(string transport)
    {
        string kind = transport == "https2" ? "https" : transport;
        ReceiverStats before = server[kind].Stats;
        using HttpClient client = server.Client(transport);
        for (int i = 0; i < 3; i++)
        {
            using HttpResponseMessage response = await client.PutAsync("/upload", new ByteArrayContent(Content.Of(1000)), Cancellation);
            await response.Content.ReadAsByteArrayAsync(Cancellation);
        }

        ReceiverStats after = server[kind].Stats;
        Assert.Equal((1, 3, 3000), (after.Connections - before.Connections, after.Frames - before.Frames, after.Bytes - before.Bytes));
    }

    private long FailedHandshakes() => server["https"].Stats.Errors.GetValueOrDefault("tls-handshake");

    private static ByteArrayContent Form(byte[] bytes, string boundary)
    {
        var content = new ByteArrayContent(bytes);
        content.Headers.ContentType = MediaTypeHeaderValue.Parse($"multipart/form-data; boundary={boundary}");
        return content;
    }

    private static async Task UntilAsync(Func<bool> holds)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(Cancellation);
        limit.CancelAfter(s_limit);
        while (!holds())
        {
            await Task.Delay(5, limit.Token);
        }
    }

    /// <summary>Bytes whose number nobody is told beforehand.</summary>
    private sealed class Unseekable(byte[] content) : MemoryStream(content)
    {
        public override bool CanSeek => false;
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
