using System.Buffers.Binary;
using System.IO.Compression;
using System.Net;
using System.Net.Http.Headers;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Hostile;

/// <summary>
/// Requests of RPC that are longer than any honest one, or become so when they are unpacked: the protocol's own error, and bounded
/// memory.
/// </summary>
public sealed class RpcBombTests
{
    private const string Twirp = "/twirp/filetransfer.Payloads/Fetch";
    private const string Grpc = "/filetransfer.Payloads/Fetch";
    private const string GrpcByLibrary = "/filetransfer.GrpcPayloads/Fetch";
    private const int Bomb = 64 << 20;
    private const long MostMemory = 32L << 20;

    /// <summary>Path, packed with gzip, bytes before packing; the expected status of HTTP and of gRPC.</summary>
    /// <summary>Unpacked ones to every service, and packed ones to the one that unpacks; in the exhaustive run all.</summary>
    public static TheoryData<string, bool, int, HttpStatusCode, string?> Bombs => new(
        s_bombs.Where(bomb => Exhaustive.IsAskedFor || bomb.IsPacked == (bomb.Path == GrpcByLibrary)));

    private static readonly (string Path, bool IsPacked, int Bytes, HttpStatusCode Status, string? GrpcStatus)[] s_bombs =
    [
        (Twirp, false, Bomb, HttpStatusCode.BadRequest, null),
        (Twirp, true, Bomb, HttpStatusCode.NotImplemented, null),
        // 13 internal for what is no message, 12 unimplemented for what is packed, 8 when it is too long, packed or not.
        (Grpc, false, Bomb, HttpStatusCode.OK, "13"),
        (Grpc, true, 1 << 20, HttpStatusCode.OK, "12"),
        (GrpcByLibrary, false, Bomb, HttpStatusCode.OK, "8"),
        (GrpcByLibrary, true, Bomb, HttpStatusCode.OK, "8"),
        // Within the limit while it is packed.
        (GrpcByLibrary, true, 3 << 20, HttpStatusCode.OK, "8"),
    ];

    [Theory]
    [MemberData(nameof(Bombs))]
    public async Task Request_TooLongOnceRead_IsRefusedWithBoundedMemory(
        string path,
        bool isPacked,
        int bytes,
        HttpStatusCode status,
        string? grpcStatus)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "reads /proc");
        await using RunningServer server = await RunningServer.StartAsync();
        using var client = new HttpClient { Timeout = ServerCommand.Limit };
        await AssertServesAsync(client, server);
        long before = ProcessMemory.Of(server.Id);
        long most = before;
        for (int i = 0; i < 5; i++)
        {
            using HttpRequestMessage request = Request(server, path, Body(path, isPacked, bytes), isPacked);
            // The server may have answered, and closed, before all was sent.
            using HttpResponseMessage response = await client.SendAsync(request, TestContext.Current.CancellationToken);
            await response.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken);
            Assert.Equal(status, response.StatusCode);
            if (grpcStatus is not null)
            {
                Assert.Equal(grpcStatus, response.Headers.TryGetValues("grpc-status", out IEnumerable<string>? early)
                    ? early.Single()
                    : response.TrailingHeaders.GetValues("grpc-status").Single());
            }

            most = Math.Max(most, ProcessMemory.Of(server.Id));
        }

        Assert.InRange(most - before, long.MinValue, MostMemory);
        await AssertServesAsync(client, server);
    }

    private static byte[] Body(string path, bool isPacked, int bytes)
    {
        byte[] content = new byte[bytes];
        if (isPacked)
        {
            using var packed = new MemoryStream();
            using (var gzip = new GZipStream(packed, CompressionLevel.Optimal))
            {
                gzip.Write(content);
            }

            content = packed.ToArray();
        }

        if (path == Twirp)
        {
            return content;
        }

        byte[] head = new byte[5];
        head[0] = (byte)(isPacked ? 1 : 0);
        BinaryPrimitives.WriteInt32BigEndian(head.AsSpan(1), content.Length);
        return [.. head, .. content];
    }

    private static HttpRequestMessage Request(RunningServer server, string path, byte[] body, bool isPacked)
    {
        bool isGrpc = path != Twirp;
        var request = new HttpRequestMessage(HttpMethod.Post, new Uri(new Uri(server.Addresses[isGrpc ? "http2" : "http"]), path))
        {
            Content = new ByteArrayContent(body),
            Version = isGrpc ? HttpVersion.Version20 : HttpVersion.Version11,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue(isGrpc ? "application/grpc" : "application/protobuf");
        if (isGrpc)
        {
            request.Headers.TE.ParseAdd("trailers");
            if (isPacked)
            {
                request.Headers.Add("grpc-encoding", "gzip");
            }
        }
        else if (isPacked)
        {
            request.Content.Headers.ContentEncoding.Add("gzip");
        }

        return request;
    }

    private static async Task AssertServesAsync(HttpClient client, RunningServer server)
    {
        using HttpRequestMessage request = Request(server, Twirp, [0x08, 10], isPacked: false);
        using HttpResponseMessage response = await client.SendAsync(request, TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }
}
