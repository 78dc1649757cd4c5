using System.Diagnostics;
using System.Globalization;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Harness.Measuring;

/// <summary>Sums what both ends spent while samples were recorded: CPU time, and the sender's context switches.</summary>
public sealed class CostMeter(TransferSession session)
{
    /// <summary>
    /// How long the thread pools of both ends are left alone after an exchange with the server. Their threads look for more
    /// work 70 times, yielding in between, before they go to sleep (System.Threading.ThreadPool.UnfairSemaphoreSpinLimit).
    /// That takes less than a millisecond; among transfers that share a core with them it takes a tenth of a second, in which
    /// every transfer lasts 2 µs longer (perf record -e sched:sched_switch).
    /// </summary>
    private static readonly TimeSpan s_settling = TimeSpan.FromMilliseconds(10);

    /// <summary>Clocks of two machines differ by parts of a million; what is tolerated is an adjustment while they are read.</summary>
    private const double MostFaster = 1.05;

    private ReceiverStats? _receiverBefore;
    private string? _instance;
    private double _uptimeBefore;
    private long _asked;
    private double _receiverCpuBefore;
    private TimeSpan _senderCpuBefore;
    private long? _switchesBefore;

    /// <summary>CPU time of this process while recording, in seconds.</summary>
    public double SenderCpuSeconds { get; private set; }

    /// <summary>Context switches of this process while recording, or null where unknown.</summary>
    public long? ContextSwitches { get; private set; } = 0;

    /// <summary>CPU time of the server from <see cref="StartReceiverAsync"/> to <see cref="StopReceiverAsync"/>, in seconds.</summary>
    public double? ReceiverCpuSeconds { get; private set; }

    /// <summary>Samples that the server confirms by a count of its own, beside the acknowledgements.</summary>
    public long ReceiverFrames { get; private set; }

    /// <summary>Call before the first recorded transfer. Blocks its thread for a moment at the end, until nothing stirs at either end.</summary>
    public async Task StartReceiverAsync(CancellationToken cancellationToken)
    {
        if (session.ReceiverKind is { } kind)
        {
            _asked = Stopwatch.GetTimestamp();
            ServerStats stats = await session.Control.GetStatsAsync(cancellationToken);
            _uptimeBefore = stats.UptimeSeconds;
            _receiverBefore = stats.Receivers[kind];
            _instance = stats.Instance;
            _receiverCpuBefore = stats.CpuSeconds;
            Settle();
        }
    }

    /// <summary>Call after the last recorded transfer.</summary>
    /// <exception cref="TransferException">The server itself counted other frames or bytes than were recorded.</exception>
    public async Task StopReceiverAsync(CancellationToken cancellationToken)
    {
        if (session.ReceiverKind is { } kind && _receiverBefore is { } before)
        {
            ServerStats stats = await session.Control.GetStatsAsync(cancellationToken);
            ThrowIfStartedAgain(_instance, stats.Instance);
            ThrowIfSlow(Stopwatch.GetElapsedTime(_asked).TotalSeconds, stats.UptimeSeconds - _uptimeBefore);
            ReceiverStats after = stats.Receivers[kind];
            ThrowUnlessConfirmed(before, after, session.Recorder, session.Payload);
            ReceiverCpuSeconds = stats.CpuSeconds - _receiverCpuBefore;
            ReceiverFrames = after.Frames - before.Frames - session.Recorder.CheckedWhileRecording;
        }
    }

    /// <summary>Call when recording begins or goes on.</summary>
    public void Resume()
    {
        _switchesBefore = Strategies.Machine.ContextSwitches.OfThisProcess();
        _senderCpuBefore = Environment.CpuUsage.TotalTime;
    }

    /// <summary>Call when recording pauses or ends.</summary>
    public void Pause()
    {
        SenderCpuSeconds += (Environment.CpuUsage.TotalTime - _senderCpuBefore).TotalSeconds;
        ContextSwitches += Strategies.Machine.ContextSwitches.OfThisProcess() - _switchesBefore;
    }

    /// <summary>Blocks its thread until the thread pools of both ends have gone to sleep after an exchange with the server.</summary>
    /// <remarks>Not awaited: what goes on afterwards would be one more thread of the pool with nothing to do.</remarks>
    internal static void Settle() => Thread.Sleep(s_settling);

    /// <summary>What two servers count cannot be put together.</summary>
    /// <exception cref="TransferException">It is another one than before.</exception>
    internal static void ThrowIfStartedAgain(string? before, string? now)
    {
        if (before != now)
        {
            throw new TransferException(TransferErrorKind.Mismatch, "the server was started again while this was recorded; measure again, with one that stays");
        }
    }

    /// <summary>The receiver's clock is a second witness: between its two answers it cannot have passed more time than here around them.</summary>
    /// <param name="here">Seconds from before the first question to after the last answer.</param>
    /// <param name="there">Seconds between the answers.</param>
    /// <exception cref="TransferException">The clock of this process is slow, and every sample too short.</exception>
    internal static void ThrowIfSlow(double here, double there)
    {
        if (there > MostFaster * here)
        {
            throw new TransferException(TransferErrorKind.Mismatch, string.Create(
                CultureInfo.InvariantCulture,
                $"{there:0.000} s went by at the receiver and {here:0.000} s here: one of the two clocks is wrong, and no sample can be believed"));
        }
    }

    /// <summary>What the server counted on its own must be what the acknowledgements said: a strategy could make those up.</summary>
    /// <exception cref="TransferException">It is not.</exception>
    internal static void ThrowUnlessConfirmed(ReceiverStats before, ReceiverStats after, SampleRecorder recorder, Payload payload)
    {
        long frames = after.Frames - before.Frames;
        long bytes = after.Bytes - before.Bytes;
        long recorded = recorder.Count + recorder.CheckedWhileRecording;
        if (frames != recorded || bytes != recorded * payload.Length)
        {
            string cause = frames > recorded
                ? "somebody else uses this server; measure with one of your own"
                : "the strategy claims deliveries that never arrived";
            throw new TransferException(TransferErrorKind.Mismatch, string.Create(
                CultureInfo.InvariantCulture,
                $"the server counted {frames} frames and {bytes} bytes while {recorded} transfers of {payload.Length} bytes were recorded: {cause}"));
        }
    }
}
