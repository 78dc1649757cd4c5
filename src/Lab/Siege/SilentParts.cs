using System.Diagnostics;
using System.Globalization;

namespace FileTransfer.Lab.Siege;

/// <summary>The parts of a siege about clients that are silent, or nearly so, each against a server of its own.</summary>
internal static class SilentParts
{
    private static readonly TimeSpan s_turn = TimeSpan.FromMilliseconds(200);

    /// <summary>Connections that send a frame each, and no more.</summary>
    public static Task<Finding> SendersAsync(CancellationToken cancellationToken)
    {
        byte[] frame = SiegeClient.Frame(SiegeClient.SmallFrame);
        return IdleAsync("tcp", "each after one frame", client => client.Exchange(frame), cancellationToken);
    }

    /// <summary>Connections that are served once each, without Kestrel, and ask for no more.</summary>
    public static Task<Finding> DownloadersAsync(CancellationToken cancellationToken) =>
        IdleAsync("http-file-sender", "each after one request to http-file-sender", client => client.Ask(), cancellationToken);

    /// <summary>Connections to Kestrel, with memory as it is for measuring.</summary>
    public static Task<Finding> TunedKestrelAsync(CancellationToken cancellationToken) =>
        IdleAsync("http", "each after one request to http", client => client.Ask(), cancellationToken);

    /// <summary>Connections to Kestrel as it comes.</summary>
    public static Task<Finding> DefaultKestrelAsync(CancellationToken cancellationToken) =>
        IdleAsync("http-default", "each after one request to http-default", client => client.Ask(), cancellationToken);

    /// <summary>Connections that have been served and are silent.</summary>
    private static async Task<Finding> IdleAsync(
        string kind,
        string words,
        Action<SiegeClient> use,
        CancellationToken cancellationToken)
    {
        const int Connections = 10_000;
        SiegedServer server = await SiegedServer.StartAsync(kind, cancellationToken);
        await using (server)
        {
            using (var first = new SiegeClient(server.Endpoint))
            {
                use(first);
            }

            long before = server.WorkingSet;
            using var clients = new SiegeClients();
            for (int i = 0; i < Connections; i++)
            {
                use(clients.Add(server));
            }

            await Task.Delay(TimeSpan.FromSeconds(3), cancellationToken);
            double megabytes = (server.WorkingSet - before) / 1e6;
            int threads = server.Threads;
            return new Finding(
                $"{Connections:N0} idle connections, {words}",
                "under 100 MB more working set, under 64 threads",
                Text($"{megabytes:0.0} MB more, {threads} threads"),
                megabytes < 100 && threads < 64);
        }
    }

    /// <summary>One fast connection alone, and beside others, in many short turns: held when the whole interval of the ratio is.</summary>
    public static async Task<Finding> BesideSlowAsync(CancellationToken cancellationToken)
    {
        const int Turns = 200;
        const int Idle = 1000;
        const int Slow = 50;
        SiegedServer alone = await SiegedServer.StartAsync(cancellationToken);
        await using (alone)
        {
            SiegedServer beside = await SiegedServer.StartAsync(cancellationToken);
            await using (beside)
            {
                using var clients = new SiegeClients();
                byte[] small = SiegeClient.Frame(SiegeClient.SmallFrame);
                for (int i = 0; i < Idle; i++)
                {
                    clients.Add(beside).Exchange(small);
                }

                using var slow = new SlowSenders(beside, Slow);
                double[] differences = new double[Turns];
                for (int turn = 0; turn < Turns; turn++)
                {
                    // In turns, so that what drifts is common to both.
                    double first = Rate(turn % 2 == 0 ? alone : beside);
                    double second = Rate(turn % 2 == 0 ? beside : alone);
                    differences[turn] = turn % 2 == 0 ? Math.Log(second / first) : Math.Log(first / second);
                }

                TurnInterval interval = TurnInterval.Of(differences);
                return new Finding(
                    $"one connection that sends 64K as fast as it can, beside {Idle:N0} idle and {Slow} that send 2 bytes a second",
                    "at least 95 % of its speed alone",
                    Text($"{interval.Middle:0.0 %} (95 % CI {interval.Low:0.0 %} to {interval.High:0.0 %}, {Turns} turns)"),
                    interval.Low >= 0.95);
            }
        }
    }

    /// <summary>Frames a second over a connection of its own, so that every turn draws anew which processors the two ends get.</summary>
    private static double Rate(SiegedServer server)
    {
        using var client = new SiegeClient(server.Endpoint);
        byte[] frame = SiegeClient.Frame(SiegeClient.UsualFrame);
        for (int i = 0; i < 200; i++)
        {
            client.Exchange(frame);
        }

        long start = Stopwatch.GetTimestamp();
        int frames = 0;
        while (Stopwatch.GetElapsedTime(start) < s_turn)
        {
            client.Exchange(frame);
            frames++;
        }

        return frames / Stopwatch.GetElapsedTime(start).TotalSeconds;
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
