using System.Diagnostics;
using System.Net;
using FileTransfer.Results;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Servers;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Harness.Rounds;

/// <summary>Measures the round trip of an empty frame and its acknowledgement: no transfer over the same path is much faster.</summary>
internal static class EmptyFrame
{
    private const int WarmUps = 50;
    private const int RoundTrips = 200;
    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(10);

    /// <summary>The measured transports. TLS and HTTP run over TCP and add to its time.</summary>
    private static readonly string[] s_measured = [Transport.Tcp, Transport.Unix];

    /// <summary>Measures every path that the transports use; leaves out a path that cannot be measured.</summary>
    /// <exception cref="ServerException">The server no longer answers.</exception>
    public static async Task<IReadOnlyList<EmptyRoundTrip>> MeasureAsync(
        ControlClient control,
        IEnumerable<string> transports,
        SenderOptions sender,
        CancellationToken cancellationToken)
    {
        List<EmptyRoundTrip> found = [];
        foreach (string path in transports.Select(PathOf).OfType<string>().Distinct())
        {
            EndPoint receiver = await control.FindEndpointAsync(path, isVerifying: false, cancellationToken);
            try
            {
                var options = new ConnectionOptions
                {
                    Endpoint = receiver,
                    NoDelay = true,
                    CongestionControl = sender.CongestionControl,
                    Timeout = s_limit,
                };
                found.Add(await OnSenderCpuAsync(sender, () => Measure(path, options, isPolling: sender.Affinity != CpuAffinity.Same)));
            }
            catch (TransferException)
            {
                // The launches over this path will fail with the reason.
            }
        }

        return found;
    }

    /// <summary>Combines two measurements of the same paths: the shorter one of each path, because other load only adds time.</summary>
    public static IReadOnlyList<EmptyRoundTrip> Shorter(IReadOnlyList<EmptyRoundTrip> one, IReadOnlyList<EmptyRoundTrip> other) =>
        [.. one.Concat(other).GroupBy(path => path.Transport).Select(same => same.MinBy(path => path.MinimumNanoseconds)!)];

    /// <summary>Shortest time that a transfer over a transport can take, in nanoseconds; 0 where nothing is known.</summary>
    /// <remarks>
    /// A quarter of the shortest measured round trip: with both ends on one core it is several times as fast as on two, and the
    /// kernel may have kept them on two throughout this measurement.
    /// </remarks>
    public static double ShortestNanoseconds(IReadOnlyList<EmptyRoundTrip> found, string transport) =>
        0.25 * (found.FirstOrDefault(one => one.Transport == PathOf(transport))?.MinimumNanoseconds ?? 0);

    private static string? PathOf(string transport) =>
        s_measured.Contains(transport) ? transport : transport == Transport.Pipe ? null : Transport.Tcp;

    /// <summary>
    /// Measures on a thread of its own, which is pinned as the senders will be: where the harness happens to run would otherwise decide
    /// between 10 and 16 µs.
    /// </summary>
    private static Task<EmptyRoundTrip> OnSenderCpuAsync(SenderOptions sender, Func<EmptyRoundTrip> measure) =>
        Task.Factory.StartNew(
            () =>
            {
                if (sender.SenderCpu is { } cpu && (OperatingSystem.IsLinux() || OperatingSystem.IsWindows()))
                {
                    ProcessorPin.ThisThreadToCpu(cpu);
                }

                return measure();
            },
            CancellationToken.None,
            // What comes afterwards must not run on the pinned thread: processes that it starts would be pinned, too.
            TaskCreationOptions.LongRunning | TaskCreationOptions.RunContinuationsAsynchronously,
            TaskScheduler.Default);

    /// <param name="path">Transport by name.</param>
    /// <param name="options">How to connect.</param>
    /// <param name="isPolling">
    /// False where both ends share a processor: there a poll keeps the receiver from it until the time slice ends.
    /// </param>
    private static EmptyRoundTrip Measure(string path, ConnectionOptions options, bool isPolling)
    {
        using var connection = FramedConnection.Connect(options);
        // Over a network a round trip takes so long that the processors' state no longer shows.
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < WarmUps && (i == 0 || Stopwatch.GetElapsedTime(start) < s_longest); i++)
        {
            RoundTrip(connection, isPolling && i % 2 == 0);
        }

        List<long> blocking = [];
        List<long> polling = [];
        start = Stopwatch.GetTimestamp();
        while (blocking.Count < RoundTrips && (blocking.Count == 0 || Stopwatch.GetElapsedTime(start) < s_longest))
        {
            if (isPolling)
            {
                polling.Add(RoundTrip(connection, isPolling: true));
            }

            blocking.Add(RoundTrip(connection, isPolling: false));
        }

        long[] sorted = StopwatchTicks.ToNanoseconds([.. blocking.Order()]);
        long[] polled = StopwatchTicks.ToNanoseconds([.. polling.Order()]);
        return new EmptyRoundTrip(path, Math.Min(sorted[0], polled.FirstOrDefault(sorted[0])), sorted[sorted.Length / 2]);
    }

    private static long RoundTrip(FramedConnection connection, bool isPolling)
    {
        var empty = new Payload("", 0);
        long start = Stopwatch.GetTimestamp();
        connection.Send(connection.Header(0));
        while (isPolling && connection.Socket.Available == 0 && Stopwatch.GetElapsedTime(start) < s_limit)
        {
        }

        connection.ReadAcknowledgement(empty);
        return Stopwatch.GetTimestamp() - start;
    }
}
