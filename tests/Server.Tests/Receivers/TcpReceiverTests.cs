using System.Net;
using System.Text.RegularExpressions;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;

namespace FileTransfer.Server.Tests.Receivers;

public sealed partial class SocketReceiverTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan s_still = TimeSpan.FromMilliseconds(200);

    [Fact]
    public async Task Connections_FiftyAtOnce_EachHasItsOwnChecksums()
    {
        const int Connections = 50;
        await using SocketReceiver receiver = Start("fifty");
        await Task.WhenAll(Enumerable.Range(0, Connections).Select(async seed =>
        {
            using WireClient client = await ConnectAsync(receiver);
            foreach (int size in (int[])[10_000 + seed, 0, 100_000 + seed])
            {
                await client.ExchangeAsync(Content.Of(size, seed));
            }
        })).WaitAsync(s_limit, TestContext.Current.CancellationToken);
        Assert.Equal(3 * Connections, receiver.Stats.Frames);
        Assert.Equal(Enumerable.Range(0, Connections).Sum(seed => 110_000 + (2 * seed)), receiver.Stats.Bytes);
        Assert.Equal(Connections, receiver.Stats.Connections);
        Assert.True(SpinWait.SpinUntil(() => receiver.Stats.OpenConnections == 0, s_limit), "connections stay open");
        Assert.Empty(receiver.Stats.Errors);
    }

    /// <summary>Frames, headers and payloads end anywhere in a buffer, however small.</summary>
    [Theory]
    [InlineData(512)]
    [InlineData(4096)]
    public async Task Drain_SmallBuffer_IsTheSame(int bytes)
    {
        await using SocketReceiver receiver = Start("small", new ServerOptions { BufferSize = bytes });
        using WireClient client = await ConnectAsync(receiver);
        foreach (int size in (int[])[0, 1, bytes - 8, bytes - 7, bytes, (3 * bytes) + 1, 100_000])
        {
            await client.ExchangeAsync(Content.Of(size));
        }

        Assert.Equal((7, 0), (receiver.Stats.Frames, receiver.Stats.Errors.Count));
    }

    [Fact]
    public async Task Dispose_ConnectionsOpen_EndsThemAndTheirThreads()
    {
        const string Kind = "ends";
        // A connection that is idle for a second gives its thread back, and a busy machine can take that long below.
        SocketReceiver receiver = Start(Kind, new ServerOptions { Grace = TimeSpan.FromMilliseconds(200), ParkAfter = s_limit });
        using WireClient idle = await ConnectAsync(receiver);
        using WireClient within = await ConnectAsync(receiver);
        await idle.ExchangeAsync(Content.Of(10));
        await within.ExchangeAsync(Content.Of(10));
        // More than the buffers of both sockets hold: once it is sent, the receiver is within the frame.
        await within.SendAsync(WireClient.Frame(1 << 26, Content.Of(1 << 25)));
        Assert.Equal(2, receiver.Stats.OpenConnections);
        // One that accepts, one that watches, and one for each of the two.
        int threads = OperatingSystem.IsLinux() ? 4 : 0;
        Assert.True(SpinWait.SpinUntil(() => Threads(Kind) == threads, s_limit), $"{Threads(Kind)} threads");

        await Task.Run(() => receiver.DisposeAsync().AsTask(), TestContext.Current.CancellationToken).WaitAsync(
            s_limit,
            TestContext.Current.CancellationToken);

        Assert.Equal(0, receiver.Stats.OpenConnections);
        Assert.Equal(("stopped", 1), Assert.Single(receiver.Stats.Errors.Select(error => (error.Key, error.Value))));
        Assert.True(SpinWait.SpinUntil(() => Threads(Kind) == 0, s_limit), "threads go on");
        Assert.Equal(-4, (await within.ReadAnswerAsync()).Status);
        await idle.AssertEndOfStreamAsync();
    }

    [Fact]
    public async Task Dispose_WhileASenderIsSending_ReturnsWithinTheLimit()
    {
        SocketReceiver receiver = Start("busy", new ServerOptions { Grace = TimeSpan.FromMilliseconds(200) });
        using WireClient client = await ConnectAsync(receiver);
        await client.ExchangeAsync(Content.Of(10));
        var sending = Task.Run(async () =>
        {
            await client.SendAsync(WireClient.Frame(1L << 40, []));
            byte[] chunk = Content.Of(1 << 20);
            while (true)
            {
                await client.SendAsync(chunk);
            }
        }, TestContext.Current.CancellationToken);
        await Task.Run(() => receiver.DisposeAsync().AsTask(), TestContext.Current.CancellationToken).WaitAsync(
            s_limit,
            TestContext.Current.CancellationToken);
        Assert.Equal(0, receiver.Stats.OpenConnections);
        // A sender that met a closed window just then may learn of the end only when TCP probes it: minutes, at worst.
        client.Dispose();
        await Assert.ThrowsAnyAsync<Exception>(() => sending.WaitAsync(s_limit, TestContext.Current.CancellationToken));
        Assert.True(sending.IsFaulted);
    }

    [Fact]
    public async Task Dispose_WhileASenderDoesNotReadItsAnswers_ReturnsWithinTheLimit()
    {
        // What is under way here cannot end by itself, so that the whole limit is waited for.
        SocketReceiver receiver = Start("unread", new ServerOptions
        {
            Grace = TimeSpan.FromMilliseconds(100),
            StopLimit = TimeSpan.FromMilliseconds(200),
        });
        using WireClient client = await ConnectAsync(receiver);
        byte[] emptyFrames = new byte[1 << 20];
        var sending = Task.Run(async () =>
        {
            while (true)
            {
                await client.SendAsync(emptyFrames);
            }
        }, TestContext.Current.CancellationToken);
        // Until nothing moves any more: the receiver waits for room for its answers, and no longer reads.
        long frames;
        do
        {
            frames = receiver.Stats.Frames;
        }
        while (SpinWait.SpinUntil(() => receiver.Stats.Frames != frames, s_still) || frames == 0);

        await Task.Run(() => receiver.DisposeAsync().AsTask(), TestContext.Current.CancellationToken).WaitAsync(
            s_limit,
            TestContext.Current.CancellationToken);
        // Its thread is let go after so short a limit, and ends when it next runs.
        Assert.True(SpinWait.SpinUntil(() => receiver.Stats.OpenConnections == 0, s_limit), "the connection stays open");
        client.Dispose();
        await Assert.ThrowsAnyAsync<Exception>(() => sending.WaitAsync(s_limit, TestContext.Current.CancellationToken));
        Assert.True(sending.IsFaulted);
    }

    [Fact]
    public async Task Connection_SilentForTooLong_IsClosedAndCounted()
    {
        await using SocketReceiver receiver = Start("silent", new ServerOptions { IdleTimeout = TimeSpan.FromMilliseconds(50) });
        using WireClient client = await ConnectAsync(receiver);
        await client.AssertEndOfStreamAsync();
        Assert.True(SpinWait.SpinUntil(() => receiver.Stats.OpenConnections == 0, s_limit), "the connection stays open");
        Assert.Equal(("idle", 1), Assert.Single(receiver.Stats.Errors.Select(error => (error.Key, error.Value))));
    }

    [Fact]
    public async Task Sink_Throws_EndsItsOwnConnectionWithMinusThree()
    {
        using var errors = new StringWriter();
        await using SocketReceiver receiver = StartBroken(errors);
        using WireClient other = await ConnectAsync(receiver);
        using WireClient client = await ConnectAsync(receiver);
        await client.SendAsync(WireClient.Frame(Content.Of(ThrowingSink.BadSize)));
        Assert.Equal(-3, (await client.ReadAnswerAsync()).Status);
        await client.AssertEndOfStreamAsync();
        await other.SendAsync(WireClient.Frame(Content.Of(1)));
        Assert.Equal(1, (await other.ReadAnswerAsync()).Status);
        Assert.Equal(("receiver-failure", 1), Assert.Single(receiver.Stats.Errors.Select(error => (error.Key, error.Value))));
    }

    [Fact]
    public async Task Sink_Throws_IsToldOnOneLineOfStandardError()
    {
        using var errors = new StringWriter();
        await using SocketReceiver receiver = StartBroken(errors);
        using WireClient client = await ConnectAsync(receiver);
        await client.SendAsync(WireClient.Frame(Content.Of(ThrowingSink.BadSize)));
        Assert.Equal(-3, (await client.ReadAnswerAsync()).Status);
        Match line = Assert.Single(FailureLine().Matches(errors.ToString()));
        Assert.Equal(errors.ToString().Length, line.Length);
        Assert.Equal("broken", line.Groups["receiver"].Value);
        Assert.Equal(client.Address.ToString(), line.Groups["peer"].Value);
        Assert.StartsWith(
            "System.InvalidOperationException: broken on purpose <- System.FormatException: a cause of two lines",
            line.Groups["what"].Value,
            StringComparison.Ordinal);
        Assert.EndsWith("ThrowingSink.Append)", line.Groups["what"].Value, StringComparison.Ordinal);
    }

    /// <summary>A sender may go when and how it likes: that is counted, and no fault.</summary>
    [Theory]
    [InlineData("closes between frames", null, null)]
    [InlineData("closes within a frame", "truncated", "was truncated at 10 of 1000 bytes")]
    [InlineData("resets", "connection-lost", "was lost at 10 of 1000 bytes")]
    [InlineData("says nonsense", "bad-length", "announced -1 bytes")]
    public async Task Sender_Ends_IsCountedAndToldOnOneLine(string how, string? counted, string? told)
    {
        using var errors = new StringWriter();
        await using SocketReceiver receiver = Start("ended", new ServerOptions { Errors = errors });
        using (WireClient client = await ConnectAsync(receiver))
        {
            await client.ExchangeAsync(Content.Of(10));
            if (how is "closes within a frame" or "resets")
            {
                await client.SendAsync(WireClient.Frame(1000, Content.Of(10)));
            }
            else if (how == "says nonsense")
            {
                await client.SendAsync(WireClient.Frame(-1, []));
            }

            if (how == "resets")
            {
                client.Reset();
            }
        }

        Assert.True(SpinWait.SpinUntil(() => receiver.Stats.OpenConnections == 0, s_limit), "the connection stays open");
        Assert.Equal(counted is null ? [] : [counted], receiver.Stats.Errors.Keys);
        Assert.Equal(told is null ? "" : $"{told}\n", errors.ToString().Split(": ")[^1]);
        Assert.Equal(told is null ? 0 : 1, errors.ToString().Count(letter => letter == '\n'));
    }

    [GeneratedRegex(
        @"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z server: (?<receiver>\S+): "
        + @"the connection of (?<peer>\S+) ended by a fault of the server: (?<what>[^\n]+)\n")]
    private static partial Regex FailureLine();

    private static SocketReceiver StartBroken(TextWriter errors) =>
        new("broken", new IPEndPoint(IPAddress.Loopback, 0), new ServerOptions { Errors = errors }, () => new ThrowingSink());

    private static SocketReceiver Start(string kind, ServerOptions? options = null) =>
        new(kind, new IPEndPoint(IPAddress.Loopback, 0), options ?? new ServerOptions(), () => new Crc32CSink());

    private static Task<WireClient> ConnectAsync(SocketReceiver receiver) => WireClient.ConnectAsync(IPEndPoint.Parse(receiver.Endpoint));

    /// <summary>Threads of this process whose name begins with a receiver's kind; 0 where they cannot be listed.</summary>
    private static int Threads(string kind) => OperatingSystem.IsLinux()
        ? Directory.EnumerateDirectories("/proc/self/task").Count(task => NameOf(task).StartsWith(kind, StringComparison.Ordinal))
        : 0;

    private static string NameOf(string task)
    {
        try
        {
            return File.ReadAllText(Path.Combine(task, "comm"));
        }
        catch (IOException)
        {
            // It has ended since it was listed.
            return "";
        }
    }

    private sealed class ThrowingSink : IPayloadSink
    {
        public const int BadSize = 13;

        public uint? Crc32C => null;

        public void Begin(long? length)
        {
        }

        public void Append(ReadOnlySpan<byte> bytes)
        {
            if (bytes.Length == BadSize)
            {
                throw new InvalidOperationException("broken on purpose", new FormatException("a cause\nof two lines"));
            }
        }
    }
}
