using System.Collections.Concurrent;
using System.Globalization;
using System.Net.Sockets;

namespace FileTransfer.Lab.Siege;

/// <summary>The part of a siege with more senders at a time than processors by far.</summary>
internal static class ManySenders
{
    private const int Senders = 512;
    private const int Turns = 20;
    private const int StackSize = 256 << 10;
    private const double Most = 3;

    private static readonly TimeSpan s_turn = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    /// <summary>Sends in turns, each over new connections; held when the whole interval of their P99 is.</summary>
    /// <exception cref="OperationCanceledException">Cancelled.</exception>
    public static async Task<Finding> RunAsync(CancellationToken cancellationToken)
    {
        SiegedServer server = await SiegedServer.StartAsync(cancellationToken);
        await using (server)
        {
            List<double> all = [];
            double[] shares = new double[Turns];
            int errors = 0;
            for (int turn = 0; turn < Turns; turn++)
            {
                cancellationToken.ThrowIfCancellationRequested();
                (double[] times, int failed) = Turn(server, cancellationToken);
                errors += failed;
                all.AddRange(times);
                if (times.Length == 0)
                {
                    return Finding("nothing was transferred", isMet: false);
                }

                shares[turn] = Math.Log(Share(times, s_turn));
            }

            TurnInterval interval = TurnInterval.Of(shares);
            all.Sort();
            return Finding(
                Text($"{errors} errors, {all.Count:N0} transfers, P99 {interval.Middle:0.00} times the fair share ")
                + Text($"(95 % CI {interval.Low:0.00} to {interval.High:0.00}; ")
                + Text($"of all transfers together {Share(all, Turns * s_turn):0.00})"),
                errors == 0 && interval.High <= Most);
        }
    }

    private static Finding Finding(string measured, bool isMet) => new(
        Text($"{Senders} senders of 64K at a time, in {Turns} turns of {s_turn.TotalSeconds:0} seconds"),
        Text($"no error, P99 within {Most:0} times the fair share"),
        measured,
        isMet);

    /// <summary>P99 by what one transfer takes when everybody gets the same of the time that all took together.</summary>
    private static double Share(IReadOnlyList<double> sorted, TimeSpan time) =>
        sorted[(int)(sorted.Count * 0.99)] / (Senders * time.TotalMilliseconds / sorted.Count);

    /// <summary>Milliseconds of each transfer, in their order, and how many senders failed.</summary>
    private static (double[] Times, int Errors) Turn(SiegedServer server, CancellationToken cancellationToken)
    {
        var times = new ConcurrentBag<List<double>>();
        int errors = 0;
        using var start = new Barrier(Senders);
        long end = long.MaxValue;
        Thread[] senders = [.. Enumerable.Range(0, Senders).Select(_ => new Thread(Send, StackSize) { IsBackground = true })];
        Array.ForEach(senders, sender => sender.Start());
        Array.ForEach(senders, sender => sender.Join());
        return ([.. times.SelectMany(own => own).Order()], errors);

        void Send()
        {
            List<double> own = [];
            bool isWaitedFor = true;
            try
            {
                using var client = new SiegeClient(server.Endpoint);
                byte[] frame = SiegeClient.Frame(SiegeClient.UsualFrame);
                client.Exchange(frame);
                isWaitedFor = !start.SignalAndWait(s_patience, cancellationToken);
                Interlocked.CompareExchange(ref end, Environment.TickCount64 + (long)s_turn.TotalMilliseconds, long.MaxValue);
                while (Environment.TickCount64 < Interlocked.Read(ref end))
                {
                    own.Add(client.Exchange(frame).TotalMilliseconds);
                }
            }
            catch (Exception exception) when (exception is IOException or SocketException or OperationCanceledException)
            {
                Interlocked.Increment(ref errors);
                if (isWaitedFor && !cancellationToken.IsCancellationRequested)
                {
                    start.RemoveParticipant();
                }
            }

            times.Add(own);
        }
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
