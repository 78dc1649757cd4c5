using System.Text.Json;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Hostile;

/// <summary>What a sender of frames can do wrong, against the server program, and what happens then.</summary>
public sealed class HostileSenderTests(HostileServer shared)
{
    private readonly RunningServer _server = shared.Server;

    public static TheoryData<string> Kinds => [.. StreamClient.KindsAndKeep];

    /// <summary>For what takes seconds: the limits are kept by the same watch for all.</summary>
    public static TheoryData<string> Some => [.. Exhaustive.Or(["tcp", "tls", StreamClient.Keep], StreamClient.KindsAndKeep)];

    public static TheoryData<string, long, long, string> BadLengths => new(
        from kind in StreamClient.KindsAndKeep
        from length in (long[])[-1, long.MinValue, HostileServer.MaximumLength + 1, long.MaxValue]
        select (kind, length, length < 0 ? -1L : -2L, length < 0 ? "bad-length" : "too-large"));

    public static TheoryData<string, int> Cuts => new(
        from kind in StreamClient.KindsAndKeep from bytes in (int[])[1, 7, 8, 500] select (kind, bytes));

    [Theory]
    [MemberData(nameof(BadLengths))]
    public async Task Length_Impossible_IsRefusedWithoutAllocatingAndCounted(string kind, long length, long status, string error)
    {
        long counted = Errors(await _server.GetStatsAsync(kind), error);
        using StreamClient client = await StreamClient.ConnectAsync(_server, kind);
        await client.ExchangeAsync(10);
        long before = (await _server.GetJsonAsync("/stats")).GetProperty("allocatedBytes").GetInt64();
        await client.SendAsync(WireClient.Frame(length, []));
        Assert.Equal(status, await client.ReadStatusAsync());
        await client.AssertClosedAsync();
        await _server.WaitForStatsAsync(kind, stats => Errors(stats, error) > counted);
        // The other tests of the class run one after another, so that what was allocated meanwhile is next to nothing.
        long allocated = (await _server.GetJsonAsync("/stats")).GetProperty("allocatedBytes").GetInt64() - before;
        Assert.InRange(allocated, 0, 4 << 20);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Frames_HoweverTheyAreCut_AreAnswered(string kind)
    {
        using StreamClient client = await StreamClient.ConnectAsync(_server, kind);
        foreach (byte one in WireClient.Frame(Content.Of(5)))
        {
            await client.SendAsync(new[] { one });
        }

        Assert.Equal(5, await client.ReadStatusAsync());
        await client.SendAsync((byte[])[.. WireClient.Frame([]), .. WireClient.Frame(Content.Of(300)), .. WireClient.Frame([]), 0, 0, 0]);
        foreach (long size in (long[])[0, 300, 0])
        {
            Assert.Equal(size, await client.ReadStatusAsync());
        }

        await client.SendAsync((byte[])[0, 0, 0, 0, 2, 7, 7]);
        Assert.Equal(2, await client.ReadStatusAsync());
    }

    [Theory]
    [MemberData(nameof(Cuts))]
    public async Task Stream_EndsWithinAFrame_IsToldAsTruncatedAndNeverAcknowledged(string kind, int bytes)
    {
        long counted = Errors(await _server.GetStatsAsync(kind), "truncated");
        long frames;
        using (StreamClient client = await StreamClient.ConnectAsync(_server, kind))
        {
            frames = (await _server.GetStatsAsync(kind)).GetProperty("frames").GetInt64();
            await client.SendAsync(WireClient.Frame(1000, Content.Of(1000)).AsMemory(0, bytes));
            client.Socket.Shutdown(System.Net.Sockets.SocketShutdown.Send);
            await client.AssertClosedAsync();
        }

        JsonElement stats = await _server.WaitForStatsAsync(kind, stats => Errors(stats, "truncated") > counted);
        Assert.Equal(frames, stats.GetProperty("frames").GetInt64());
        _server.WaitForError(bytes < 8 ? "was truncated within the length of a frame" : $"was truncated at {bytes - 8} of 1000 bytes");
    }

    [Theory]
    [InlineData("tcp")]
    [InlineData("tls")]
    public async Task Sender_ResetsWithinAFrame_IsReleased(string kind)
    {
        long counted = Errors(await _server.GetStatsAsync(kind), "connection-lost");
        using (StreamClient client = await StreamClient.ConnectAsync(_server, kind))
        {
            await client.ExchangeAsync(10);
            await client.SendAsync(WireClient.Frame(1000, Content.Of(10)));
            client.Reset();
        }

        await _server.WaitForStatsAsync(kind, stats => Errors(stats, "connection-lost") + Errors(stats, "truncated") > counted);
        await AssertServesAsync(kind);
    }

    [Theory]
    [MemberData(nameof(Some))]
    public async Task Peer_HalfOpenWithinAFrame_IsToldAndReleasedWithinTheIdleLimit(string kind)
    {
        using StreamClient client = await StreamClient.ConnectAsync(_server, kind);
        await client.SendAsync(WireClient.Frame(1000, Content.Of(10)));
        Assert.Equal(-7, await client.ReadStatusAsync());
        await client.AssertClosedAsync();
        _server.WaitForError("was given up at 10 of 1000 bytes: nothing moved for the 3 s of --idle-timeout");
        await AssertServesAsync(kind);
    }

    /// <summary>Takes as long as a server with its usual limits needs to find a sender too slow.</summary>
    [ExhaustiveTheory]
    [MemberData(nameof(Kinds))]
    public async Task Sender_OneByteASecond_IsGivenUp(string kind)
    {
        await using RunningServer server = await RunningServer.StartAsync("--keep", shared.StoringFolder);
        using StreamClient client = await StreamClient.ConnectAsync(server, kind);
        await client.SendAsync(WireClient.Frame(1000, Content.Of(10)));
        Task<long> status = client.ReadStatusAsync(3 * ServerCommand.Limit);
        while (!status.IsCompleted)
        {
            await Task.WhenAny(status, Task.Delay(TimeSpan.FromSeconds(1), TestContext.Current.CancellationToken));
            if (!status.IsCompleted)
            {
                await client.SendAsync(Content.Of(1));
            }
        }

        Assert.Equal(-7, await status);
        server.WaitForError("are fewer than the 100 per second of --min-rate");
    }

    [Theory]
    [MemberData(nameof(Some))]
    public async Task Peer_SilentBetweenFrames_IsClosedWithinTheIdleLimit(string kind)
    {
        using StreamClient client = await StreamClient.ConnectAsync(_server, kind);
        await client.ExchangeAsync(10);
        await client.AssertClosedAsync();
        _server.WaitForError("moved nothing for the 3 s of --idle-timeout");
    }

    public static TheoryData<string> Deaf => [.. Exhaustive.Or<string[]>(["tls"], ["tcp", "unix", "tls"])];

    [Theory]
    [MemberData(nameof(Deaf))]
    public async Task Peer_NeverReadsItsAnswers_IsReleasedWithinTheIdleLimit(string kind)
    {
        long counted = Errors(await _server.GetStatsAsync(kind), "idle");
        using StreamClient client = await StreamClient.ConnectAsync(_server, kind);
        byte[] emptyFrames = new byte[1 << 20];
        // Ends when the server has closed: until then the answers, twice as long as the frames, fill every buffer.
        await Assert.ThrowsAnyAsync<Exception>(async () =>
        {
            while (true)
            {
                await client.SendAsync(emptyFrames);
            }
        });
        await _server.WaitForStatsAsync(kind, stats => Errors(stats, "idle") > counted);
        await AssertServesAsync(kind);
    }

    [Fact]
    public async Task Tls_PlaintextPeer_IsReleasedAndCounted()
    {
        long counted = Errors(await _server.GetStatsAsync("tls"), "tls-handshake");
        using StreamClient client = await StreamClient.ConnectAsync(
            System.Net.IPEndPoint.Parse(_server.Addresses["tls"]),
            isEncrypted: false);
        await client.SendAsync(WireClient.Frame(Content.Of(100)));
        await client.AssertClosedAsync();
        await _server.WaitForStatsAsync("tls", stats => Errors(stats, "tls-handshake") > counted);
        await AssertServesAsync("tls");
    }

    /// <summary>
    /// The end of the stream without close_notify (RFC 8446, 6.1): frames have lengths, so that between them nothing can be missing, and
    /// within one it is a truncation, as without TLS.
    /// </summary>
    [Theory]
    [InlineData(0, null)]
    [InlineData(3, "truncated")]
    [InlineData(100, "truncated")]
    public async Task Tls_EndsWithoutCloseNotify_IsReleasedAndCountedWithinAFrame(int bytes, string? error)
    {
        // The server of all tests of this class: what they left open would be counted here.
        JsonElement before = await _server.WaitForStatsAsync("tls", AllClosed);
        using (StreamClient client = await StreamClient.ConnectAsync(_server, "tls"))
        {
            await client.ExchangeAsync(10);
            await client.SendAsync(WireClient.Frame(Content.Of(1000)).AsMemory(0, bytes));
            client.Socket.Shutdown(System.Net.Sockets.SocketShutdown.Send);
            await client.AssertClosedAsync();
        }

        JsonElement after = await _server.WaitForStatsAsync("tls", AllClosed);
        Assert.Equal(error is null ? 0 : 1, Errors(after, "truncated") - Errors(before, "truncated"));
        Assert.Equal(before.GetProperty("frames").GetInt64() + 1, after.GetProperty("frames").GetInt64());
        Assert.Equal(Errors(before, "connection-lost"), Errors(after, "connection-lost"));
        await AssertServesAsync("tls");
    }

    /// <summary>A peer may stop at once, or after some bytes of its greeting: the limit counts from the connection on.</summary>
    [Theory]
    [InlineData(0, "no-greeting")]
    [InlineData(3, "tls-handshake")]
    public async Task Tls_HandshakeStalls_IsReleasedAndCounted(int bytes, string error)
    {
        long counted = Errors(await _server.GetStatsAsync("tls"), error);
        using StreamClient client = await StreamClient.ConnectAsync(
            System.Net.IPEndPoint.Parse(_server.Addresses["tls"]),
            isEncrypted: false);
        await client.SendAsync(((byte[])[0x16, 0x03, 0x01]).AsMemory(0, bytes));
        await client.AssertClosedAsync();
        await _server.WaitForStatsAsync("tls", stats => Errors(stats, error) > counted);
    }

    private static long Errors(JsonElement stats, string kind) =>
        stats.GetProperty("errors").TryGetProperty(kind, out JsonElement count) ? count.GetInt64() : 0;

    private static bool AllClosed(JsonElement stats) => stats.GetProperty("openConnections").GetInt64() == 0;

    private async Task AssertServesAsync(string kind)
    {
        using StreamClient next = await StreamClient.ConnectAsync(_server, kind);
        await next.ExchangeAsync(1000);
    }
}
