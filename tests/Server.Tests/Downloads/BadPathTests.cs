using System.Text;
using System.Text.Json;
using FileTransfer.Server.Tests.Processes;
using FileTransfer.Strategies.Downloads;

namespace FileTransfer.Server.Tests.Downloads;

/// <summary>Nothing outside the served folder is ever read, however a request names it, and each try gets one clear status.</summary>
public sealed class BadPathTests(FilesServer server) : IClassFixture<FilesServer>
{
    /// <summary>What stands behind "/serve/WAY/", and the status of the answer.</summary>
    internal static IReadOnlyList<(string Target, int Status)> All { get; } =
    [
        ("../secret.txt", 400),
        ("../../secret.txt", 400),
        ("..", 400),
        (".", 400),
        ("./small.bin", 400),
        ("sub/../small.bin", 400),
        ("sub/../../secret.txt", 400),
        ("..%2fsecret.txt", 400),
        ("..%2Fsecret.txt", 400),
        ("%2e%2e/secret.txt", 400),
        ("%2e%2e%2fsecret.txt", 400),
        (".%2e/secret.txt", 400),
        ("%2e", 400),
        ("..%5csecret.txt", 400),
        ("..\\secret.txt", 400),
        ("%2fetc%2fpasswd", 400),
        ("small.bin%00", 400),
        ("small.bin%00.txt", 400),
        ("%00", 400),
        ("..%00/secret.txt", 400),
        ("small.bin%0d%0aX-Header:%20y", 400),
        ("%7f", 400),
        ("%", 400),
        ("%zz", 400),
        ("%2", 400),
        ("small.bin%", 400),
        ("%ff%fe", 400),
        ("%c0%ae%c0%ae%c0%afsecret.txt", 400),
        ("%ed%a0%80", 400),
        ("sm\u00e4ll.bin", 400),
        ("", 404),
        ("/etc/passwd", 404),
        ("/small.bin", 404),
        ("sub/", 404),
        ("sub/inner.bin", 404),
        ("small.bin/", 404),
        ("link-folder/secret.txt", 404),
        ("%252e%252e%252fsecret.txt", 404),
        ("missing", 404),
        (".hidden", 404),
        ("%2ehidden", 404),
        ("~root", 404),
        ("small.bin::$DATA", 404),
        ("link-nowhere", 403),
        ("link-in", 403),
        ("link-out", 403),
        ("link-folder", 403),
        ("sub", 403),
        ("fifo", 403),
        ("socket", 403),
        ("device", 403),
        (new string('n', 255), 404),
        (new string('n', 256), 414),
        (string.Concat(Enumerable.Repeat("%c3%bc", 128)), 414),
        (new string('n', 4096), 414),
        (new string('n', 9000), 414),
    ];

    public static TheoryData<string, string, int> Targets =>
        [.. from way in FilesServer.Ways
            from one in All
            select (way, one.Target, one.Status)];

    public static TheoryData<string> Ways => [.. FilesServer.Ways];

    public static TheoryData<string, string> WaysOverOthers =>
        [.. from way in ServingWay.All from transport in way.Transports.Skip(1) select (way.Name, transport)];

    [Theory]
    [MemberData(nameof(Targets))]
    public void Get_OfWhatIsNotServed_HasItsStatusAndNothingOfTheFile(string way, string target, int status)
    {
        if (target == "device" && !File.Exists(Path.Combine(server.Folder, "device")))
        {
            // Only root can make one: then there is nothing of that name.
            status = 404;
        }

        RawResponse response = server.Get(way, $"/serve/{way}/{target}");
        Assert.Equal(status, response.Status);
        Assert.DoesNotContain("SECRET", response.Text, StringComparison.Ordinal);
        Assert.Equal(response.Body.Length, Math.Max(0, response.Announced));
        // Kestrel itself refuses a few of them, and gives no reason.
        if (response.Body.Length > 0)
        {
            using JsonDocument json = JsonDocument.Parse(response.Body);
            Assert.NotEmpty(json.RootElement.GetProperty("error").GetString()!);
        }
    }

