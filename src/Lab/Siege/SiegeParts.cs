using System.Diagnostics;
using System.Globalization;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Lab.Siege;

/// <summary>The parts of a siege: all of them, and those about clients and servers that end, each against a server of its own.</summary>
internal static class SiegeParts
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    /// <summary>All parts, in the order in which they are told.</summary>
    public static IReadOnlyList<Func<CancellationToken, Task<Finding>>> All { get; } =
    [
        SilentParts.SendersAsync, SilentParts.DownloadersAsync, SilentParts.TunedKestrelAsync, SilentParts.DefaultKestrelAsync,
        SilentParts.BesideSlowAsync, ManySenders.RunAsync, Flood.RunAsync, KilledAsync, ShutdownAsync,
    ];

    /// <summary>Senders that are killed in the middle of a frame.</summary>
    private static async Task<Finding> KilledAsync(CancellationToken cancellationToken)
    {
        const int Senders = 1000;
        const int AtOnce = 4;
        SiegedServer server = await SiegedServer.StartAsync(cancellationToken);
        await using (server)
        {
            using var steady = new SiegeClient(server.Endpoint);
            byte[] frame = SiegeClient.Frame(SiegeClient.SmallFrame);
            steady.Exchange(frame);
            int descriptors = 0;
            var random = new Random(1);
            for (int i = 0; i < Senders; i += AtOnce)
            {
                if (i == Senders / 10)
                {
                    // What the runtime opens for itself is open by now.
                    await server.WaitForConnectionsAsync(1, s_patience, cancellationToken);
                    descriptors = server.Descriptors;
                }

                Process[] senders = [.. Enumerable.Range(0, AtOnce).Select(_ => StartEndlessSender(server))];
                await Task.Delay(random.Next(5, 60), cancellationToken);
                foreach (Process sender in senders)
                {
                    sender.Kill();
                    await sender.WaitForExitAsync(cancellationToken);
                    sender.Dispose();
                }

                steady.Exchange(frame);
            }

            long open = await server.WaitForConnectionsAsync(1, s_patience, cancellationToken);
            int leaked = server.Descriptors - descriptors;
            await Task.Delay(TimeSpan.FromSeconds(3), cancellationToken);
            int threads = server.Threads;
            return new Finding(
                $"{Senders:N0} senders ended by SIGKILL in the middle of a frame",
                "nothing stuck, nothing leaked",
                Text($"{open - 1} connections left, {leaked} descriptors more than after a tenth of them, {threads} threads"),
                open == 1 && leaked <= 0 && threads < 64);
        }
    }

    /// <summary>A shell that announces a frame of a terabyte and begins to send it.</summary>
    private static Process StartEndlessSender(SiegedServer server) => ChildProcess.StartAsItIs(
        new ProcessStartInfo(
            "/bin/bash",
            ["-c", $"exec 3<>/dev/tcp/127.0.0.1/{server.Endpoint.Port}; printf '\\0\\0\\1\\0\\0\\0\\0\\0' >&3; exec cat /dev/zero >&3"]),
        ChildProcess.NoRoomFor("the sender"));

    /// <summary>A signal to stop, while connections are idle and in the middle of a frame.</summary>
    private static async Task<Finding> ShutdownAsync(CancellationToken cancellationToken)
    {
        const int Connections = 1000;
        const double Grace = 2;
        SiegedServer server = await SiegedServer.StartAsync(cancellationToken, "--grace", Text($"{Grace}s"));
        await using (server)
        {
            using var clients = new SiegeClients();
            byte[] frame = SiegeClient.Frame(SiegeClient.SmallFrame);
            for (int i = 0; i < Connections; i++)
            {
                SiegeClient client = clients.Add(server);
                client.Exchange(frame);
                if (i % 2 == 0)
                {
                    client.Send(frame.AsSpan(0, SiegeClient.SmallFrame / 2));
                }
            }

            long start = Stopwatch.GetTimestamp();
            await server.StopAsync(cancellationToken);
            double seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
            return new Finding(
                $"told to stop with {Connections:N0} connections, half of them in the middle of a frame",
                "ends within the grace time and a second",
                Text($"{seconds:0.00} s with a grace time of {Grace} s"),
                seconds < Grace + 1);
        }
    }

    private static string Text(FormattableString words) => words.ToString(CultureInfo.InvariantCulture);
}
