using System.Globalization;
using System.Net;
using System.Text.Json;
using FileTransfer.Server.Tests.Processes;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Server.Tests;

/// <summary>The wire format as other programs speak it, against the server program.</summary>
public sealed class WireFormatTests(SharedServer shared)
{
    private readonly RunningServer _server = shared.Server;

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(8)]
    [InlineData(262_136)]
    [InlineData(262_144)]
    [InlineData(262_145)]
    [InlineData(1_048_576)]
    public async Task Frame_AnySize_IsConfirmedWithItsChecksum(int size)
    {
        using WireClient client = await _server.ConnectAsync();
        await client.ExchangeAsync(Content.Of(size));
        await client.ExchangeAsync(Content.Of(size, seed: 2));
    }

    [Fact]
    public async Task Frames_ToDrainingReceiver_HaveAChecksumWhereItChoseToCheck()
    {
        const int Frames = 2000;
        byte[] content = Content.Of(1000);
        string checksum = BitwiseCrc32C.FieldOf(content);
        // Nobody else may send to it meanwhile.
        await using RunningServer server = await RunningServer.StartAsync();
        using WireClient client = await server.ConnectAsync("tcp");
        List<long> found = [];
        for (int i = 1; i <= Frames; i++)
        {
            await client.SendAsync(WireClient.Frame(content));
            (long status, string field) = await client.ReadAnswerAsync();
            Assert.Equal(1000, status);
            if (field != new string('0', 16))
            {
                Assert.Equal(checksum, field);
                found.Add(i);
            }
        }

        // One in 64 by chance; fewer than one or more than a hundred has a probability of less than 10⁻¹³.
        Assert.InRange(found.Count, 1, 100);
        ReceiverChecks checks = (await server.GetJsonAsync("/checks?receiver=tcp&after=0")).Deserialize(
            ServerJson.Default.ReceiverChecks)!;
        Assert.Equal(Frames, checks.Frames);
        Assert.Equal(found, checks.Checks.Select(check => check.Frame));
        Assert.All(checks.Checks, check => Assert.Equal(checksum, check.Crc32C.ToString("X16", CultureInfo.InvariantCulture)));
        ReceiverChecks last = (await server.GetJsonAsync($"/checks?receiver=tcp&after={found[^1] - 1}")).Deserialize(
            ServerJson.Default.ReceiverChecks)!;
        Assert.Equal(found[^1], Assert.Single(last.Checks).Frame);
    }

    [Theory]
    [InlineData("/checks")]
    [InlineData("/checks?receiver=tcp")]
    [InlineData("/checks?receiver=tcp&after=x")]
    public async Task Checks_AskedForBadly_IsBadRequest(string path)
    {
        using HttpResponseMessage response = await _server.GetAsync(path);
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
    }

    [Fact]
    public async Task Checks_OfNoReceiver_IsNotFound()
    {
        using HttpResponseMessage response = await _server.GetAsync("/checks?receiver=carrier-pigeon&after=0");
        Assert.Equal(HttpStatusCode.NotFound, response.StatusCode);
    }

    [Fact]
    public async Task Frame_CheckValue_HasThePublishedChecksum()
    {
        using WireClient client = await _server.ConnectAsync();
        await client.SendAsync(WireClient.Frame("123456789"u8));
        Assert.Equal((9, "00000000E3069283"), await client.ReadAnswerAsync());
    }

    [Fact]
    public async Task Frames_ManyInOneSend_AreConfirmedInOrder()
    {
        int[] sizes = [5, 0, 4096, 1, 0, 300_000, 9];
        using WireClient client = await _server.ConnectAsync();
        await client.SendAsync(sizes.SelectMany((size, seed) => WireClient.Frame(Content.Of(size, seed))).ToArray());
        for (int seed = 0; seed < sizes.Length; seed++)
        {
            Assert.Equal((sizes[seed], BitwiseCrc32C.FieldOf(Content.Of(sizes[seed], seed))), await client.ReadAnswerAsync());
        }
    }

    [Fact]
    public async Task Frame_ByteByByte_IsConfirmed()
    {
        using WireClient client = await _server.ConnectAsync();
        foreach (byte value in WireClient.Frame(Content.Of(20)))
        {
            await client.SendAsync(new[] { value });
        }

        Assert.Equal((20, BitwiseCrc32C.FieldOf(Content.Of(20))), await client.ReadAnswerAsync());
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(7)]
    public async Task Frame_HeaderBeginsInTheSendBefore_IsConfirmed(int early)
    {
        byte[] second = WireClient.Frame(Content.Of(300_000, seed: 2));
        using WireClient client = await _server.ConnectAsync();
        await client.SendAsync((byte[])[.. WireClient.Frame(Content.Of(10)), .. second[..early]]);
        Assert.Equal((10, BitwiseCrc32C.FieldOf(Content.Of(10))), await client.ReadAnswerAsync());
        await client.SendAsync(second.AsMemory(early));
        Assert.Equal((300_000, BitwiseCrc32C.FieldOf(Content.Of(300_000, seed: 2))), await client.ReadAnswerAsync());
    }

    [Fact]
    public async Task Frame_RefusedWhileMoreArrives_StatusArrivesBeforeTheEndOfStream()
    {
        using WireClient client = await _server.ConnectAsync();
        await client.SendAsync(WireClient.Frame(-1, Content.Of(4 << 20)));
        Assert.Equal(-1, (await client.ReadAnswerAsync()).Status);
        await client.AssertEndOfStreamAsync();
    }

    [Theory]
    [InlineData(-1L, -1L)]
    [InlineData(long.MinValue, -1L)]
    [InlineData(1_048_577L, -2L)]
    [InlineData(long.MaxValue, -2L)]
    public async Task Frame_BadLength_IsRefusedAndTheConnectionCloses(long length, long status)
    {
        using WireClient client = await _server.ConnectAsync();
        using WireClient other = await _server.ConnectAsync();
        await client.SendAsync(WireClient.Frame(length, Content.Of(100)));
        Assert.Equal((status, "0000000000000000"), await client.ReadAnswerAsync());
        await client.AssertEndOfStreamAsync();
        await other.ExchangeAsync(Content.Of(100));
    }

    [Fact]
    public async Task Frame_BadLengthAfterGoodOnes_LeavesTheirConfirmations()
    {
        using WireClient client = await _server.ConnectAsync();
        await client.SendAsync((byte[])[.. WireClient.Frame(Content.Of(10)), .. WireClient.Frame(-5, [])]);
        Assert.Equal(10, (await client.ReadAnswerAsync()).Status);
        Assert.Equal(-1, (await client.ReadAnswerAsync()).Status);
        await client.AssertEndOfStreamAsync();
    }

    [Fact]
    public async Task EndOfStream_BetweenFrames_ClosesWithoutAWord()
    {
        using WireClient client = await _server.ConnectAsync();
        await client.ExchangeAsync(Content.Of(10));
        client.FinishSending();
        await client.AssertEndOfStreamAsync();
    }

    [Fact]
    public async Task Statistics_OfAServer_CountBytesFramesConnectionsAndErrors()
    {
        await using RunningServer server = await RunningServer.StartAsync("--max-length", "1K");
        using (WireClient clean = await server.ConnectAsync())
        {
            await clean.ExchangeAsync(Content.Of(1000));
            await clean.ExchangeAsync(Content.Of(24));
            JsonElement open = await server.GetStatsAsync("tcp-verify");
            Assert.Equal("1024 2 1 1 {}", Line(open));
        }

        Assert.Equal("1024 2 1 0 {}", Line(await server.WaitForStatsAsync("tcp-verify", IsIdle)));
        await EndWithAsync(server, WireClient.Frame(1000, Content.Of(10)));
        await EndWithAsync(server, [0, 0, 0]);
        await EndWithAsync(server, WireClient.Frame(-1, []));
        await EndWithAsync(server, WireClient.Frame(1025, []));
        JsonElement stats = await server.WaitForStatsAsync("tcp-verify", IsIdle);
        Assert.Equal("""1024 2 5 0 {"bad-length":1,"too-large":1,"truncated":2}""", Line(stats));
        Assert.Equal("0 0 0 0 {}", Line(await server.GetStatsAsync("tcp")));
    }

    private static async Task EndWithAsync(RunningServer server, byte[] bytes)
    {
        long before = (await server.GetStatsAsync("tcp-verify")).GetProperty("connections").GetInt64();
        using WireClient client = await server.ConnectAsync();
        await client.SendAsync(bytes);
        client.FinishSending();
        await server.WaitForStatsAsync("tcp-verify", stats => stats.GetProperty("connections").GetInt64() == before + 1 && IsIdle(stats));
    }

    private static bool IsIdle(JsonElement stats) => stats.GetProperty("openConnections").GetInt64() == 0;

    private static string Line(JsonElement stats) =>
        $"{stats.GetProperty("bytes")} {stats.GetProperty("frames")} {stats.GetProperty("connections")} "
        + $"{stats.GetProperty("openConnections")} {stats.GetProperty("errors").GetRawText()}";
}
