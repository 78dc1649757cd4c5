using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Hostile;

/// <summary>More connections than a server may hold, or than its machine allows it.</summary>
public sealed class ConnectionLimitTests
{
    [Theory]
    [InlineData("tcp")]
    [InlineData("unix")]
    public async Task Connections_PastTheLimit_AreToldAndCountedAndTheOthersGoOn(string kind)
    {
        await using RunningServer server = await RunningServer.StartAsync("--max-connections", "3");
        using StreamClient one = await StreamClient.ConnectAsync(server, kind);
        using StreamClient two = await StreamClient.ConnectAsync(server, kind);
        using (StreamClient three = await StreamClient.ConnectAsync(server, kind))
        {
            await one.ExchangeAsync(10);
            await three.ExchangeAsync(10);
            for (int i = 0; i < 5; i++)
            {
                using StreamClient beyond = await StreamClient.ConnectAsync(server, kind);
                Assert.Equal(-5, await beyond.ReadStatusAsync());
                await beyond.AssertClosedAsync();
            }

            await two.ExchangeAsync(10);
        }

        JsonElement stats = await server.WaitForStatsAsync(kind, stats => stats.GetProperty("openConnections").GetInt64() == 2);
        Assert.Equal(5, stats.GetProperty("errors").GetProperty("refused").GetInt64());
        server.WaitForError("there are 3 connections, as many as --max-connections allows");
        using StreamClient next = await StreamClient.ConnectAsync(server, kind);
        await next.ExchangeAsync(10);
    }

    /// <summary>One of each kind of receiver, or all.</summary>
    public static TheoryData<string> Closing => [.. Exhaustive.Or<string[]>(
        ["https", "tls", "tcp-fetch"],
        ["http", "http2", "https", "tls", "http-file-sender", "tcp-fetch"])];

    public static TheoryData<string> Accepting => [.. Exhaustive.Or<string[]>(["tcp", "http"], ["tcp", "http", "https", "unix", "tls"])];

    [Theory]
    [MemberData(nameof(Closing))]
    public async Task Connections_PastTheLimit_AreClosedAndToldAndCounted(string kind)
    {
        await using RunningServer server = await RunningServer.StartAsync("--max-connections", "2", "--handshake-timeout", "1h");
        IPEndPoint endpoint = EndpointOf(server, kind);
        using var one = new TcpClient();
        using var two = new TcpClient();
        await one.ConnectAsync(endpoint, TestContext.Current.CancellationToken);
        await two.ConnectAsync(endpoint, TestContext.Current.CancellationToken);
        await server.WaitForStatsAsync(kind, stats => stats.GetProperty("openConnections").GetInt64() == 2);
        await AssertRefusedAsync(endpoint);
        await server.WaitForStatsAsync(kind, stats => stats.GetProperty("errors").TryGetProperty("refused", out JsonElement refused)
            && refused.GetInt64() == 1);
        server.WaitForError("was refused: there are 2 connections, as many as --max-connections");
    }

    /// <summary>Without a descriptor left, the server neither spins nor dies, and says so once.</summary>
    [Theory]
    [MemberData(nameof(Accepting))]
    public async Task Descriptors_Exhausted_AcceptsAgainWhenThereAreSome(string kind)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs a shell with ulimit");
        const int Attempts = 10;
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                await ExhaustAsync(kind);
                return;
            }
            catch (Exception exception) when (attempt < Attempts && exception is (SocketException or IOException or HttpRequestException))
            {
                // The runtime itself ends a process, now and then on a busy machine, when it cannot open a file that it needs.
            }
        }
    }

    private static async Task ExhaustAsync(string kind)
    {
        const int Descriptors = 400;
        await using RunningServer server = await RunningServer.StartUnderAsync(
            "/bin/sh", ["-c", $"ulimit -n {Descriptors}; exec \"$0\" \"$@\""]);
        EndPoint endpoint = kind == "unix" ? new UnixDomainSocketEndPoint(server.Addresses[kind]) : EndpointOf(server, kind);
        using StreamClient established = await StreamClient.ConnectAsync(server, "tcp-verify");
        await established.ExchangeAsync(10);
        // The runtime ends a process that has to load one more assembly and has no descriptor for that; so all are loaded before.
        await AssertServesAsync(server, kind);
        double before = await CpuSecondsAsync(server);
        string told = $"server: {kind}: whoever connects: cannot be accepted, and waits";
        List<Socket> sockets = [];
        try
        {
            for (int i = 0; i < Descriptors + 50; i++)
            {
                var socket = new Socket(
                    endpoint.AddressFamily, SocketType.Stream, kind == "unix" ? ProtocolType.Unspecified : ProtocolType.Tcp);
                sockets.Add(socket);
                await socket.ConnectAsync(endpoint, TestContext.Current.CancellationToken);
            }

            server.WaitForError(told);
            // Those who are connected are served, though nobody else can be, not even at the control endpoint.
            await established.ExchangeAsync(100_000);
            await Task.Delay(TimeSpan.FromSeconds(2), TestContext.Current.CancellationToken);
            await established.ExchangeAsync(100_000);
        }
        finally
        {
            sockets.ForEach(socket => socket.Dispose());
        }

        double spent = await CpuSecondsAsync(server) - before;
        await AssertServesAsync(server, kind);
        Assert.Equal(1, Occurrences(server.Errors, told));
        // Two seconds of spinning would cost two seconds of CPU time and more.
        Assert.InRange(spent, 0, 1.5);
    }

    private static async Task AssertServesAsync(RunningServer server, string kind)
    {
        if (!kind.StartsWith("http", StringComparison.Ordinal))
        {
            using StreamClient next = await StreamClient.ConnectAsync(server, kind);
            await next.ExchangeAsync(10);
            return;
        }

        using var handler = new SocketsHttpHandler
        {
            UseProxy = false,
            SslOptions = { RemoteCertificateValidationCallback = (_, certificate, _, _) => certificate is not null },
        };
        using var client = new HttpClient(handler) { Timeout = ServerCommand.Limit };
        using var content = new ByteArrayContent(Content.Of(10));
        using HttpResponseMessage response = await client.PutAsync(
            new Uri(new Uri(server.Addresses[kind]), "/upload"),
            content,
            TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }

    /// <summary>
    /// The server may close, which resets, before the connecting side has heard of its connection: that is a refusal too.
    /// </summary>
    private static async Task AssertRefusedAsync(IPEndPoint endpoint)
    {
        try
        {
            using StreamClient beyond = await StreamClient.ConnectAsync(endpoint, isEncrypted: false);
            await beyond.AssertClosedAsync();
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.ConnectionReset)
        {
            // Refused while it connected.
        }
    }

    private static int Occurrences(string text, string words) => text.Split(words).Length - 1;

    private static async Task<double> CpuSecondsAsync(RunningServer server) =>
        (await server.GetJsonAsync("/stats")).GetProperty("cpuSeconds").GetDouble();

    private static IPEndPoint EndpointOf(RunningServer server, string kind) =>
        IPEndPoint.Parse(new string([.. server.Addresses[kind].SkipWhile(letter => !char.IsDigit(letter))]).TrimEnd('/'));
}
