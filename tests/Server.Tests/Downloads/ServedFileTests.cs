using System.Net;
using System.Text.Json;
using FileTransfer.Strategies.Downloads;

namespace FileTransfer.Server.Tests.Downloads;

/// <summary>Every way serves every byte of a file, and says what it is.</summary>
public sealed class ServedFileTests(FilesServer server) : IClassFixture<FilesServer>
{
    private static readonly string[] s_names =
        ["empty", "one", "small.bin", "large.bin", "with space & \"ü\".bin", "a%b.bin", "no-extension"];

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public static TheoryData<string> Ways => [.. FilesServer.Ways];

    public static TheoryData<string, string> WaysAndTransports =>
    [
        .. from way in ServingWay.All
           from transport in way.Transports
           select (way.Name, transport),
    ];

    [Theory]
    [MemberData(nameof(WaysAndTransports))]
    public async Task Get_EveryFile_IsWhole(string way, string transport)
    {
        using HttpClient client = server.Client(transport);
        foreach (string name in s_names)
        {
            Uri path = new(FilesServer.PathOf(way, name), UriKind.Relative);
            using HttpResponseMessage response = await client.GetAsync(path, Cancellation);
            Assert.Equal(HttpStatusCode.OK, response.StatusCode);
            Assert.Equal("application/octet-stream", response.Content.Headers.ContentType?.MediaType);
            byte[] expected = server.BytesOf(name);
            Assert.Equal(expected.Length, response.Content.Headers.ContentLength);
            Assert.Equal(expected, await response.Content.ReadAsByteArrayAsync(Cancellation));
        }
    }

    [Theory]
    [MemberData(nameof(WaysAndTransports))]
    public async Task Head_EveryFile_HasTheLengthAndNoContent(string way, string transport)
    {
        using HttpClient client = server.Client(transport);
        foreach (string name in s_names)
        {
            using var request = new HttpRequestMessage(HttpMethod.Head, new Uri(FilesServer.PathOf(way, name), UriKind.Relative));
            (request.Version, request.VersionPolicy) = (client.DefaultRequestVersion, client.DefaultVersionPolicy);
            using HttpResponseMessage response = await client.SendAsync(request, Cancellation);
            Assert.Equal(HttpStatusCode.OK, response.StatusCode);
            Assert.Equal(server.BytesOf(name).Length, response.Content.Headers.ContentLength);
            Assert.Empty(await response.Content.ReadAsByteArrayAsync(Cancellation));
        }
    }

    /// <summary>What the harness counts on: whole files, before their last byte has left.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Stats_CountWholeFilesOnly(string way)
    {
        string kind = FilesServer.KindOf(way);
        // No other test of this class uses the receiver meanwhile: those of a class run one after another.
        JsonElement before = await server.Server.GetStatsAsync(kind);
        string path = FilesServer.PathOf(way, "small.bin");
        using (System.Net.Sockets.Socket socket = server.Connect(kind))
        {
            for (int i = 1; i <= 3; i++)
            {
                socket.Send(System.Text.Encoding.ASCII.GetBytes($"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n"));
                Assert.Equal(FilesServer.SmallSize, RawResponse.ReadOne(socket).Body.Length);
                JsonElement now = await server.Server.GetStatsAsync(kind);
                Assert.Equal(i, now.GetProperty("frames").GetInt64() - before.GetProperty("frames").GetInt64());
                Assert.Equal(i * FilesServer.SmallSize, now.GetProperty("bytes").GetInt64() - before.GetProperty("bytes").GetInt64());
            }
        }

        Assert.Equal(200, server.Get(way, path, method: "HEAD").Status);
        Assert.Contains(server.Get(way, path, "Range: bytes=1-2\r\n").Status, (int[])[200, 206]);
        Assert.Equal(404, server.Get(way, path + "x").Status);
        JsonElement after = await server.Server.GetStatsAsync(kind);
        Assert.Equal(3, after.GetProperty("frames").GetInt64() - before.GetProperty("frames").GetInt64());
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Get_AfterTheFileChanged_IsTheNewOne(string way)
    {
        string name = $"changing-{way}";
        string path = server.Write(name, 20_000, seed: 1);
        byte[] old = server.BytesOf(name);
        DateTime written = File.GetLastWriteTimeUtc(path);
        Assert.Equal(old, server.Get(way, FilesServer.PathOf(way, name)).Body);

        // The same length and the same time: what is kept anywhere would not be told from the new one.
        server.Write(name, 20_000, seed: 2);
        File.SetLastWriteTimeUtc(path, written);
        byte[] now = server.Get(way, FilesServer.PathOf(way, name)).Body;
        Assert.NotEqual(old, now);
        Assert.Equal(server.BytesOf(name), now);
    }
}
