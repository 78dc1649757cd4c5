using System.Globalization;
using System.Text.Json;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Hostile;

/// <summary>A server that gets no more threads, or no more memory, than it has.</summary>
public sealed class ShortageTests
{
    private const int Length = 1000;
    private const int Sent = 10;

    /// <summary>Those who are connected share the thread that there is.</summary>
    [Fact]
    public async Task Threads_NoneCanBeStarted_ConnectionsAreServedByThoseThereAre()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs control groups");
        string name = string.Create(CultureInfo.InvariantCulture, $"filetransfer-test-threads-{Environment.ProcessId}");
        string group = Directory.Exists("/sys/fs/cgroup/pids") ? $"/sys/fs/cgroup/pids/{name}" : $"/sys/fs/cgroup/{name}";
        string limit = Path.Combine(group, "pids.max");
        Assert.SkipUnless(TryMake(group, limit), "needs the right to make a control group that limits threads");
        try
        {
            await using RunningServer server = await RunningServer.StartUnderAsync(
                "/bin/sh", ["-c", $"echo $$ > {group}/cgroup.procs && exec \"$0\" \"$@\""]);
            using StreamClient established = await StreamClient.ConnectAsync(server, "tcp");
            await established.ExchangeAsync(10);
            File.WriteAllText(limit, File.ReadAllText(Path.Combine(group, "pids.current")));

            List<StreamClient> others = await BeginFramesAsync(server, 3);
            try
            {
                await server.WaitForStatsAsync("tcp", stats => Errors(stats, "no-thread") > 0);
                foreach (StreamClient other in others)
                {
                    await FinishFrameAsync(other);
                }

                await established.ExchangeAsync(10);
            }
            finally
            {
                others.ForEach(other => other.Dispose());
            }

            server.WaitForError("could not be started");
            File.WriteAllText(limit, "max");
            using StreamClient next = await StreamClient.ConnectAsync(server, "tcp");
            await next.ExchangeAsync(10);
        }
        finally
        {
            Directory.Delete(group);
        }
    }

    /// <summary>
    /// Each is used now and then. A thread that stayed a second with each would need minutes for all of them, far beyond the limit of
    /// an exchange.
    /// </summary>
    [Fact]
    public async Task Threads_FewForManyConnections_StayWithNone()
    {
        const int Connections = 300;
        await using RunningServer server = await RunningServer.StartAsync("--max-workers", "2");
        List<StreamClient> clients = [];
        try
        {
            for (int i = 0; i < Connections; i++)
            {
                clients.Add(await StreamClient.ConnectAsync(server, "tcp"));
            }

            for (int pass = 0; pass < 2; pass++)
            {
                Task all = Task.WhenAll(clients.Select(client => client.ExchangeAsync(10)));
                await all.WaitAsync(ServerCommand.Limit, TestContext.Current.CancellationToken);
            }
        }
        finally
        {
            clients.ForEach(client => client.Dispose());
        }
    }

    /// <summary>Connections share the buffers that there are.</summary>
    [Fact]
    public async Task Memory_UsedUpByBuffers_ConnectionsAreServedWithThoseThereAre()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "needs a shell");
        // Five buffers of 16 MiB do not fit into 64 MiB.
        await using RunningServer server = await RunningServer.StartUnderAsync(
            "/bin/sh", ["-c", "DOTNET_GCHeapHardLimit=0x4000000 exec \"$0\" \"$@\""], "--receiver-buffer", "16M");
        using StreamClient established = await StreamClient.ConnectAsync(server, "tcp");
        await established.ExchangeAsync(10);
        List<StreamClient> others = await BeginFramesAsync(server, 4);
        try
        {
            await server.WaitForStatsAsync("tcp", stats => Errors(stats, "no-memory") > 0);
            foreach (StreamClient other in others)
            {
                await FinishFrameAsync(other);
            }

            await established.ExchangeAsync(10);
        }
        finally
        {
            others.ForEach(other => other.Dispose());
        }

        server.WaitForError("got no buffer");
        using StreamClient next = await StreamClient.ConnectAsync(server, "tcp");
        await next.ExchangeAsync(10);
    }

    private static async Task<List<StreamClient>> BeginFramesAsync(RunningServer server, int count)
    {
        List<StreamClient> clients = [];
        for (int i = 0; i < count; i++)
        {
            clients.Add(await StreamClient.ConnectAsync(server, "tcp"));
        }

        foreach (StreamClient client in clients)
        {
            await client.SendAsync(WireClient.Frame(Length, Content.Of(Sent)));
        }

        return clients;
    }

    private static async Task FinishFrameAsync(StreamClient client)
    {
        await client.SendAsync(Content.Of(Length - Sent));
        Assert.Equal(Length, await client.ReadStatusAsync());
    }

    private static bool TryMake(string group, string limit)
    {
        try
        {
            Directory.CreateDirectory(group);
            return File.Exists(limit);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static long Errors(JsonElement stats, string kind) =>
        stats.GetProperty("errors").TryGetProperty(kind, out JsonElement count) ? count.GetInt64() : 0;
}
