using System.Globalization;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Downloads;

/// <summary>Files that leave beneath Kestrel are in order with what Kestrel writes, and its connections live on.</summary>
public sealed class KestrelSocketTests(FilesServer server) : IClassFixture<FilesServer>
{
    private const string Kind = "http-kestrel-socket";
    private const string Way = "kestrel-socket";

    private static readonly string[] s_names = ["small.bin", "large.bin", "empty", "missing", "one", "link-out", "large.bin", "small.bin"];

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public void Requests_OnOneConnection_AreAnsweredInTurn()
    {
        using Socket socket = server.Connect(Kind);
        for (int round = 0; round < 5; round++)
        {
            foreach (string name in s_names)
            {
                Send(socket, RequestFor("GET", name));
                Check(name, RawResponse.ReadOne(socket));
            }
        }
    }

    /// <summary>Kestrel answers a request that was sent ahead while nothing of it may overtake the file before.</summary>
    [Fact]
    public async Task Requests_SentAhead_AreAnsweredInTurn()
    {
        using Socket socket = server.Connect(Kind);
        string[] requests = [.. Enumerable.Repeat(s_names, 10).SelectMany(names => names)];
        Task sent = Task.Run(
            () =>
            {
                foreach (string name in requests)
                {
                    Send(socket, RequestFor("GET", name) + RequestFor("HEAD", "small.bin"));
                }
            },
            Cancellation);
        foreach (string name in requests)
        {
            Check(name, RawResponse.ReadOne(socket));
            Assert.Equal(FilesServer.SmallSize, RawResponse.ReadOne(socket, hasBody: false).Announced);
        }

        await sent.WaitAsync(ServerCommand.Limit, Cancellation);
    }

    [Fact]
    public async Task OtherRequests_AreAnsweredAsByEveryKestrel()
    {
        using HttpClient client = server.Client(Kind);
        for (int round = 0; round < 3; round++)
        {
            using var content = new ByteArrayContent(server.BytesOf("large.bin"));
            using HttpResponseMessage upload = await client.PutAsync(new Uri("/upload", UriKind.Relative), content, Cancellation);
            using JsonDocument answer = JsonDocument.Parse(await upload.Content.ReadAsStringAsync(Cancellation));
            Assert.Equal(FilesServer.LargeSize, answer.RootElement.GetProperty("bytes").GetInt32());
            foreach (string way in (string[])[Way, "copy", "body-writer-64k", "static-files", Way])
            {
                byte[] body = await client.GetByteArrayAsync(new Uri(FilesServer.PathOf(way, "large.bin"), UriKind.Relative), Cancellation);
                Assert.Equal(server.BytesOf("large.bin"), body);
            }
        }
    }

    [Theory]
    [InlineData("http")]
    [InlineData("http-default")]
    [InlineData("http2")]
    [InlineData("https")]
    [InlineData("https2")]
    public async Task Get_FromAKestrelWithoutTheOutput_404WithTheReceiverThatHasIt(string transport)
    {
        using HttpClient client = server.Client(transport);
        using HttpResponseMessage response = await client.GetAsync(
            new Uri(FilesServer.PathOf(Way, "small.bin"), UriKind.Relative),
            Cancellation);
        Assert.Equal(System.Net.HttpStatusCode.NotFound, response.StatusCode);
        Assert.Contains(Kind, await response.Content.ReadAsStringAsync(Cancellation), StringComparison.Ordinal);
    }

    /// <summary>Kestrel counts the time from the bytes that it knows of, and would end such a response after its grace.</summary>
    [ExhaustiveFact]
    public async Task Client_ThatReadsSlowly_GetsTheFile()
    {
        server.Write("slow.bin", 30 << 20);
        await using RunningServer limited = await RunningServer.StartAsync(
            "--files", server.Folder, "--idle-timeout", "4s", "--min-rate", "0");
        using var client = new TcpClient { ReceiveBufferSize = 64 << 10, ReceiveTimeout = (int)ServerCommand.Limit.TotalMilliseconds };
        var address = new Uri(limited.Addresses[Kind]);
        await client.ConnectAsync(address.Host, address.Port, Cancellation);
        Send(client.Client, RequestFor("GET", "slow.bin"));
        RawResponse head = RawResponse.ReadOne(client.Client, hasBody: false);
        byte[] received = new byte[head.Announced];
        int count = 0;
        for (int pause = 0; count < received.Length; pause++)
        {
            // Twice the limit in all, and less than it at a time.
            await Task.Delay(pause < 5 ? TimeSpan.FromSeconds(1.6) : TimeSpan.Zero, Cancellation);
            for (int most = Math.Min(received.Length, count + (4 << 20)); count < most;)
            {
                int now = client.Client.Receive(received.AsSpan(count, most - count));
                Assert.True(now > 0, string.Create(CultureInfo.InvariantCulture, $"closed after {count} bytes"));
                count += now;
            }
        }

        Assert.Equal(server.BytesOf("slow.bin"), received);
    }

    [Fact]
    public async Task Client_ThatStopsReading_IsDisconnected()
    {
        server.Write("unread.bin", 30 << 20);
        await using RunningServer limited = await RunningServer.StartAsync("--files", server.Folder, "--idle-timeout", "1s");
        using var client = new TcpClient { ReceiveBufferSize = 64 << 10 };
        var address = new Uri(limited.Addresses[Kind]);
        await client.ConnectAsync(address.Host, address.Port, Cancellation);
        Send(client.Client, RequestFor("GET", "unread.bin"));
        JsonElement stats = await limited.WaitForStatsAsync(
            Kind,
            one => one.GetProperty("connections").GetInt64() == 1 && one.GetProperty("openConnections").GetInt64() == 0);
        Assert.Equal(1, stats.GetProperty("errors").GetProperty("idle").GetInt64());
    }

    private static string RequestFor(string method, string name) => $"{method} {FilesServer.PathOf(Way, name)} HTTP/1.1\r\nHost: x\r\n\r\n";

    private static void Send(Socket socket, string request) => socket.Send(Encoding.Latin1.GetBytes(request));

    private void Check(string name, RawResponse response)
    {
        Assert.Equal((name, name switch { "missing" => 404, "link-out" => 403, _ => 200 }), (name, response.Status));
        Assert.True(response.Status != 200 || server.BytesOf(name).AsSpan().SequenceEqual(response.Body));
        Assert.False(response.Headers.ContainsKey("connection"));
    }
}
