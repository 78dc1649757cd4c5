using System.Diagnostics;
using System.Globalization;
using FileTransfer.Links;
using FileTransfer.Results;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Senders.Sessions;

/// <summary>Measures the cost at both ends while samples are recorded: CPU time, and context switches of the sender.</summary>
/// <param name="session">The session whose transfers cost it.</param>
/// <param name="server">Process id of the server, when it is on this machine and serves nobody else; otherwise null.</param>
internal sealed class CostMeter(TransferSession session, int? server = null)
{
    /// <summary>
    /// Pause after an exchange with the server, until the thread pools of both ends are idle. Their threads poll for work 70 times
    /// and yield in between before they block (System.Threading.ThreadPool.UnfairSemaphoreSpinLimit). That takes less than a
    /// millisecond on an idle core, but a tenth of a second beside transfers on the same core, in which every transfer takes
    /// 2 µs longer (perf record -e sched:sched_switch).
    /// </summary>
    internal static readonly TimeSpan Settled = TimeSpan.FromMilliseconds(10);

    /// <summary>How long an acknowledgement too many may take, once the receiver has not counted what was acknowledged.</summary>
    private static readonly TimeSpan s_late = TimeSpan.FromMilliseconds(200);

    /// <summary>
    /// Clocks of two machines differ by parts per million; the tolerance is for an adjustment of a clock between two readings.
    /// </summary>
    private const double MostFaster = 1.05;

    private LinkMeter? _linkMeter;
    private ReceiverStats? _receiverBefore;
    private string? _instance;
    private double _uptimeBefore;
    private long _suspensionsBefore;
    private long _asked;
    private double _receiverCpuBefore;
    private long _transfersBefore;
    private long _linkTransfersBefore;
    private TimeSpan? _serverCpuBefore;
    private TimeSpan? _serverCpu = TimeSpan.Zero;
    private TimeSpan _senderCpuBefore;
    private long? _switchesBefore;
    private ConditionCost _conditionBefore;

    /// <summary>CPU time of this process while recording, in seconds.</summary>
    public double SenderCpuSeconds { get; private set; }

    /// <summary>Context switches of this process while recording, or null where unknown.</summary>
    public long? ContextSwitches { get; private set; } = 0;

    /// <summary>
    /// CPU time of the server while recording, in seconds; where its clock cannot be read, the share of its time from
    /// <see cref="StartReceiverAsync"/> to <see cref="StopReceiverAsync"/> that falls to the recorded transfers.
    /// </summary>
    public double? ReceiverCpuSeconds { get; private set; }

    /// <summary>Samples that the server's own count confirms, in addition to the acknowledgements.</summary>
    public long ReceiverFrames { get; private set; }

    /// <summary>Times that the server's process was suspended and went on while recording; null where unknown.</summary>
    public long? Suspensions { get; private set; }

    /// <summary>What the simulated link did while recording; null without one.</summary>
    public LinkUse? Link { get; private set; }

    /// <summary>What the simulated link meant for TCP; empty without one.</summary>
    public IReadOnlyList<Observation> LinkObservations { get; private set; } = [];

    /// <summary>Call before the first recorded transfer; wait for <see cref="Settled"/> then.</summary>
    public async Task StartReceiverAsync(CancellationToken cancellationToken)
    {
        _asked = Stopwatch.GetTimestamp();
        if (session.ReceiverKind is { } kind && await session.Control.FindStatsAsync(cancellationToken) is { } stats)
        {
            _uptimeBefore = stats.UptimeSeconds;
            _suspensionsBefore = stats.Suspensions;
            _receiverBefore = stats.Receivers[kind];
            _instance = stats.Instance;
            _receiverCpuBefore = stats.CpuSeconds;
            _transfersBefore = session.Recorder.Transfers;
        }
    }

    /// <summary>Call directly before the first turn: what a link does to a connection that still settles is no result.</summary>
    public void StartLink()
    {
        _linkMeter = LinkMeter.Begin();
        _linkTransfersBefore = session.Recorder.Transfers;
    }

