using System.Net.Sockets;
using System.Text;
using System.Text.Json;

namespace FileTransfer.Server.Tests.Downloads;

/// <summary>The server of our own speaks HTTP/1.1 as RFC 9112 has it, with clients that do not.</summary>
public sealed class FileSenderConnectionTests(FilesServer server) : IClassFixture<FilesServer>
{
    private const string Kind = "http-file-sender";
    private static readonly string s_small = FilesServer.PathOf("file-sender", "small.bin");

    /// <summary>Requests that end the connection, and their status.</summary>
    public static TheoryData<string, int> Malformed => new()
    {
        { "GARBAGE\r\n\r\n", 400 },
        { "GET\r\n\r\n", 400 },
        { "GET /\r\n\r\n", 400 },
        { "GET  / HTTP/1.1\r\nHost: x\r\n\r\n", 400 },
        { " GET / HTTP/1.1\r\nHost: x\r\n\r\n", 400 },
        { "G\u00c4T / HTTP/1.1\r\nHost: x\r\n\r\n", 400 },
        { "GET / FTP/1.1\r\nHost: x\r\n\r\n", 400 },
        { "GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505 },
        { "GET / HTTP/1.11\r\nHost: x\r\n\r\n", 505 },
        { "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505 },
        { "GET / HTTP/1.1\r\n\r\n", 400 },
        { "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400 },
        { "GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400 },
        { "GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", 400 },
        { "GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n", 400 },
        { "GET / HTTP/1.1\r\nHost: x\r\n: no name\r\n\r\n", 400 },
        { "GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n", 400 },
        { "GET / HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n", 400 },
        { "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: nine\r\n\r\n", 400 },
        { "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400 },
        { "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc", 413 },
        { "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 413 },
        { "GET /a\u00ff HTTP/1.1\r\nHost: x\r\n\r\n", 400 },
        { $"GET /{new string('a', 9000)} HTTP/1.1\r\nHost: x\r\n\r\n", 414 },
        { $"GET / HTTP/1.1\r\nHost: x\r\nA: {new string('a', 9000)}\r\n\r\n", 431 },
        { $"GET / HTTP/1.1\r\nHost: x\r\n{string.Concat(Enumerable.Repeat("A: b\r\n", 2000))}\r\n", 431 },
        { $"GET / HTTP/1.1\r\nHost: x\r\nA: {new string('a', 3_000_000)}\r\n\r\n", 431 },
    };

    [Theory]
    [MemberData(nameof(Malformed))]
    public void Request_Malformed_HasItsStatusAndTheConnectionEnds(string request, int status)
    {
        using Socket socket = server.Connect(Kind);
        try
        {
            socket.Send(Encoding.Latin1.GetBytes(request));
        }
        catch (SocketException)
        {
            // It does not read megabytes of headers to their end.
        }

        RawResponse response = RawResponse.ReadToEnd(socket);
        Assert.Equal((status, "close"), (response.Status, response.Headers["connection"]));
        using JsonDocument json = JsonDocument.Parse(response.Body);
        Assert.NotEmpty(json.RootElement.GetProperty("error").GetString()!);
        // The others are served.
        Assert.Equal(200, server.Get("file-sender", s_small).Status);
    }

    [Fact]
    public void Requests_OnOneConnection_AreAnsweredInTurn()
    {
        using Socket socket = server.Connect(Kind);
        foreach (string name in (string[])["small.bin", "large.bin", "empty", "missing", "one", "small.bin", "link-out", "large.bin"])
        {
            Send(socket, $"GET {FilesServer.PathOf("file-sender", name)} HTTP/1.1\r\nHost: x\r\n\r\n");
            RawResponse response = RawResponse.ReadOne(socket);
            Assert.Equal(name switch { "missing" => 404, "link-out" => 403, _ => 200 }, response.Status);
            Assert.True(response.Status != 200 || server.BytesOf(name).AsSpan().SequenceEqual(response.Body));
            Assert.False(response.Headers.ContainsKey("connection"));
        }
    }

    [Fact]
    public void Requests_SentAhead_AreAnsweredInTurn()
    {
        using Socket socket = server.Connect(Kind);
        string one = $"GET {s_small} HTTP/1.1\r\nHost: x\r\n\r\n";
        string head = $"HEAD {s_small} HTTP/1.1\r\nHost: x\r\n\r\n";
        // More than the server's buffer takes at a time, and cut anywhere.
        Send(socket, string.Concat(Enumerable.Repeat(one + head, 200)));
        for (int i = 0; i < 200; i++)
        {
            Assert.Equal(server.BytesOf("small.bin"), RawResponse.ReadOne(socket).Body);
            Assert.Equal(FilesServer.SmallSize, RawResponse.ReadOne(socket, hasBody: false).Announced);
        }
    }

    [Fact]
    public void Request_ByteForByte_IsAnswered()
    {
        using Socket socket = server.Connect(Kind);
        socket.NoDelay = true;
        foreach (byte one in Encoding.ASCII.GetBytes($"\r\n\r\nGET {s_small} HTTP/1.1\r\nHost: x\r\n\r\n"))
        {
            socket.Send([one]);
        }

        Assert.Equal(server.BytesOf("small.bin"), RawResponse.ReadOne(socket).Body);
    }

    [Theory]
    [InlineData("GET {0} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")]
    [InlineData("GET {0} HTTP/1.1\r\nHost: x\r\nConnection: TE, Close\r\n\r\n")]
    [InlineData("GET {0} HTTP/1.0\r\n\r\n")]
    [InlineData("GET {0} HTTP/1.0\r\nHost: x\r\n\r\n")]
    public void Request_ThatEndsTheConnection_IsAnsweredAndTheConnectionEnds(string request)
    {
        RawResponse response = server.Raw(Kind, request.Replace("{0}", s_small, StringComparison.Ordinal));
        Assert.Equal((200, "close"), (response.Status, response.Headers["connection"]));
        Assert.Equal(server.BytesOf("small.bin"), response.Body);
    }

    [Theory]
    [InlineData("GET http://example.com{0} HTTP/1.1\r\nHost: x\r\n\r\n")]
    [InlineData("GET {0} HTTP/1.1\r\nhost:x\r\n\r\n")]
    [InlineData("GET {0} HTTP/1.1\nHost: x\n\n")]
    [InlineData("GET {0} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nX: \r\n\r\n")]
    public void Request_InAnotherForm_IsAnswered(string request)
    {
        using Socket socket = server.Connect(Kind);
        Send(socket, request.Replace("{0}", s_small, StringComparison.Ordinal));
        Assert.Equal(server.BytesOf("small.bin"), RawResponse.ReadOne(socket).Body);
    }

    [Fact]
    public void Hello_IsAnsweredWithoutContent()
    {
        using Socket socket = server.Connect(Kind);
        Send(socket, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
        RawResponse response = RawResponse.ReadOne(socket);
        Assert.Equal((204, -1), (response.Status, response.Announced));
    }

    [Fact]
    public void Response_OfAFile_HasADateATagAndTheTimeOfItsLastChange()
    {
        RawResponse response = server.Get("file-sender", s_small);
        var changed = DateTimeOffset.Parse(response.Headers["last-modified"], System.Globalization.CultureInfo.InvariantCulture);
        DateTime written = File.GetLastWriteTimeUtc(Path.Combine(server.Folder, "small.bin"));
        Assert.InRange((written - changed.UtcDateTime).TotalSeconds, 0, 1);
        Assert.Matches("^\"[0-9a-f]+-[0-9a-f]+\"$", response.Headers["etag"]);
        Assert.Equal("bytes", response.Headers["accept-ranges"]);
        Assert.True(response.Headers.ContainsKey("date"));
    }

    [Fact]
    public async Task Connections_ManyAtATime_AreAllServed()
    {
        byte[] large = server.BytesOf("large.bin");
        await Task.WhenAll(Enumerable.Range(0, 32).Select(_ => Task.Run(
            () =>
            {
                using Socket socket = server.Connect(Kind);
                for (int i = 0; i < 4; i++)
                {
                    Send(socket, $"GET {FilesServer.PathOf("file-sender", "large.bin")} HTTP/1.1\r\nHost: x\r\n\r\n");
                    Assert.True(large.AsSpan().SequenceEqual(RawResponse.ReadOne(socket).Body));
                }
            },
            TestContext.Current.CancellationToken)));
        JsonElement stats = await server.Server.WaitForStatsAsync(Kind, one => one.GetProperty("openConnections").GetInt64() == 0);
        Assert.True(stats.GetProperty("connections").GetInt64() >= 32);
    }

    private static void Send(Socket socket, string request) => socket.Send(Encoding.Latin1.GetBytes(request));
}
