using System.Net;
using System.Text.Json;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Hostile;

/// <summary>A server that asks for a token gives nothing to those who do not have it.</summary>
public sealed class TokenTests(TokenServer shared) : IClassFixture<TokenServer>
{
    private readonly RunningServer _server = shared.Server;

    public static TheoryData<string> Kinds => [.. StreamClient.Kinds];

    public static TheoryData<string, string> WrongFirstFrames => new(
        from kind in StreamClient.Kinds
        from first in (string[])["", "wrong", TokenServer.Token + "x", TokenServer.Token[..^1], new string('x', 5000)]
        select (kind, first));

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task FirstFrame_IsTheToken_TheNextOnesAreTaken(string kind)
    {
        using StreamClient client = await StreamClient.ConnectAsync(_server, kind);
        await client.SendAsync(WireClient.Frame(System.Text.Encoding.UTF8.GetBytes(TokenServer.Token)));
        Assert.Equal(TokenServer.Token.Length, await client.ReadStatusAsync());
        await client.ExchangeAsync(100_000);
        // The token is no transfer.
        Assert.Equal(1, (await _server.GetStatsAsync(kind)).GetProperty("frames").GetInt64());
    }

    [Theory]
    [MemberData(nameof(WrongFirstFrames))]
    public async Task FirstFrame_IsAnythingElse_IsRefused(string kind, string first)
    {
        using StreamClient client = await StreamClient.ConnectAsync(_server, kind);
        await client.SendAsync(WireClient.Frame(System.Text.Encoding.UTF8.GetBytes(first)));
        Assert.Equal(-6, await client.ReadStatusAsync());
        await client.AssertClosedAsync();
        Assert.DoesNotContain(TokenServer.Token, _server.Errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("pipe")]
    [InlineData("pipe-verify")]
    public async Task FirstFrame_OverAPipe_IsTheToken(string kind)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "named pipes are used on Linux only");
        long refused = Errors(await _server.GetStatsAsync(kind), "unauthorized");
        foreach (string first in (string[])["", "wrong", TokenServer.Token + "x", new string('x', 5000)])
        {
            using FifoClient stranger = await FifoClient.ConnectAsync(_server.Addresses[kind]);
            await stranger.SendAsync(WireClient.Frame(System.Text.Encoding.UTF8.GetBytes(first)));
            Assert.Equal(-6, (await stranger.ReadAnswerAsync()).Status);
            await stranger.AssertEndOfStreamAsync();
            refused++;
        }

        Assert.Equal(refused, Errors(await _server.GetStatsAsync(kind), "unauthorized"));
        _server.WaitForError($"server: {kind}: a process of this machine: presented another token");
        using FifoClient client = await FifoClient.ConnectAsync(_server.Addresses[kind]);
        await client.SendAsync(WireClient.Frame(System.Text.Encoding.UTF8.GetBytes(TokenServer.Token)));
        Assert.Equal(TokenServer.Token.Length, (await client.ReadAnswerAsync()).Status);
        await client.SendAsync(WireClient.Frame(Content.Of(1000)));
        Assert.Equal(1000, (await client.ReadAnswerAsync()).Status);
    }

    [Fact]
    public async Task Request_OfAFileWithoutTheToken_Is401AndToldOnOneLine()
    {
        using var client = new HttpClient();
        using HttpResponseMessage response = await client.GetAsync(
            new Uri(new Uri(_server.Addresses["http-file-sender"]), "/serve/file-sender/x"),
            TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.Unauthorized, response.StatusCode);
        await _server.WaitForStatsAsync("http-file-sender", stats => Errors(stats, "unauthorized") == 1);
        _server.WaitForError("was refused with 401: this server asks for a token");
    }

    /// <summary>Before the first file is asked for, in the same form as before the first file that is sent.</summary>
    [Theory]
    [InlineData(TokenServer.Token, true)]
    [InlineData("wrong", false)]
    [InlineData("/serve/file-sender/x", false)]
    [InlineData("", false)]
    public async Task FirstFrame_WhereFilesAreFetched_IsTheToken(string first, bool isAccepted)
    {
        using WireClient client = await _server.ConnectAsync("tcp-fetch");
        await client.SendAsync(WireClient.Frame(System.Text.Encoding.UTF8.GetBytes(first)));
        Assert.Equal(isAccepted ? first.Length : -6, (await client.ReadAnswerAsync()).Status);
        if (!isAccepted)
        {
            await client.AssertEndOfStreamAsync();
            _server.WaitForError(
                $"server: tcp-fetch: {client.Address}: {(first.Length == 0 ? "did not begin with the token" : "presented another token")}");
        }
    }

    [Theory]
    [InlineData("http", "")]
    [InlineData("http", "Bearer wrong")]
    [InlineData("http", "Basic " + TokenServer.Token)]
    [InlineData("http2", "Bearer ")]
    public async Task Request_WithoutTheToken_Is401(string kind, string authorization)
    {
        using HttpResponseMessage response = await PutAsync(kind, authorization);
        Assert.Equal(HttpStatusCode.Unauthorized, response.StatusCode);
        await _server.WaitForStatsAsync(kind, stats => stats.GetProperty("errors").TryGetProperty("unauthorized", out _));
        _server.WaitForError(authorization.Length == 0 ? "presented no token" : "presented another token");
        Assert.DoesNotContain(TokenServer.Token, _server.Errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("http")]
    [InlineData("http2")]
    [InlineData("http-default")]
    public async Task Request_WithTheToken_IsTaken(string kind)
    {
        using HttpResponseMessage response = await PutAsync(kind, "Bearer " + TokenServer.Token);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }

    [Fact]
    public async Task Control_WithoutTheToken_Is401()
    {
        using var client = new HttpClient();
        using HttpResponseMessage response = await client.GetAsync(
            new Uri(_server.Control, "/stats"),
            TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.Unauthorized, response.StatusCode);
    }

    [Theory]
    [InlineData("/no/such/file", "/no/such/file")]
    [InlineData("/dev/null", "the first line of /dev/null is empty")]
    public async Task TokenFile_Unusable_ExitCodeTwo(string file, string message)
    {
        (int exitCode, string _, string errors) = await ServerCommand.RunToEndAsync("--token-file", file);
        Assert.Contains(message, errors, StringComparison.Ordinal);
        Assert.Equal(2, exitCode);
    }

    private static long Errors(JsonElement stats, string kind) =>
        stats.GetProperty("errors").TryGetProperty(kind, out JsonElement count) ? count.GetInt64() : 0;

    private async Task<HttpResponseMessage> PutAsync(string kind, string authorization)
    {
        using var client = new HttpClient();
        using var request = new HttpRequestMessage(HttpMethod.Put, new Uri(new Uri(_server.Addresses[kind]), "/upload"))
        {
            Content = new ByteArrayContent(Content.Of(100)),
            Version = kind == "http2" ? HttpVersion.Version20 : HttpVersion.Version11,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        if (authorization.Length > 0)
        {
            request.Headers.TryAddWithoutValidation("Authorization", authorization);
        }

        return await client.SendAsync(request, TestContext.Current.CancellationToken);
    }
}
