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

    [Theory]
    [InlineData("http")]
    [InlineData("http2")]
    [InlineData("https")]
    public async Task HttpConnections_PastTheLimit_AreClosedAndCounted(string kind)
    {
        await using RunningServer server = await RunningServer.StartAsync("--max-connections", "2");
        IPEndPoint endpoint = EndpointOf(server, kind);
        using var one = new TcpClient();
        using var two = new TcpClient();
        await one.ConnectAsync(endpoint, TestContext.Current.CancellationToken);
        await two.ConnectAsync(endpoint, TestContext.Current.CancellationToken);
        await server.WaitForStatsAsync(kind, stats => stats.GetProperty("openConnections").GetInt64() == 2);
        await AssertRefusedAsync(endpoint);
        await server.WaitForStatsAsync(kind, stats => stats.GetProperty("errors").TryGetProperty("refused", out JsonElement refused)
            && refused.GetInt64() == 1);
    }

    /// <summary>Without a descriptor left, the server neither spins nor dies, and says so once.</summary>
    [Theory]
    [InlineData("tcp")]
    [InlineData("http")]
    [InlineData("https")]
    public async Task Descriptors_Exhausted_AcceptsAgainWhenThereAreSome(string kind)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs a shell with ulimit");
        const int Descriptors = 400;
        await using RunningServer server = await RunningServer.StartUnderAsync(
            "/bin/sh", ["-c", $"ulimit -n {Descriptors}; exec \"$0\" \"$@\""]);
        IPEndPoint endpoint = EndpointOf(server, kind);
        using StreamClient established = await StreamClient.ConnectAsync(server, "tcp-verify");
        await established.ExchangeAsync(10);
        double before = await CpuSecondsAsync(server);
        List<Socket> sockets = [];
        try
        {
            for (int i = 0; i < Descriptors + 50; i++)
            {
                var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
                sockets.Add(socket);
                await socket.ConnectAsync(endpoint, TestContext.Current.CancellationToken);
            }

            if (kind == "tcp")
            {
                server.WaitForError("cannot be accepted, and waits");
            }

            // Those who are connected are served, though nobody else can be, not even at the control endpoint.
            await established.ExchangeAsync(100_000);
            await Task.Delay(TimeSpan.FromSeconds(2), TestContext.Current.CancellationToken);
            await established.ExchangeAsync(100_000);
        }
        finally
        {
            sockets.ForEach(socket => socket.Dispose());
        }

        if (kind == "tcp")
        {
            using StreamClient next = await StreamClient.ConnectAsync(server, kind);
            await next.ExchangeAsync(10);
            Assert.Equal(1, Occurrences(server.Errors, "cannot be accepted, and waits"));
        }

        // Two seconds of spinning would cost two seconds of CPU time and more.
        Assert.InRange(await CpuSecondsAsync(server) - before, 0, 1.5);
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
