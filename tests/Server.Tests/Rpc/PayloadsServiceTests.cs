using System.Buffers.Binary;
using System.IO.Compression;
using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using FileTransfer.Server.Tests.Http;
using FileTransfer.Strategies.Rpc;
using Google.Protobuf;

namespace FileTransfer.Server.Tests.Rpc;

/// <summary>The service by Twirp and by gRPC, asked by a plain HttpClient.</summary>
public sealed class PayloadsServiceTests(HttpServerFixture server) : IClassFixture<HttpServerFixture>
{
    private const int Size = 300_000;

    public static TheoryData<string> Transports => ["http", "http2", "https", "https2", "http-default"];

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [MemberData(nameof(Transports))]
    public async Task Fetch_OfAnyLength_AnswersDataAndChecksum(string transport)
    {
        using HttpClient client = server.Client(transport);
        foreach (int size in (int[])[0, 1, 127, 128, Size])
        {
            using HttpResponseMessage response = await client.SendAsync(
                Request(transport, new FetchRequest { Length = size }),
                Cancellation);
            Assert.Equal(
                (HttpStatusCode.OK, "application/protobuf"),
                (response.StatusCode, response.Content.Headers.ContentType!.ToString()));
            byte[] body = await response.Content.ReadAsByteArrayAsync(Cancellation);
            Assert.Equal(body.Length, response.Content.Headers.ContentLength);
            Assert.Equal(
                body.Length.ToString(System.Globalization.CultureInfo.InvariantCulture),
                response.Headers.GetValues("X-Uncompressed-Length").Single());
            FetchResponse message = FetchResponse.Parser.ParseFrom(body);
            Assert.Equal(body, message.ToByteArray());
            Assert.Equal(size, message.Data.Length);
            Assert.Equal(
                BitwiseCrc32C.FieldOf(message.Data.ToByteArray())[8..],
                message.Crc32C.ToString("X8", System.Globalization.CultureInfo.InvariantCulture));
        }
    }

    [Theory]
    [InlineData(true, 2.0, 10.0)]
    [InlineData(false, 0.99, 1.0)]
    public async Task Fetch_AcceptingGzip_IsCompressedAsItsContentAllows(bool isCompressible, double least, double most)
    {
        using HttpClient client = server.Client("http");
        using HttpRequestMessage request = Request("http", new FetchRequest { Length = Size, Compressible = isCompressible });
        request.Headers.AcceptEncoding.ParseAdd("br;q=1, gzip;q=0.5");
        using HttpResponseMessage response = await client.SendAsync(request, Cancellation);
        Assert.Equal("gzip", response.Content.Headers.ContentEncoding.Single());
        byte[] packed = await response.Content.ReadAsByteArrayAsync(Cancellation);
        using var unpacked = new GZipStream(new MemoryStream(packed), CompressionMode.Decompress);
        using var whole = new MemoryStream();
        await unpacked.CopyToAsync(whole, Cancellation);
        Assert.Equal(
            whole.Length.ToString(System.Globalization.CultureInfo.InvariantCulture),
            response.Headers.GetValues("X-Uncompressed-Length").Single());
        Assert.Equal(Size, FetchResponse.Parser.ParseFrom(whole.ToArray()).Data.Length);
        Assert.InRange((double)whole.Length / packed.Length, least, most);
    }

    [Theory]
    [InlineData("identity")]
    [InlineData("gzip;q=0")]
    [InlineData("br")]
    public async Task Fetch_NotAcceptingGzip_IsNotCompressed(string accepted)
    {
        using HttpClient client = server.Client("http");
        using HttpRequestMessage request = Request("http", new FetchRequest { Length = 10, Compressible = true });
        request.Headers.AcceptEncoding.ParseAdd(accepted);
        using HttpResponseMessage response = await client.SendAsync(request, Cancellation);
        Assert.Empty(response.Content.Headers.ContentEncoding);
    }

    [Fact]
    public async Task Fetch_InJson_AnswersJson()
    {
        using HttpClient client = server.Client("http");
        foreach (string length in (string[])["1000", "\"1000\""])
        {
            using var content = new StringContent(
                $$"""{"length":{{length}},"compressible":true,"unknown":[1]}""",
                new MediaTypeHeaderValue("application/json"));
            using HttpResponseMessage response = await client.PostAsync("/twirp/filetransfer.Payloads/Fetch", content, Cancellation);
            Assert.Equal("application/json", response.Content.Headers.ContentType!.MediaType);
            string json = await response.Content.ReadAsStringAsync(Cancellation);
            Assert.Equal(
                Encoding.UTF8.GetByteCount(json).ToString(System.Globalization.CultureInfo.InvariantCulture),
                response.Headers.GetValues("X-Uncompressed-Length").Single());
            using var answer = JsonDocument.Parse(json);
            byte[] data = answer.RootElement.GetProperty("data").GetBytesFromBase64();
            Assert.Equal(1000, data.Length);
            Assert.Equal(
                BitwiseCrc32C.FieldOf(data)[8..],
                answer.RootElement.GetProperty("crc32c").GetUInt32().ToString("X8", System.Globalization.CultureInfo.InvariantCulture));
        }
    }

