using System.Net;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;
using FileTransfer.Server.Tests.Hostile;

namespace FileTransfer.Server.Tests.Receivers;

/// <summary>A connection that is silent gives its thread and buffer away, and nobody at the other end can tell.</summary>
public sealed class ParkedConnectionTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    /// <summary>Positions in a frame of 1000 bytes at which the sender falls silent for longer than a thread is kept.</summary>
    public static TheoryData<int> Positions => [0, 1, 7, 8, 9, 500, 1007];

    public static TheoryData<string> Kinds => [.. StartedReceiver.Kinds];

    [Theory]
    [MemberData(nameof(Positions))]
    public async Task Frame_InterruptedBySilence_IsDrainedWhole(int position)
    {
        await using SocketReceiver receiver = Start("silent", new ServerOptions { ParkAfter = TimeSpan.FromMilliseconds(20) });
        using WireClient client = await WireClient.ConnectAsync(IPEndPoint.Parse(receiver.Endpoint));
        byte[] payload = Content.Of(1000);
        byte[] frame = WireClient.Frame(payload);
        for (int i = 0; i < 3; i++)
        {
            await client.SendAsync(frame.AsMemory(0, position));
            await WaitUntilParkedAsync();
            await client.SendAsync(frame.AsMemory(position));
            Assert.Equal((1000, BitwiseCrc32C.FieldOf(payload)), await client.ReadAnswerAsync());
        }

        Assert.Equal((3, 0), (receiver.Stats.Frames, receiver.Stats.Errors.Count));
    }

    /// <summary>SslStream keeps what has come of a record while its reads time out.</summary>
    [Fact]
    public async Task Tls_RecordInterruptedBySilence_IsDrainedWhole()
    {
        using var resources = new ServerResources(IPAddress.Loopback);
        await using var receiver = new SocketReceiver(
            "tlspark",
            new IPEndPoint(IPAddress.Loopback, 0),
            new ServerOptions { ParkAfter = TimeSpan.FromMilliseconds(20) },
            () => new Crc32CSink(),
            resources.Certificate);
        await using var proxy = new SlowProxy(IPEndPoint.Parse(receiver.Endpoint));
        using StreamClient client = await StreamClient.ConnectAsync(proxy.Endpoint, isEncrypted: true);
        await client.ExchangeAsync(100);
        // Every record now comes in two halves, with a pause between them.
        proxy.PauseWithin = TimeSpan.FromMilliseconds(100);
        for (int i = 0; i < 3; i++)
        {
            await client.ExchangeAsync(20_000);
        }

        Assert.Equal((4, 0), (receiver.Stats.Frames, receiver.Stats.Errors.Count));
    }

    [Fact]
    public async Task Connections_ManyAndIdle_CostNoThreads()
    {
        const int Connections = 500;
        await using SocketReceiver receiver = Start("many", new ServerOptions { ParkAfter = TimeSpan.FromMilliseconds(20) });
        List<WireClient> clients = [];
        try
        {
            for (int i = 0; i < Connections; i++)
            {
                clients.Add(await WireClient.ConnectAsync(IPEndPoint.Parse(receiver.Endpoint)));
            }

            await Task.WhenAll(clients.Select(client => client.ExchangeAsync(Content.Of(1000))));
            Assert.Equal(Connections, receiver.Stats.OpenConnections);
            await WaitUntilParkedAsync();
            await Task.WhenAll(clients.Select(client => client.ExchangeAsync(Content.Of(1000))));
        }
        finally
        {
            clients.ForEach(client => client.Dispose());
        }

        Assert.True(SpinWait.SpinUntil(() => receiver.Stats.OpenConnections == 0, s_limit), "connections stay open");
        Assert.Equal((2 * Connections, 0), (receiver.Stats.Frames, receiver.Stats.Errors.Count));
    }

    [Fact]
    public async Task Workers_FewerThanSenders_AllAreServed()
    {
        await using SocketReceiver receiver = Start(
            "few", new ServerOptions { MaximumWorkers = 2, ParkAfter = TimeSpan.FromMilliseconds(20) });
        await Task.WhenAll(Enumerable.Range(0, 20).Select(async seed =>
        {
            using WireClient client = await WireClient.ConnectAsync(IPEndPoint.Parse(receiver.Endpoint));
            for (int i = 0; i < 3; i++)
            {
                await client.ExchangeAsync(Content.Of(100_000, seed));
            }
        })).WaitAsync(s_limit, TestContext.Current.CancellationToken);
        Assert.Equal((60, 0), (receiver.Stats.Frames, receiver.Stats.Errors.Count));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Sender_OneByteAtATime_IsTooSlow(string kind)
    {
        await using var started = new StartedReceiver(
            kind,
            new ServerOptions
            {
                MinimumRate = 1000,
                RateWindow = TimeSpan.FromMilliseconds(500),
                ParkAfter = TimeSpan.FromMilliseconds(20),
                LogsEvents = false,
            });
        using StreamClient client = await started.ConnectAsync();
        await client.SendAsync(WireClient.Frame(1_000_000, []));
        var dribble = Task.Run(async () =>
        {
            while (started.Receiver.Stats.Errors.Count == 0)
            {
                await client.SendAsync(new byte[1]);
                await Task.Delay(50);
            }
        }, TestContext.Current.CancellationToken);
        Assert.Equal(-7, await client.ReadStatusAsync());
        Assert.Equal(["too-slow"], started.Receiver.Stats.Errors.Keys);
        _ = await Record.ExceptionAsync(() => dribble);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Frame_LongerThanTheTotalLimit_IsGivenUp(string kind)
    {
        await using var started = new StartedReceiver(
            kind,
            new ServerOptions { FrameTimeout = TimeSpan.FromMilliseconds(300), LogsEvents = false });
        using StreamClient client = await started.ConnectAsync();
        await client.SendAsync(WireClient.Frame(1L << 40, []));
        var stream = Task.Run(async () =>
        {
            byte[] bytes = new byte[64 << 10];
            while (started.Receiver.Stats.Errors.Count == 0)
            {
                await client.SendAsync(bytes);
            }
        }, TestContext.Current.CancellationToken);
        Assert.Equal(-7, await client.ReadStatusAsync());
        Assert.Equal(["too-slow"], started.Receiver.Stats.Errors.Keys);
        _ = await Record.ExceptionAsync(() => stream);
    }

    /// <summary>Some bytes of a token buy no more time than none.</summary>
    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Token_ThatNeverEnds_IsClosedWithinTheHandshakeLimit(string kind)
    {
        await using var started = new StartedReceiver(
            kind,
            new ServerOptions
            {
                Token = new AccessToken("a token"),
                HandshakeTimeout = TimeSpan.FromSeconds(2),
                ParkAfter = TimeSpan.FromMilliseconds(20),
                LogsEvents = false,
            });
        using StreamClient client = await started.ConnectAsync();
        await client.SendAsync(WireClient.Frame(1000, [1, 2, 3]));
        await client.AssertClosedAsync();
        Assert.Equal(["no-greeting"], started.Receiver.Stats.Errors.Keys);
    }

    private static SocketReceiver Start(string kind, ServerOptions options) =>
        new(kind, new IPEndPoint(IPAddress.Loopback, 0), options with { LogsEvents = false }, () => new Crc32CSink());

    /// <summary>Longer than a silent connection keeps its thread.</summary>
    private static Task WaitUntilParkedAsync() => Task.Delay(TimeSpan.FromMilliseconds(150), TestContext.Current.CancellationToken);
}
