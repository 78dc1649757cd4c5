using System.Globalization;
using System.Text.Json;
using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Hostile;

/// <summary>A server that gets no more threads, or no more memory, than it has.</summary>
public sealed class ShortageTests
{
    private const int Length = 1000;
    private const int Sent = 10;

    private const int MostAttempts = 10;

    /// <summary>The last words of .NET, and of the server in its place.</summary>
    private const string GivenUp = "Out of memory.";

    /// <summary>Clients that ask for statistics all the time, so that the server's thread pool stays at work.</summary>
    private const int Asking = 4;

    /// <summary>Those who are connected share the thread that there is.</summary>
    [ExhaustiveFact]
    public async Task Threads_NoneCanBeStarted_ConnectionsAreServedByThoseThereAre()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs control groups");
        string name = string.Create(CultureInfo.InvariantCulture, $"filetransfer-test-threads-{Environment.ProcessId}");
        string group = Directory.Exists("/sys/fs/cgroup/pids") ? $"/sys/fs/cgroup/pids/{name}" : $"/sys/fs/cgroup/{name}";
        string limit = Path.Combine(group, "pids.max");
        Assert.SkipUnless(TryMake(group, limit), "needs the right to make a control group that limits threads");
        try
        {
            int attempt = 1;
            while (!await ServeWithoutThreadsAsync(group, limit))
            {
                File.WriteAllText(limit, "max");
                Assert.InRange(++attempt, 2, MostAttempts);
            }
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
    [ExhaustiveFact]
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

    /// <summary>
    /// Takes all threads from a server at work; false when .NET itself gave up, which it does when it needs a thread of its own just then.
    /// </summary>
    private static async Task<bool> ServeWithoutThreadsAsync(string group, string limit)
    {
        await using RunningServer server = await RunningServer.StartUnderAsync(
            "/bin/sh", ["-c", $"echo $$ > {group}/cgroup.procs && exec \"$0\" \"$@\""]);
        try
        {
            using StreamClient established = await StreamClient.ConnectAsync(server, "tcp");
            await established.ExchangeAsync(10);
            // .NET itself gives up when its thread pool gets none of the threads that it starts with the first work.
            using var answered = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
            Task[] asking = [.. Enumerable.Range(0, Asking).Select(_ => AskAsync(server, answered.Token))];
            await UntilSettledAsync(Path.Combine(group, "pids.current"));
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
            await answered.CancelAsync();
            await Task.WhenAll(asking);
            using StreamClient next = await StreamClient.ConnectAsync(server, "tcp");
            await next.ExchangeAsync(10);
            return true;
        }
        catch (Exception exception) when (exception is IOException or HttpRequestException)
        {
            int exitCode = await server.WaitForExitAsync();
            Assert.True(server.Errors.Contains(GivenUp, StringComparison.Ordinal), $"ended with {exitCode}: {server.Errors}");
            return false;
        }
    }

    private static async Task AskAsync(RunningServer server, CancellationToken cancellationToken)
    {
        try
        {
            while (!cancellationToken.IsCancellationRequested)
            {
                _ = await server.GetStatsAsync("tcp");
            }
        }
        catch (HttpRequestException)
        {
            // The server has gone.
        }
    }

    /// <summary>Waits until the number in a file has not changed for two seconds.</summary>
    private static async Task UntilSettledAsync(string file)
    {
        const int Readings = 20;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        limit.CancelAfter(ServerCommand.Limit);
        string last = "";
        for (int same = 0; same < Readings; same++)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(100), limit.Token);
            string now = await File.ReadAllTextAsync(file, limit.Token);
            same = now == last ? same : 0;
            last = now;
        }
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
