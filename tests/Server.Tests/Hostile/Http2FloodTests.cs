using System.Net;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Hostile;

/// <summary>
/// Floods of HTTP/2: frames that cost their sender little and the server much (CVE-2019-9511 to -9518, CVE-2023-44487, CVE-2024-27316).
/// The server serves others meanwhile, its memory is bounded, and the connection is released.
/// </summary>
public sealed class Http2FloodTests
{
    /// <summary>What a server may hold more than before, for one connection that attacks it; each flood is longer.</summary>
    private const long MostMemory = 48L << 20;

    private const long Flood = 96L << 20;

    /// <summary>Frames that need no answer or a short one, by a peer that never reads.</summary>
    public static TheoryData<string> Floods => [.. Exhaustive.Or<string[]>(
        ["ping", "continuation"],
        ["ping", "settings", "priority", "window-update", "empty-data", "reset", "continuation"])];

    [Theory]
    [MemberData(nameof(Floods))]
    public async Task Flood_OfFrames_IsBoundedAndReleasedAndOthersAreServed(string kind)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "reads /proc");
        await using RunningServer server = await StartAsync();
        await AssertServesAsync(server);
        long before = ProcessMemory.Of(server.Id);
        using Http2Attacker attacker = await Http2Attacker.ConnectAsync(server.Addresses["http2"]);
        (byte[] opening, byte[] flood) = Frames(kind);
        await attacker.SendAsync(opening);
        Task<bool> attack = attacker.FloodAsync(flood, Flood);
        long most = before;
        while (!attack.IsCompleted)
        {
            await AssertServesAsync(server);
            most = Math.Max(most, ProcessMemory.Of(server.Id));
        }

        bool isEnded = await attack;
        Assert.InRange(most - before, long.MinValue, MostMemory);
        // Frames that need an answer wait for a peer that reads none; the others are either a fault or cost next to nothing.
        Assert.True(isEnded || kind is "priority" or "empty-data", $"{kind}: the server took {Flood} bytes");

        attacker.Dispose();
        await server.WaitForStatsAsync("http2", stats => stats.GetProperty("openConnections").GetInt64() == 0);
        await AssertServesAsync(server);
    }

    /// <summary>Rapid reset: streams that are opened and cancelled at once, so that no limit of open ones holds them.</summary>
    /// <remarks>
    /// Kestrel has two bounds, and the machine's speed decides which is reached first: streams that it still follows
    /// (ENHANCE_YOUR_CALM, 0xb), and what it still has to write about them (INTERNAL_ERROR, 0x2).
    /// </remarks>
    [Fact]
    public async Task Streams_OpenedAndResetAtOnce_EndTheConnectionWithAReason()
    {
        await using RunningServer server = await StartAsync();
        using Http2Attacker attacker = await Http2Attacker.ConnectAsync(server.Addresses["http2"]);
        byte[] block = Http2Attacker.Post("/request");
        Task<uint?> end = attacker.ReadToEndAsync();
        bool isEnded = false;
        for (int first = 1; first < 200_000 && !isEnded; first += 200)
        {
            byte[] streams =
            [
                .. Enumerable.Range(0, 100).Select(i => first + (2 * i)).SelectMany(stream => (byte[])
                [
                    .. Http2Attacker.Frame(Http2Attacker.Headers, Http2Attacker.EndHeaders, stream, block),
                    .. Http2Attacker.Frame(Http2Attacker.ResetStream, flags: 0, stream, [0, 0, 0, 8]),
                ]),
            ];
            isEnded = await attacker.FloodAsync(streams, 1);
        }

        await AssertServesAsync(server);
        if (isEnded)
        {
            // A reset may overtake what the server said before it.
            Assert.Contains(await end, (uint?[])[null, 0x2, 0xb]);
        }

        attacker.Dispose();
        await server.WaitForStatsAsync("http2", stats => stats.GetProperty("openConnections").GetInt64() == 0);
    }

    /// <summary>A peer that asks for a long answer and opens no window for it holds the answer for no longer than the limits.</summary>
    [ExhaustiveFact]
    public async Task Window_OfZero_IsReleasedWithinTheIdleLimit()
    {
        await using RunningServer server = await StartAsync();
        // SETTINGS_INITIAL_WINDOW_SIZE (4) of 0.
        using Http2Attacker attacker = await Http2Attacker.ConnectAsync(server.Addresses["http2"], [0, 4, 0, 0, 0, 0]);
        await attacker.SendAsync((byte[])
        [
            .. Http2Attacker.Frame(
                Http2Attacker.Headers, Http2Attacker.EndHeaders, 1, Http2Attacker.Post("/filetransfer.Payloads/Fetch", "application/grpc")),
            // A message of 4 bytes: length (field 1) is 100,000.
            .. Http2Attacker.Frame(Http2Attacker.Data, Http2Attacker.EndStream, 1, [0, 0, 0, 0, 4, 0x08, 0xA0, 0x8D, 0x06]),
        ]);
        await attacker.ReadToEndAsync();
        await server.WaitForStatsAsync("http2", stats => stats.GetProperty("openConnections").GetInt64() == 0);
        await AssertServesAsync(server);
    }

    private static (byte[] Opening, byte[] Flood) Frames(string kind)
    {
        byte[] block = Http2Attacker.Post("/request");
        byte[] request = Http2Attacker.Frame(Http2Attacker.Headers, Http2Attacker.EndHeaders, 1, block);
        return kind switch
        {
            "ping" => ([], Many(Http2Attacker.Frame(Http2Attacker.Ping, 0, 0, new byte[8]))),
            "settings" => ([], Many(Http2Attacker.Frame(Http2Attacker.Settings, 0, 0, []))),
            "priority" => ([], Many(Http2Attacker.Frame(Http2Attacker.Priority, 0, 1, [0, 0, 0, 3, 16]))),
            "window-update" => ([], Many(Http2Attacker.Frame(Http2Attacker.WindowUpdate, 0, 0, [0x0F, 0, 0, 0]))),
            "empty-data" => (request, Many(Http2Attacker.Frame(Http2Attacker.Data, 0, 1, []))),
            "reset" => ([], Many(Http2Attacker.Frame(Http2Attacker.ResetStream, 0, 1, [0, 0, 0, 8]))),
            "continuation" => (
                Http2Attacker.Frame(Http2Attacker.Headers, 0, 1, block),
                Many(Http2Attacker.Frame(Http2Attacker.Continuation, 0, 1, Http2Attacker.Block(("x", new string('x', 100)))))),
            _ => throw new ArgumentException($"there is no flood '{kind}'", nameof(kind)),
        };
    }

    private static byte[] Many(byte[] frame) => [.. Enumerable.Repeat(frame, (64 << 10) / frame.Length).SelectMany(bytes => bytes)];

    private static Task<RunningServer> StartAsync() =>
        RunningServer.StartAsync("--handshake-timeout", "2s", "--idle-timeout", "3s", "--min-rate", "0");

    private static async Task AssertServesAsync(RunningServer server)
    {
        using var client = new HttpClient();
        using var content = new ByteArrayContent(Content.Of(1000));
        using var request = new HttpRequestMessage(HttpMethod.Put, new Uri(new Uri(server.Addresses["http2"]), "/upload"))
        {
            Content = content,
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        using HttpResponseMessage response = await client.SendAsync(request, TestContext.Current.CancellationToken)
            .WaitAsync(ServerCommand.Limit, TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }
}