    /// <summary>Call after the last recorded transfer.</summary>
    /// <exception cref="TransferException">
    /// The server's own count of frames or bytes differs from the recorded transfers, or the simulated link was the limit.
    /// </exception>
    public async Task StopReceiverAsync(CancellationToken cancellationToken)
    {
        if (session.ReceiverKind is { } kind && _receiverBefore is { } before)
        {
            using LinkMeter? linkMeter = _linkMeter;
            long transfers = session.Recorder.Transfers - _transfersBefore;
            if (linkMeter?.Count(session.Recorder.Transfers - _linkTransfersBefore) is { } counted)
            {
                if (counted.Limit is { } limit)
                {
                    throw new TransferException(TransferErrorKind.Unsupported, limit);
                }

                (Link, LinkObservations) = (counted.Use, counted.Observations);
            }

            ServerStats stats = (await session.Control.FindStatsAsync(cancellationToken))!;
            ThrowIfStartedAgain(_instance, stats.Instance);
            Suspensions = stats.Suspensions - _suspensionsBefore;
            if (!session.IsExperiment)
            {
                ThrowIfSuspended(_suspensionsBefore, stats.Suspensions);
            }

            ThrowIfSlow(Stopwatch.GetElapsedTime(_asked).TotalSeconds, stats.UptimeSeconds - _uptimeBefore);
            ReceiverStats after = stats.Receivers[kind];
            ITunedStrategy? tuned = session.Strategy as ITunedStrategy;
            tuned?.ThrowUnlessInForce();
            try
            {
                ThrowUnlessConfirmed(before, after, transfers, session.Payload);
            }
            catch (TransferException)
            {
                // Of frames that were acknowledged too early, the answers too many may still be under way: they are the cause then.
                await Task.Delay(s_late, cancellationToken);
                tuned?.ThrowUnlessInForce();
                throw;
            }

            int recorded = session.Recorder.Count + session.Recorder.CheckedWhileRecording;
            ReceiverCpuSeconds = _serverCpu?.TotalSeconds ?? (stats.CpuSeconds - _receiverCpuBefore) * recorded / transfers;
            ReceiverFrames = after.Frames - before.Frames - (transfers - session.Recorder.Count);
        }
    }

    /// <summary>Call when recording begins or continues.</summary>
    public void Resume()
    {
        _switchesBefore = Strategies.Machine.ContextSwitches.OfThisProcess();
        _conditionBefore = session.ConditionCost;
        _serverCpuBefore = server is { } process ? ProcessTime.Of(process) : null;
        _senderCpuBefore = Environment.CpuUsage.TotalTime;
    }

    /// <summary>Call when recording pauses or ends.</summary>
    public void Pause()
    {
        TimeSpan cpu = Environment.CpuUsage.TotalTime - _senderCpuBefore;
        _serverCpu += server is { } process ? ProcessTime.Of(process) - _serverCpuBefore : null;
        ConditionCost condition = session.ConditionCost - _conditionBefore;
        SenderCpuSeconds += (cpu - condition.CpuTime).TotalSeconds;
        ContextSwitches += Strategies.Machine.ContextSwitches.OfThisProcess() - _switchesBefore - condition.ContextSwitches;
    }

    /// <summary>Counts of two server processes cannot be subtracted from each other.</summary>
    /// <exception cref="TransferException">The server process is not the same as before.</exception>
    internal static void ThrowIfStartedAgain(string? before, string? now)
    {
        if (before != now)
        {
            throw new TransferException(TransferErrorKind.Mismatch,
                "the server was restarted while this was recorded; measure again, with a server that keeps running");
        }
    }

    /// <summary>A receiver that stands still is none that is measured, whatever its transfers took then.</summary>
    /// <exception cref="TransferException">The server's process was suspended in between, and went on.</exception>
    internal static void ThrowIfSuspended(long before, long now)
    {
        if (now > before)
        {
            throw new TransferException(TransferErrorKind.Mismatch, string.Create(
                CultureInfo.InvariantCulture,
                $"the server was suspended and continued (SIGCONT, {now - before}×) while this was recorded, so its times are not "
                + $"those of a server that runs; measure again, and leave the server alone"));
        }
    }

    /// <summary>
    /// Checks the clock of this process against the receiver's: less time passes between two answers than around them here.
    /// </summary>
    /// <param name="here">Seconds from before the first request to after the last answer.</param>
    /// <param name="there">Seconds between the answers.</param>
    /// <exception cref="TransferException">The clock of this process is slow, so every sample is too short.</exception>
    internal static void ThrowIfSlow(double here, double there)
    {
        if (there > MostFaster * here)
        {
            throw new TransferException(TransferErrorKind.Mismatch, string.Create(
                CultureInfo.InvariantCulture,
                $"{there:0.000} s passed at the receiver and {here:0.000} s here: one of the two clocks is wrong, so no sample is valid"));
        }
    }

    /// <summary>The server's own count must equal the acknowledged transfers, because a strategy could forge acknowledgements.</summary>
    /// <exception cref="TransferException">The counts differ.</exception>
    internal static void ThrowUnlessConfirmed(ReceiverStats before, ReceiverStats after, long transfers, Payload payload)
    {
        long frames = after.Frames - before.Frames;
        long bytes = after.Bytes - before.Bytes;
        if (frames != transfers || bytes != transfers * payload.Length)
        {
            string cause = frames > transfers
                ? "another client uses this server; measure with your own server"
                : "the strategy claims deliveries that never arrived, or the receiver acknowledged them before they did";
            throw new TransferException(TransferErrorKind.Mismatch, string.Create(
                CultureInfo.InvariantCulture,
                $"the server counted {frames} frames and {bytes} bytes while {transfers} "
                + $"transfers of {payload.Length} bytes were made: {cause}"));
        }
    }
}