    [Theory]
    [InlineData("POST", "/twirp/filetransfer.Payloads/Fetch", "application/protobuf", "FF", 400, "malformed")]
    [InlineData("POST", "/twirp/filetransfer.Payloads/Fetch", "application/json", "7B", 400, "malformed")]
    [InlineData("POST", "/twirp/filetransfer.Payloads/Fetch", "application/json", "5B5D", 400, "malformed")]
    [InlineData("POST", "/twirp/filetransfer.Payloads/Fetch", "application/protobuf", "08FFFFFFFFFFFFFFFFFF01", 400, "invalid_argument")]
    [InlineData("POST", "/twirp/filetransfer.Payloads/Fetch", "application/protobuf", "08FFFFFFFFFFFFFFFF7F", 400, "invalid_argument")]
    [InlineData("POST", "/twirp/filetransfer.Payloads/Fetch", "text/plain", "", 404, "bad_route")]
    [InlineData("POST", "/twirp/filetransfer.Payloads/Fetch", null, "", 404, "bad_route")]
    [InlineData("GET", "/twirp/filetransfer.Payloads/Fetch", null, "", 404, "bad_route")]
    [InlineData("PUT", "/twirp/filetransfer.Payloads/Fetch", "application/protobuf", "", 404, "bad_route")]
    [InlineData("POST", "/twirp/filetransfer.Payloads/Fetched", "application/protobuf", "", 404, "bad_route")]
    [InlineData("POST", "/twirp/filetransfer.Other/Fetch", "application/protobuf", "", 404, "bad_route")]
    [InlineData("POST", "/twirp/", "application/protobuf", "", 404, "bad_route")]
    [InlineData("POST", "/twirp/filetransfer.payloads/fetch", "application/protobuf", "", 404, "bad_route")]
    [InlineData("POST", "/TWIRP/filetransfer.Payloads/Fetch", "application/protobuf", "", 404, "bad_route")]
    [InlineData("POST", "/twirp/filetransfer.Payloads/Fetch/", "application/protobuf", "", 404, "bad_route")]
    public async Task Call_Wrong_AnswersTwirpsError(string method, string path, string? type, string bodyInHex, int status, string code)
    {
        using HttpClient client = server.Client("http");
        using var request = new HttpRequestMessage(new HttpMethod(method), path);
        if (method != "GET")
        {
            request.Content = new ByteArrayContent(Convert.FromHexString(bodyInHex));
            request.Content.Headers.ContentType = type is null ? null : new MediaTypeHeaderValue(type);
        }

        using HttpResponseMessage response = await client.SendAsync(request, Cancellation);
        Assert.Equal((status, "application/json"), ((int)response.StatusCode, response.Content.Headers.ContentType!.MediaType));
        using var error = JsonDocument.Parse(await response.Content.ReadAsStringAsync(Cancellation));
        Assert.Equal(code, error.RootElement.GetProperty("code").GetString());
        Assert.NotEmpty(error.RootElement.GetProperty("msg").GetString()!);
    }

