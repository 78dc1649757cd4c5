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

    private ReceiverStats? _receiverBefore;
    private double _receiverCpuBefore;
    private TimeSpan _senderCpuBefore;
    private long? _switchesBefore;

    /// <summary>CPU time of this process while recording, in seconds.</summary>
    public double SenderCpuSeconds { get; private set; }

    /// <summary>Context switches of this process while recording, or null where unknown.</summary>
    public long? ContextSwitches { get; private set; } = 0;

    /// <summary>CPU time of the server from <see cref="StartReceiverAsync"/> to <see cref="StopReceiverAsync"/>, in seconds.</summary>
    public double? ReceiverCpuSeconds { get; private set; }

    /// <summary>Frames the server counted in that time: what it says on its own, beside the acknowledgements.</summary>
    public long ReceiverFrames { get; private set; }

    /// <summary>Call before the first recorded transfer. Blocks its thread for a moment at the end, until nothing stirs at either end.</summary>
    public async Task StartReceiverAsync(CancellationToken cancellationToken)
    {
        if (session.ReceiverKind is { } kind)
        {
            ServerStats stats = await session.Control.GetStatsAsync(cancellationToken);
            _receiverBefore = stats.Receivers[kind];
            _receiverCpuBefore = stats.CpuSeconds;
            // Not awaited: what goes on afterwards would be one more thread of the pool with nothing to do.
            Thread.Sleep(s_settling);
        }
    }

    /// <summary>Call after the last recorded transfer.</summary>
    /// <exception cref="TransferException">The server itself counted other frames or bytes than were recorded.</exception>
    public async Task StopReceiverAsync(CancellationToken cancellationToken)
    {
        if (session.ReceiverKind is { } kind && _receiverBefore is { } before)
        {
            ServerStats stats = await session.Control.GetStatsAsync(cancellationToken);
            ReceiverStats after = stats.Receivers[kind];
            ThrowUnlessConfirmed(after.Frames - before.Frames, after.Bytes - before.Bytes);
            ReceiverCpuSeconds = stats.CpuSeconds - _receiverCpuBefore;
            ReceiverFrames = after.Frames - before.Frames;
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

    /// <summary>What the server counted on its own must be what the acknowledgements said: a strategy could make those up.</summary>
    private void ThrowUnlessConfirmed(long frames, long bytes)
    {
        long recorded = session.Recorder.Count;
        if (frames != recorded || bytes != recorded * session.Payload.Length)
        {
            string cause = frames > recorded
                ? "somebody else uses this server; measure with one of your own"
                : "the strategy claims deliveries that never arrived";
            throw new TransferException(TransferErrorKind.Mismatch, string.Create(
                CultureInfo.InvariantCulture,
                $"the server counted {frames} frames and {bytes} bytes while {recorded} transfers of {session.Payload.Length} bytes were recorded: {cause}"));
        }
    }
}
