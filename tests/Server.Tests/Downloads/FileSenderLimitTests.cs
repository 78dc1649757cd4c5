using System.Net;
using System.Net.Sockets;
using System.Text;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Downloads;
using FileTransfer.Strategies.Downloads;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Tests.Downloads;

/// <summary>A client that keeps the server of our own waiting is let go.</summary>
public sealed class FileSenderLimitTests : IDisposable
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan s_parkAfter = TimeSpan.FromMilliseconds(50);

    public static TheoryData<string, bool> Ways =>
        [.. from way in ServingWay.OnSockets.Index()
            // One after the other, or both.
            from isFramed in Exhaustive.IsAskedFor ? (bool[])[false, true] : [way.Index % 2 == 0]
            select (way.Item.Name, isFramed)];

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("filetransfer-limits-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Client_ThatAsksForNothing_IsDisconnected()
    {
        await using FileSenderReceiver receiver = Start();
        using Socket socket = Connect(receiver);
        Assert.Equal(0, await Task.Run(() => socket.Receive(new byte[1]), TestContext.Current.CancellationToken));
        await ExpectAsync(receiver, "idle");
    }

    /// <summary>Empty lines before a request are allowed, and are no request.</summary>
    [Fact]
    public async Task Client_ThatSendsEmptyLinesForEver_IsDisconnected()
    {
        await using FileSenderReceiver receiver = Start();
        using Socket socket = Connect(receiver);
        using var dripping = new Timer(_ => TrySend(socket, "\r\n"u8), state: null, dueTime: 50, period: 50);
        await ExpectAsync(receiver, "idle");
    }

    /// <summary>More than there are threads: those that ask for nothing have none.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Clients_ThatAskNowAndThen_AreServedByFewThreads(bool isFramed)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "connections wait without a thread by epoll(7)");
        const int Count = 50;
        Write(1000);
        await using FileSenderReceiver receiver = Start(TimeSpan.FromMinutes(5), isFramed, mostWorkers: 2);
        List<Socket> clients = [];
        try
        {
            for (int turn = 0; turn < 2; turn++)
            {
                for (int i = 0; i < Count; i++)
                {
                    if (turn == 0)
                    {
                        clients.Add(Connect(receiver));
                    }

                    clients[i].Send(RequestFor("file-sender", isFramed));
                    await Task.Run(() => Drain(clients[i], isFramed), TestContext.Current.CancellationToken);
                }
            }

            Assert.Equal(Count, receiver.Stats.OpenConnections);
            Assert.Equal(2 * Count, receiver.Stats.Frames);
            Assert.Empty(receiver.Stats.Errors);
        }
        finally
        {
            clients.ForEach(client => client.Dispose());
        }
    }

    /// <summary>What has come of a request is kept while its connection has no thread.</summary>
    [Fact]
    public async Task Client_ThatPausesWithinItsHead_IsAnswered()
    {
        await using FileSenderReceiver receiver = Start(TimeSpan.FromMinutes(5));
        using Socket socket = Connect(receiver);
        foreach (string part in (string[])["GET / HT", "TP/1.1\r\nHo", "st: x\r\n", "\r\n"])
        {
            socket.Send(Encoding.ASCII.GetBytes(part));
            await Task.Delay(3 * s_parkAfter, TestContext.Current.CancellationToken);
        }

        RawResponse response = await Task.Run(() => RawResponse.ReadOne(socket), TestContext.Current.CancellationToken);
        Assert.Equal(204, response.Status);
    }

    [Fact]
    public async Task Client_ThatNeverEndsItsHead_408()
    {
        await using FileSenderReceiver receiver = Start();
        using Socket socket = Connect(receiver);
        socket.NoDelay = true;
        socket.Send("GET / HTTP/1.1\r\nHost: x\r\nA: "u8);
        // A byte now and then does not help: the whole head has its limit.
        using var dripping = new Timer(_ => TrySend(socket, "a"u8), state: null, dueTime: 50, period: 50);
        RawResponse response = await Task.Run(() => RawResponse.ReadToEnd(socket), TestContext.Current.CancellationToken);
        Assert.Equal(408, response.Status);
        await ExpectAsync(receiver, "bad-request");
    }

    [Fact]
    public async Task Client_ThatClosesWithinItsHead_IsCounted()
    {
        await using FileSenderReceiver receiver = Start();
        using (Socket socket = Connect(receiver))
        {
            socket.Send("GET / HT"u8);
        }

        await ExpectAsync(receiver, "connection-lost");
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Client_ThatStopsReading_IsDisconnected(string way, bool isFramed)
    {
        Write(64 << 20);
        await using FileSenderReceiver receiver = Start(isFramed: isFramed);
        using Socket socket = Connect(receiver);
        socket.Send(RequestFor(way, isFramed));
        await ExpectAsync(receiver, "idle");
    }

    /// <summary>A few bytes now and then hold off the idle limit, and would hold a thread for as long as the file lasts.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Client_ThatReadsTooSlowly_IsDisconnected(string way, bool isFramed)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the kernel counts what is read (TCP_INFO)");
        Write(64 << 20);
        await using FileSenderReceiver receiver = Start(
            TimeSpan.FromMinutes(5),
            isFramed,
            change: options => options with { MinimumRate = 1 << 20, RateWindow = TimeSpan.FromSeconds(1) });
        using Socket socket = Connect(receiver);
        socket.Send(RequestFor(way, isFramed));
        using var reading = new Timer(_ => TryReceive(socket), state: null, dueTime: 50, period: 50);
        await ExpectAsync(receiver, "too-slow");
        Assert.Equal(1, Assert.Single(receiver.Stats.Errors).Value);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Client_ThatTakesTooLong_IsDisconnected(string way, bool isFramed)
    {
        Write(64 << 20);
        await using FileSenderReceiver receiver = Start(
            TimeSpan.FromMinutes(5),
            isFramed,
            change: options => options with { MinimumRate = 0, FrameTimeout = TimeSpan.FromSeconds(1) });
        using Socket socket = Connect(receiver);
        socket.Send(RequestFor(way, isFramed));
        using var reading = new Timer(_ => TryReceive(socket), state: null, dueTime: 50, period: 50);
        await ExpectAsync(receiver, "too-slow");
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Client_ThatGoesAwayWithinAFile_IsCounted(string way, bool isFramed)
    {
        Write(64 << 20);
        await using FileSenderReceiver receiver = Start(isFramed: isFramed);
        using (Socket socket = Connect(receiver))
        {
            socket.Send(RequestFor(way, isFramed));
            Assert.True(socket.Receive(new byte[1000]) > 0);
        }

        await ExpectAsync(receiver, "connection-lost");
    }

    [Fact]
    public async Task Dispose_WithClientsOfEveryKind_Ends()
    {
        Write(64 << 20);
        FileSenderReceiver receiver = Start(TimeSpan.FromMinutes(5));
        using Socket silent = Connect(receiver);
        using Socket stuck = Connect(receiver);
        stuck.Send("GET /serve/file-sender/file HTTP/1.1\r\nHost: x\r\n\r\n"u8);
        Assert.True(stuck.Receive(new byte[1000]) > 0);
        using Socket idle = Connect(receiver);
        idle.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n"u8);
        Assert.Equal(204, RawResponse.ReadOne(idle).Status);
        await receiver.DisposeAsync().AsTask().WaitAsync(s_limit, TestContext.Current.CancellationToken);
        Assert.Equal(0, receiver.Stats.OpenConnections);
    }

    private void Write(int size) => File.WriteAllBytes(Path.Combine(_folder.FullName, "file"), new byte[size]);

    private static byte[] RequestFor(string way, bool isFramed)
    {
        string target = $"/serve/{way}/file";
        byte[] header = new byte[FrameHeader.Size];
        FrameHeader.Write(header, target.Length);
        return isFramed
            ? [.. header, .. Encoding.ASCII.GetBytes(target)]
            : Encoding.ASCII.GetBytes($"GET {target} HTTP/1.1\r\nHost: x\r\n\r\n");
    }

    private static void TrySend(Socket socket, ReadOnlySpan<byte> bytes)
    {
        try
        {
            socket.Send(bytes);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The server has closed.
        }
    }

    private static void TryReceive(Socket socket)
    {
        try
        {
            _ = socket.Receive(new byte[1000]);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The server has closed.
        }
    }

    /// <summary>Reads the file of 1,000 bytes, and what comes before it.</summary>
    private static void Drain(Socket client, bool isFramed)
    {
        if (!isFramed)
        {
            Assert.Equal(1000, RawResponse.ReadOne(client).Body.Length);
            return;
        }

        byte[] answer = new byte[FrameHeader.Size + 1000];
        for (int count = 0; count < answer.Length;)
        {
            int received = client.Receive(answer.AsSpan(count));
            Assert.NotEqual(0, received);
            count += received;
        }
    }

    private FileSenderReceiver Start(
        TimeSpan? idle = null, bool isFramed = false, int mostWorkers = 1024, Func<ServerOptions, ServerOptions>? change = null)
    {
        var options = new ServerOptions
        {
            Files = _folder.FullName,
            IdleTimeout = idle ?? TimeSpan.FromSeconds(1),
            StopLimit = TimeSpan.FromMilliseconds(200),
            ParkAfter = s_parkAfter,
            MaximumWorkers = mostWorkers,
        };
        options = change?.Invoke(options) ?? options;
        return new FileSenderReceiver("http-file-sender", new IPEndPoint(IPAddress.Loopback, 0), options, isFramed);
    }

    private static Socket Connect(FileSenderReceiver receiver)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp)
        {
            ReceiveTimeout = (int)s_limit.TotalMilliseconds,
            ReceiveBufferSize = 64 << 10,
        };
        socket.Connect(IPEndPoint.Parse(receiver.Endpoint.Replace("http://", "", StringComparison.Ordinal)));
        return socket;
    }

    private static async Task ExpectAsync(FileSenderReceiver receiver, string error)
    {
        for (long start = Environment.TickCount64; receiver.Stats.OpenConnections > 0 || !receiver.Stats.Errors.ContainsKey(error);)
        {
            Assert.True(
                Environment.TickCount64 - start < s_limit.TotalMilliseconds,
                $"expected an end by '{error}'; counted: {receiver.Stats.OpenConnections} open, "
                + string.Join(", ", receiver.Stats.Errors));
            await Task.Delay(5, TestContext.Current.CancellationToken);
        }
    }
}