    [Fact]
    public async Task Call_CompressedRequest_IsUnimplemented()
    {
        using HttpClient client = server.Client("http");
        using HttpRequestMessage request = Request("http", new FetchRequest { Length = 1 });
        request.Content!.Headers.ContentEncoding.Add("gzip");
        using HttpResponseMessage response = await client.SendAsync(request, Cancellation);
        Assert.Equal(HttpStatusCode.NotImplemented, response.StatusCode);
        Assert.Contains("\"code\":\"unimplemented\"", await response.Content.ReadAsStringAsync(Cancellation), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Call_RequestOfAMegabyte_IsMalformed()
    {
        // A right one, but for its length: padded with a field that is not known.
        using var request = new MemoryStream();
        using (var output = new CodedOutputStream(request, leaveOpen: true))
        {
            new FetchRequest { Length = 1 }.WriteTo(output);
            output.WriteTag(15, WireFormat.WireType.LengthDelimited);
            output.WriteBytes(ByteString.CopyFrom(new byte[1 << 20]));
        }

        using HttpClient client = server.Client("http");
        using var content = new ByteArrayContent(request.ToArray());
        content.Headers.ContentType = new MediaTypeHeaderValue("application/protobuf");
        using HttpResponseMessage response = await client.PostAsync("/twirp/filetransfer.Payloads/Fetch", content, Cancellation);
        Assert.Contains("\"code\":\"malformed\"", await response.Content.ReadAsStringAsync(Cancellation), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Fetch_InJsonOfMoreThan64MiB_IsInvalidArgument()
    {
        using HttpClient client = server.Client("http");
        using var content = new StringContent("""{"length":67108865}""", new MediaTypeHeaderValue("application/json"));
        using HttpResponseMessage response = await client.PostAsync("/twirp/filetransfer.Payloads/Fetch", content, Cancellation);
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        string error = await response.Content.ReadAsStringAsync(Cancellation);
        Assert.Contains("\"code\":\"invalid_argument\"", error, StringComparison.Ordinal);
        Assert.Contains("which takes 67108864", error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("http", "application/grpc")]
    [InlineData("http2", "application/protobuf")]
    [InlineData("http2", null)]
    public async Task Grpc_OverHttp1OrOfAnotherType_IsUnsupportedMediaType(string transport, string? type)
    {
        using HttpClient client = server.Client(transport);
        using var content = new ByteArrayContent(new byte[5]);
        content.Headers.ContentType = type is null ? null : new MediaTypeHeaderValue(type);
        using var request = new HttpRequestMessage(HttpMethod.Post, "/filetransfer.Payloads/Fetch")
        {
            Content = content,
            Version = client.DefaultRequestVersion,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        using HttpResponseMessage response = await client.SendAsync(request, Cancellation);
        Assert.Equal(HttpStatusCode.UnsupportedMediaType, response.StatusCode);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Grpc_Call_AnswersOneMessageAndStatusZero(bool acceptsGzip)
    {
        using HttpClient client = server.Client("http2");
        using HttpRequestMessage request = Grpc("Fetch", new FetchRequest { Length = Size, Compressible = true }.ToByteArray());
        if (acceptsGzip)
        {
            request.Headers.Add("grpc-accept-encoding", "identity, gzip");
        }

        using HttpResponseMessage response = await client.SendAsync(request, Cancellation);
        byte[] body = await response.Content.ReadAsByteArrayAsync(Cancellation);
        Assert.Equal("0", response.TrailingHeaders.GetValues("grpc-status").Single());
        Assert.Equal((acceptsGzip ? 1 : 0, body.Length - 5), (body[0], BinaryPrimitives.ReadInt32BigEndian(body.AsSpan(1))));
        using var message = new MemoryStream(body, 5, body.Length - 5);
        using Stream unpacked = acceptsGzip ? new GZipStream(message, CompressionMode.Decompress) : message;
        Assert.Equal(Size, FetchResponse.Parser.ParseFrom(unpacked).Data.Length);
        Assert.Equal(acceptsGzip, body.Length < Size / 2);
    }

    [Theory]
    [InlineData("Fetch", "0000000000", "0")]
    [InlineData("Fetch", "00000000FF", "13")]
    [InlineData("Fetch", "", "13")]
    [InlineData("Fetch", "0100000000", "12")]
    [InlineData("Fetch", "000000000B08FFFFFFFFFFFFFFFFFF01", "3")]
    [InlineData("Other", "0000000000", "12")]
    [InlineData("fetch", "0000000000", "12")]
    [InlineData("Fetch/", "0000000000", "12")]
    [InlineData("../FILETRANSFER.payloads/Fetch", "0000000000", "12")]
    public async Task Grpc_AnyCall_HasItsStatus(string method, string bodyInHex, string status)
    {
        using HttpClient client = server.Client("http2");
        using HttpRequestMessage request = Grpc(method, message: null, Convert.FromHexString(bodyInHex));
        using HttpResponseMessage response = await client.SendAsync(request, Cancellation);
        await response.Content.ReadAsByteArrayAsync(Cancellation);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(status, response.Headers.TryGetValues("grpc-status", out IEnumerable<string>? early)
            ? early.Single()
            : response.TrailingHeaders.GetValues("grpc-status").Single());
    }

    [Fact]
    public async Task Fetch_ClientGoesWithinTheAnswer_TheServerLivesOn()
    {
        using (System.Net.Sockets.Socket socket = server.Connect("http"))
        {
            byte[] body = new FetchRequest { Length = 50 << 20 }.ToByteArray();
            socket.Send(Encoding.ASCII.GetBytes(
                "POST /twirp/filetransfer.Payloads/Fetch HTTP/1.1\r\nHost: x\r\nContent-Type: "
                + $"application/protobuf\r\nContent-Length: {body.Length}\r\n\r\n"));
            socket.Send(body);
            Assert.True(socket.Receive(new byte[1000]) > 0);
        }

        using HttpClient client = server.Client("http");
        using HttpResponseMessage response = await client.SendAsync(Request("http", new FetchRequest { Length = 10 }), Cancellation);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }

    private static HttpRequestMessage Request(string transport, FetchRequest fetch)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, "/twirp/filetransfer.Payloads/Fetch")
        {
            Content = new ByteArrayContent(fetch.ToByteArray()),
            Version = transport is "http2" or "https2" ? HttpVersion.Version20 : HttpVersion.Version11,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/protobuf");
        return request;
    }

    private static HttpRequestMessage Grpc(string method, byte[]? message, byte[]? body = null)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, $"/filetransfer.Payloads/{method}")
        {
            Content = new ByteArrayContent(body ?? GrpcFrame.Of(message)),
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/grpc");
        return request;
    }
}