    /// <summary>The same over TLS, over HTTP/2, and by a Kestrel that is not tuned.</summary>
    [Theory]
    [MemberData(nameof(WaysOverOthers))]
    public async Task Get_OfWhatIsNotServedOverAnotherTransport_HasItsStatusToo(string way, string transport)
    {
        var asIs = new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true };
        using HttpClient client = server.Client(transport);
        // HttpClient writes no bytes beyond ASCII into a path, and no white space.
        foreach ((string target, int status) in All.Where(one => Ascii.IsValid(one.Target)))
        {
            if (target == "device" && !File.Exists(Path.Combine(server.Folder, "device")))
            {
                continue;
            }

            var address = new Uri($"{server.UrlOf(transport == "https2" ? "https" : transport)}/serve/{way}/{target}", asIs);
            using HttpResponseMessage? response = await GetAsync(client, address);
            if (response is null)
            {
                // Over HTTP/2 a path that none can be, or is too long for Kestrel, is a malformed request: RFC 9113, 8.1.1.
                Assert.Contains(status, (int[])[400, 414]);
                continue;
            }

            string body = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
            Assert.True(status == (int)response.StatusCode, $"{target}: {(int)response.StatusCode} instead of {status}: {body}");
            Assert.DoesNotContain("SECRET", body, StringComparison.Ordinal);
        }
    }

    /// <summary>The response; null when the server has reset the stream because of the request.</summary>
    private static async Task<HttpResponseMessage?> GetAsync(HttpClient client, Uri address)
    {
        try
        {
            return await client.GetAsync(address, TestContext.Current.CancellationToken);
        }
        catch (HttpRequestException exception) when (exception.InnerException is HttpProtocolException { ErrorCode: 1 })
        {
            return null;
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Get_TargetInAnotherForm_IsServedOrRefused(string way)
    {
        Assert.Equal(200, server.Get(way, $"/serve/{way}/small.bin?a=../../secret.txt").Status);
        Assert.Equal(200, server.Get(way, $"/serve/{way}/small%2ebin").Status);
        Assert.Equal(200, server.Get(way, $"/serve/{way}/%73mall.bin").Status);
        Assert.Equal(404, server.Get(way, $"/%73erve/{way}/small.bin").Status);
        Assert.Equal(404, server.Get(way, $"/x/../serve/{way}/link-out").Status);
        Assert.Equal(404, server.Get(way, "/serve/no-such-way/small.bin").Status);
        Assert.Equal(404, server.Get(way, $"/serve/{way}").Status);
        Assert.Equal(404, server.Get(way, "/small.bin").Status);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Post_Or_Put_405WithTheMethodsThatAreServed(string way)
    {
        foreach (string method in (string[])["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
        {
            RawResponse response = server.Get(way, $"/serve/{way}/small.bin", "Content-Length: 0\r\n", method);
            Assert.Equal((405, "GET, HEAD"), (response.Status, response.Headers["allow"]));
        }
    }

    /// <summary>Who opens a FIFO for reading, if only to look at it, lets a writer in that waits for a reader.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Fifo_AskedFor_LetsNoWriterIn(string way)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "there are no FIFOs here");
        // Of its own: a process that another test starts inherits, until it is executed, what an earlier case has open.
        string fifo = Path.Combine(server.Folder, $"fifo-{way}");
        Assert.Equal(0, await FilesServer.RunAsync("mkfifo", fifo));
        Task opened = Task.Run(
            () => new FileStream(fifo, FileMode.Open, FileAccess.Write, FileShare.ReadWrite).Dispose(),
            TestContext.Current.CancellationToken);
        Assert.Equal(403, server.Get(way, $"/serve/{way}/fifo-{way}").Status);
        Assert.False(opened.IsCompleted, "the server opened the FIFO for reading");
        using (new FileStream(fifo, FileMode.Open, FileAccess.Read, FileShare.ReadWrite))
        {
            await opened.WaitAsync(ServerCommand.Limit, TestContext.Current.CancellationToken);
        }
    }

    [Fact]
    public async Task Server_WithoutFiles_SaysHowToServeThem()
    {
        await using RunningServer none = await RunningServer.StartAsync();
        using JsonDocument ready = JsonDocument.Parse(none.ReadyLine);
        using var client = new HttpClient();
        foreach (ServingWay way in ServingWay.All)
        {
            JsonElement endpoint = ready.RootElement.GetProperty("endpoints").GetProperty(FilesServer.KindOf(way.Name));
            using HttpResponseMessage response = await client.GetAsync(
                new Uri($"{endpoint}{way.PathOf("small.bin")}"),
                TestContext.Current.CancellationToken);
            Assert.Equal(System.Net.HttpStatusCode.NotFound, response.StatusCode);
            string reason = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
            Assert.Contains("--files", reason, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task Server_WithOneFile_ServesNoOther()
    {
        string only = Path.Combine(server.Folder, "small.bin");
        await using RunningServer one = await RunningServer.StartAsync("--files", only);
        using JsonDocument ready = JsonDocument.Parse(one.ReadyLine);
        using var client = new HttpClient();
        foreach (ServingWay way in ServingWay.All)
        {
            string url = ready.RootElement.GetProperty("endpoints").GetProperty(FilesServer.KindOf(way.Name)).GetString()!;
            byte[] body = await client.GetByteArrayAsync(new Uri(url + way.PathOf("small.bin")), TestContext.Current.CancellationToken);
            Assert.Equal(server.BytesOf("small.bin"), body);
            using HttpResponseMessage other = await client.GetAsync(
                new Uri(url + way.PathOf("large.bin")),
                TestContext.Current.CancellationToken);
            Assert.Equal(System.Net.HttpStatusCode.NotFound, other.StatusCode);
        }
    }

    [Fact]
    public async Task Server_WithFilesThatDoNotExist_IsBadUsage()
    {
        (int exitCode, string _, string errors) = await ServerCommand.RunToEndAsync("--files", "/no/such/folder");
        Assert.Equal(2, exitCode);
        Assert.Contains("--files: there is no folder or file /no/such/folder", errors, StringComparison.Ordinal);
    }
}
