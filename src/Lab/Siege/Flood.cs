using System.Diagnostics;
using System.Globalization;
using System.Net.Sockets;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Lab.Siege;

/// <summary>The part of a siege with far more connections than are allowed, while others transfer.</summary>
/// <remarks>
/// The flood needs the processors too. So it goes in turns against the server that is looked at and against another one: what the flood
/// itself costs is common to both.
/// </remarks>
internal static class Flood
{
    private const int Turns = 80;
    private const int AttemptsOfATurn = 1000;
    private const int Limit = 200;
    private const double LeastSpeed = 0.95;

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    /// <summary>Floods, and looks at those who were there before.</summary>
    /// <exception cref="OperationCanceledException">Cancelled.</exception>
    public static async Task<Finding> RunAsync(CancellationToken cancellationToken)
    {
        string[] options = ["--max-connections", Limit.ToString(CultureInfo.InvariantCulture)];
        SiegedServer server = await SiegedServer.StartAsync(cancellationToken, options);
        await using (server)
        {
            SiegedServer elsewhere = await SiegedServer.StartAsync(cancellationToken, options);
            await using (elsewhere)
            {
                using SiegeClients established = Fill(server);
                using SiegeClients others = Fill(elsewhere);
                return await RunAsync(server, elsewhere, established, cancellationToken);
            }
        }
    }

    private static async Task<Finding> RunAsync(
        SiegedServer server, SiegedServer elsewhere, SiegeClients established, CancellationToken cancellationToken)
    {
        var transfers = new SteadySending(established);
        int told = 0;
        double[] differences = new double[Turns];
        try
        {
            for (int turn = 0; turn < Turns; turn++)
            {
                cancellationToken.ThrowIfCancellationRequested();
                SiegedServer[] order = turn % 2 == 0 ? [server, elsewhere] : [elsewhere, server];
                foreach (SiegedServer flooded in order)
                {
                    (double rate, int refused) = transfers.RateWhile(() => Attempt(flooded));
                    differences[turn] += flooded == server ? Math.Log(rate) : -Math.Log(rate);
                    told += flooded == server ? refused : 0;
                }
            }
        }
        finally
        {
            transfers.Stop();
        }

        established.RemoveOne();
        long start = Stopwatch.GetTimestamp();
        while (Ask(server) != Refusal.None && Stopwatch.GetElapsedTime(start) < s_patience)
        {
            await Task.Delay(10, cancellationToken);
        }

        double recovered = Stopwatch.GetElapsedTime(start).TotalSeconds;
        ReceiverStats stats = await server.GetStatsAsync(cancellationToken);
        TurnInterval speed = TurnInterval.Of(differences);
        return new Finding(
            $"{Turns * AttemptsOfATurn:N0} connections past a limit of {Limit}, while those {Limit} transfer",
            Text($"established transfers unharmed, at least {LeastSpeed:0 %} of their speed beside a flood of another server, ")
                + "recovered within a second",
            Text($"{transfers.Broken} of {transfers.Count:N0} transfers harmed, {speed.Middle:0.0 %} of the speed ")
                + Text($"(95 % CI {speed.Low:0.0 %} to {speed.High:0.0 %}, {Turns} turns), {told:N0} told (−5), ")
                + Text($"{stats.Errors.GetValueOrDefault("refused"):N0} counted, recovered after {recovered:0.000} s"),
            transfers.Broken == 0 && speed.Low >= LeastSpeed && recovered < 1);
    }

    /// <summary>As many connections as there may be, each after one frame.</summary>
    private static SiegeClients Fill(SiegedServer server)
    {
        var clients = new SiegeClients();
        byte[] frame = SiegeClient.Frame(SiegeClient.SmallFrame);
        for (int i = 0; i < Limit; i++)
        {
            clients.Add(server).Exchange(frame);
        }

        return clients;
    }

    /// <summary>How many of a turn's connections were told that there is no room.</summary>
    private static int Attempt(SiegedServer server)
    {
        int told = 0;
        for (int i = 0; i < AttemptsOfATurn; i++)
        {
            told += Ask(server) == Refusal.Told ? 1 : 0;
        }

        return told;
    }

    private static Refusal Ask(SiegedServer server)
    {
        try
        {
            using var client = new SiegeClient(server.Endpoint);
            client.Send(SiegeClient.Frame(0));
            return client.ReadStatus() == AcknowledgementStatus.TooManyConnections ? Refusal.Told : Refusal.None;
        }
        catch (Exception exception) when (exception is IOException or SocketException)
        {
            // A reset may overtake what the server says.
            return Refusal.Untold;
        }
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    /// <summary>What becomes of one more connection.</summary>
    private enum Refusal
    {
        None,
        Told,
        Untold,
    }

    /// <summary>Transfers over all established connections, one after another, on a thread of their own.</summary>
    private sealed class SteadySending
    {
        private readonly SiegeClients _clients;
        private readonly Thread _thread;
        private volatile bool _isOver;
        private long _count;
        private long _broken;

        public SteadySending(SiegeClients clients)
        {
            _clients = clients;
            _thread = new Thread(Run) { IsBackground = true };
            _thread.Start();
        }

        /// <summary>Transfers that were made.</summary>
        public long Count => Interlocked.Read(ref _count);

        /// <summary>Transfers that failed.</summary>
        public long Broken => Interlocked.Read(ref _broken);

        /// <summary>Transfers per second while something else is done, and what that gave.</summary>
        public (double Rate, int Result) RateWhile(Func<int> action)
        {
            (long before, long start) = (Count, Stopwatch.GetTimestamp());
            int result = action();
            return ((Count - before) / Stopwatch.GetElapsedTime(start).TotalSeconds, result);
        }

        /// <summary>Ends after the transfer under way.</summary>
        public void Stop()
        {
            _isOver = true;
            _thread.Join();
        }

        private void Run()
        {
            byte[] frame = SiegeClient.Frame(SiegeClient.SmallFrame);
            for (int i = 0; !_isOver; i = (i + 1) % _clients.Count)
            {
                try
                {
                    _clients[i].Exchange(frame);
                    Interlocked.Increment(ref _count);
                }
                catch (Exception exception) when (exception is IOException or SocketException)
                {
                    Interlocked.Increment(ref _broken);
                }
            }
        }
    }
}
