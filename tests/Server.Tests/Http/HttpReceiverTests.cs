using System.Net;
using System.Net.Sockets;
using System.Text;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Server.Tests.Http;

public sealed class HttpReceiverTests(HttpServerFixture server) : IClassFixture<HttpServerFixture>
{
    private const int Size = 1_234_567;

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
            Assert.Equal(
                $$"""{"bytes":{{size}},"crc32c":"{{BitwiseCrc32C.FieldOf(content)[8..].ToLowerInvariant()}}"}""",
                await response.Content.ReadAsStringAsync(Cancellation));
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
                Assert.Equal(
                    $$"""{"bytes":{{size}},"crc32c":"{{BitwiseCrc32C.FieldOf(content)[8..].ToLowerInvariant()}}"}""",
                    await response.Content.ReadAsStringAsync(Cancellation));
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
        using HttpResponseMessage response = await client.PostAsync("/upload", Multipart.Of(form, "b"), Cancellation);
        Assert.Equal("""{"bytes":5,"crc32c":null}""", await response.Content.ReadAsStringAsync(Cancellation));
    }

    [Theory]
    [MemberData(nameof(Transports))]
    public async Task Request_WithHundredHeaders_CountsThem(string transport)
    {
        using HttpClient client = server.Client(transport);
        using var request = new HttpRequestMessage(HttpMethod.Post, "/request")
        {
            Content = new ByteArrayContent(Content.Of(38_890)),
            Version = client.DefaultRequestVersion,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        var random = new Random(1);
        for (int i = 0; i < 100; i++)
        {
            request.Headers.TryAddWithoutValidation(random.GetString("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 100), new string('V', 100));
        }

        using HttpResponseMessage response = await client.SendAsync(request, Cancellation);
        Assert.Equal("""{"bytes":38890,"crc32c":null,"headers":100}""", await response.Content.ReadAsStringAsync(Cancellation));
        using HttpResponseMessage none = await client.GetAsync("/request", Cancellation);
        Assert.Equal("""{"bytes":0,"crc32c":null,"headers":0}""", await none.Content.ReadAsStringAsync(Cancellation));
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

    /// <summary>Bytes whose number nobody is told beforehand.</summary>
    private sealed class Unseekable(byte[] content) : MemoryStream(content)
    {
        public override bool CanSeek => false;
    }
}
