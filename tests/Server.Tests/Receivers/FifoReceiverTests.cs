using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;

namespace FileTransfer.Server.Tests.Receivers;

public sealed class FifoReceiverTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);
    // Long enough for the sender that follows the silent one to begin, however busy the machine is.
    private static readonly TimeSpan s_shortIdle = TimeSpan.FromSeconds(1);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(65_528)]
    [InlineData(65_536)]
    [InlineData(300_000)]
    [InlineData(TestFifo.MaximumLength)]
    public async Task Frame_AnySize_IsConfirmedWithItsChecksum(int size)
    {
        await using FifoReceiver receiver = TestFifo.Start();
        using FifoClient client = await FifoClient.ConnectAsync(receiver.Endpoint);
        await client.ExchangeAsync(Content.Of(size));
        await client.ExchangeAsync(Content.Of(size, seed: 2));
        Assert.Equal(
            (2, 2L * size, 1, 1),
            (receiver.Stats.Frames, receiver.Stats.Bytes, receiver.Stats.Connections, receiver.Stats.OpenConnections));
    }

    [Theory]
    [InlineData(-1L, -1L, "bad-length")]
    [InlineData(long.MinValue, -1L, "bad-length")]
    [InlineData(TestFifo.MaximumLength + 1L, -2L, "too-large")]
    [InlineData(long.MaxValue, -2L, "too-large")]
    public async Task Frame_BadLength_IsRefusedAndTheNextSenderIsServed(long length, long status, string error)
    {
        await using FifoReceiver receiver = TestFifo.Start();
        using FifoClient refused = await FifoClient.ConnectAsync(receiver.Endpoint);
        await refused.SendAsync(WireClient.Frame(length, Content.Of(100)));
        Assert.Equal((status, "0000000000000000"), await refused.ReadAnswerAsync());
        await refused.AssertEndOfStreamAsync();
        // It is still there with its pipe open, and what it has left in it is nobody's business.
        using FifoClient next = await FifoClient.ConnectAsync(receiver.Endpoint);
        await next.ExchangeAsync(Content.Of(100));
        await refused.AssertBrokenAsync();
        Assert.Equal((error, 1), Assert.Single(receiver.Stats.Errors.Select(counted => (counted.Key, counted.Value))));
    }

    [Theory]
    [InlineData(3)]
    [InlineData(8)]
    [InlineData(500)]
    public async Task Frame_CutShort_IsCountedAndTheNextSenderIsServed(int bytes)
    {
        await using FifoReceiver receiver = TestFifo.Start();
        using (FifoClient cut = await FifoClient.ConnectAsync(receiver.Endpoint))
        {
            await cut.SendAsync(WireClient.Frame(Content.Of(1000))[..bytes]);
            cut.FinishSending();
            await cut.AssertEndOfStreamAsync();
        }

        using FifoClient next = await FifoClient.ConnectAsync(receiver.Endpoint);
        await next.ExchangeAsync(Content.Of(1000));
        Assert.Equal(("truncated", 1), Assert.Single(receiver.Stats.Errors.Select(error => (error.Key, error.Value))));
        Assert.Equal(2, receiver.Stats.Connections);
    }

    [Fact]
    public async Task EndOfStream_BetweenFrames_IsNoError()
    {
        await using FifoReceiver receiver = TestFifo.Start();
        using FifoClient client = await FifoClient.ConnectAsync(receiver.Endpoint);
        await client.ExchangeAsync(Content.Of(10));
        client.FinishSending();
        await client.AssertEndOfStreamAsync();
        Assert.True(SpinWait.SpinUntil(() => receiver.Stats.OpenConnections == 0, s_limit), "the connection stays open");
        Assert.Empty(receiver.Stats.Errors);
    }

    [Fact]
    public async Task Senders_OneIsConnected_TheNextWaitsForItsTurn()
    {
        await using FifoReceiver receiver = TestFifo.Start();
        FifoClient first = await FifoClient.ConnectAsync(receiver.Endpoint);
        await first.ExchangeAsync(Content.Of(10));
        Task<FifoClient> waiting = FifoClient.ConnectAsync(receiver.Endpoint);
        await first.ExchangeAsync(Content.Of(1000));
        Assert.False(waiting.IsCompleted);
        first.Dispose();
        using FifoClient second = await waiting;
        await second.ExchangeAsync(Content.Of(20));
        Assert.Equal((3, 2), (receiver.Stats.Frames, receiver.Stats.Connections));
    }

    [Fact]
    public async Task Sender_LeavesWithoutOpeningTheAnswers_IsCountedAndTheNextIsServed()
    {
        await using FifoReceiver receiver = TestFifo.Start();
        (await FifoClient.ConnectWithoutAnswersAsync(receiver.Endpoint)).Dispose();
        // Who comes sooner takes its place unnoticed: nothing of it is in the pipe.
        Assert.True(
            SpinWait.SpinUntil(() => receiver.Stats is { OpenConnections: 0, Connections: 1 }, s_limit),
            "the connection stays open");
        using FifoClient next = await FifoClient.ConnectAsync(receiver.Endpoint);
        await next.ExchangeAsync(Content.Of(10));
        Assert.Equal(("connection-lost", 1), Assert.Single(receiver.Stats.Errors.Select(error => (error.Key, error.Value))));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Sender_SilentForTooLong_IsClosedAndTheNextIsServed(bool opensAnswers)
    {
        // Who has not even opened both pipes is waited for as for a handshake.
        await using FifoReceiver receiver = TestFifo.Start(
            opensAnswers ? new ServerOptions { IdleTimeout = s_shortIdle } : new ServerOptions { HandshakeTimeout = s_shortIdle });
        using FifoClient silent = opensAnswers
            ? await FifoClient.ConnectAsync(receiver.Endpoint)
            : await FifoClient.ConnectWithoutAnswersAsync(receiver.Endpoint);
        Assert.True(
            SpinWait.SpinUntil(() => receiver.Stats is { OpenConnections: 0, Connections: 1 }, s_limit),
            "the connection stays open");
        Assert.Equal(
            (opensAnswers ? "idle" : "no-greeting", 1),
            Assert.Single(receiver.Stats.Errors.Select(error => (error.Key, error.Value))));
        await silent.AssertBrokenAsync();
        using FifoClient next = await FifoClient.ConnectAsync(receiver.Endpoint);
        await next.ExchangeAsync(Content.Of(10));
    }

    /// <summary>However much of the token has come: the only place is for those who present it.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(12)]
    public async Task Sender_WithoutTheToken_IsClosedWithinTheHandshakeLimitAndTheNextIsServed(int bytes)
    {
        const string Token = "a token of some length";
        using var errors = new StringWriter();
        await using FifoReceiver receiver = TestFifo.Start(
            new ServerOptions { HandshakeTimeout = s_shortIdle, Token = new AccessToken(Token), Errors = errors },
            logsEvents: true);
        byte[] token = WireClient.Frame(System.Text.Encoding.UTF8.GetBytes(Token));
        using FifoClient silent = await FifoClient.ConnectAsync(receiver.Endpoint);
        await silent.SendAsync(token[..bytes]);
        Assert.True(
            SpinWait.SpinUntil(() => receiver.Stats is { OpenConnections: 0, Connections: 1 }, s_limit),
            "the connection stays open");
        await silent.AssertBrokenAsync();
        Assert.Equal(("no-greeting", 1), Assert.Single(receiver.Stats.Errors.Select(error => (error.Key, error.Value))));
        Assert.EndsWith(
            "Z server: pipe-test: a process of this machine: did not say who it is in time\n",
            errors.ToString(),
            StringComparison.Ordinal);
        using FifoClient next = await FifoClient.ConnectAsync(receiver.Endpoint);
        await next.SendAsync(token);
        Assert.Equal(Token.Length, (await next.ReadAnswerAsync()).Status);
        // It may now be silent for longer than the handshake takes.
        await Task.Delay(1.5 * s_shortIdle, TestContext.Current.CancellationToken);
        await next.ExchangeAsync(Content.Of(1000));
    }

    [Theory]
    [InlineData(true, "left before it opened the pipe of its answers")]
    [InlineData(false, "did not open the pipe of its answers in time")]
    public async Task Sender_DoesNotOpenTheAnswers_IsToldOnOneLine(bool leaves, string told)
    {
        using var errors = new StringWriter();
        await using FifoReceiver receiver = TestFifo.Start(
            new ServerOptions { HandshakeTimeout = leaves ? s_limit : s_shortIdle, Errors = errors },
            logsEvents: true);
        using FifoClient sender = await FifoClient.ConnectWithoutAnswersAsync(receiver.Endpoint);
        if (leaves)
        {
            sender.Dispose();
        }

        Assert.True(
            SpinWait.SpinUntil(() => receiver.Stats is { OpenConnections: 0, Connections: 1 }, s_limit),
            "the connection stays open");
        Assert.EndsWith($"Z server: pipe-test: a process of this machine: {told}\n", errors.ToString(), StringComparison.Ordinal);
        Assert.Equal(1, errors.ToString().Count(letter => letter == '\n'));
    }

    [Fact]
    public async Task Sink_Throws_EndsItsConnectionWithMinusThree()
    {
        using var errors = new StringWriter();
        await using var receiver = new FifoReceiver("pipe-broken", new ServerOptions { Errors = errors }, () => new ThrowingSink());
        using FifoClient client = await FifoClient.ConnectAsync(receiver.Endpoint);
        await client.SendAsync(WireClient.Frame(Content.Of(10)));
        Assert.Equal(-3, (await client.ReadAnswerAsync()).Status);
        await client.AssertEndOfStreamAsync();
        Assert.Equal(("receiver-failure", 1), Assert.Single(receiver.Stats.Errors.Select(error => (error.Key, error.Value))));
        Assert.Contains(
            "Z server: pipe-broken: the connection of a process of this machine ended by a fault",
            errors.ToString(),
            StringComparison.Ordinal);
    }

    private sealed class ThrowingSink : IPayloadSink
    {
        public uint? Crc32C => null;

        public void Begin(long? length)
        {
        }

        public void Append(ReadOnlySpan<byte> bytes) => throw new InvalidOperationException("broken on purpose");
    }
}
