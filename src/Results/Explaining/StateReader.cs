using FileTransfer.Results.Statistics;

namespace FileTransfer.Results.Explaining;

/// <summary>Tells in which states the transfers of a launch were.</summary>
/// <remarks>
/// A state is read from counters, and never from how long the transfer took: otherwise slow transfers would explain themselves. The one
/// exception is time that no counter of either end accounts for: a pause, or a timer of TCP's.
/// </remarks>
/// <param name="traits">What is known of the case.</param>
internal sealed class StateReader(CaseTraits traits)
{
    /// <summary>What is known of the case.</summary>
    public CaseTraits Traits => traits;

    /// <summary>A wait for a processor counts when it is at least this share of the median time.</summary>
    private const double SmallestDelay = 0.25;

    /// <summary>
    /// Others use the processors when they use this share of one. Senders that have no turn, and our own program, use some of it too.
    /// </summary>
    public const double SomeProcessor = 0.1;

    private const double MuchWritten = 20e6;
    private const double SlowCopy = 1.15;
    private const double ShortestPause = 1e6;
    private const double LongGap = 1e6;
    private const int TimesTheGap = 10;

    // Linux acknowledges after 40 ms at the latest what nobody else acknowledges: TCP_DELACK_MIN.
    private const double ShortestHold = 30e6;

    // And it sends again what nobody acknowledges after 200 ms at the earliest, unless later acknowledgements show the loss: TCP_RTO_MIN.
    private const double ShortestTimeout = 180e6;

    /// <summary>The states of every transfer, as bits of <see cref="TransferState"/>.</summary>
    /// <param name="launch">The launch.</param>
    /// <param name="usualCopy">
    /// Time of a copy within the L1 cache on a core that nobody else uses, in nanoseconds; null where unknown.
    /// </param>
    /// <param name="foreign">Processors' worth of time that others used during turns such as these; null where unknown.</param>
    public int[] Read(ObservedLaunch launch, double? usualCopy, double? foreign)
    {
        int[] states = new int[launch.Nanoseconds.Count];
        int[] turns = launch.TurnOfEach();
        int all = IsSlow(launch, usualCopy) ? TransferState.SlowCore.Bit : 0;
        double median = states.Length == 0 ? 0 : SampleStatistics.Median(launch.Nanoseconds);
        for (int i = 0; i < states.Length; i++)
        {
            states[i] = all;
            if (!traits.IsPinned && launch.Trace is null && launch.Turns.Count > 0 && launch.Turns[turns[i]].State == false)
            {
                states[i] |= TransferState.Apart.Bit;
            }
        }

        if (launch.Trace is { } trace)
        {
            Read(launch, trace, turns, median, CrowdIn(trace, foreign), states);
        }

        return states;
    }

    private static bool IsSlow(ObservedLaunch launch, double? usualCopy) =>
        launch.Disturbance is { CopyNanosecondsBefore: { } before, CopyNanosecondsAfter: { } after }
        && Math.Min(before, after) > SlowCopy * usualCopy;

    private void Read(ObservedLaunch launch, TransferTrace trace, int[] turns, double median, TransferState crowd, int[] states)
    {
        double usualDelay = MedianOf(trace.SenderDelayNanoseconds) + MedianOf(trace.ReceiverDelayNanoseconds);
        double usualGap = MedianOf(trace.GapNanoseconds);
        long[] waits = [.. Enumerable.Range(0, states.Length).Select(i => WaitForOthers(trace, i))];
        double usualWait = MedianOf(waits);
        bool isWatched = traits.IsLoopback && trace.ReceiverRunNanoseconds.Count > 0;
        for (int i = 0; i < states.Length; i++)
        {
            states[i] |= Whereabouts(trace, i);
            bool wasRead = At(trace.BlocksRead, i) > 0 || At(trace.MajorFaults, i) > 0;
            bool isThrottled = turns[i] < trace.Turns.Count && trace.Turns[turns[i]].ThrottledSeconds > 0;
            double delay = At(trace.SenderDelayNanoseconds, i) + At(trace.ReceiverDelayNanoseconds, i) - usualDelay;
            bool isDelayed = delay > SmallestDelay * median;
            double unexplained = launch.Nanoseconds[i] - AccountedFor(trace, i);
            // Within a machine TCP sends again what a receiver that waited for a processor has not acknowledged: nothing was lost.
            bool isLost = !traits.IsLoopback && At(trace.Retransmissions, i) > 0;
            states[i] |= wasRead && !traits.ReadsDisk ? TransferState.Cold.Bit : 0;
            states[i] |= wasRead && IsWritten(trace, turns[i]) ? TransferState.BesideWriter.Bit : 0;
            states[i] |= isDelayed && isThrottled ? TransferState.Throttled.Bit : 0;
            states[i] |= !isThrottled && waits[i] - usualWait > SmallestDelay * median ? crowd.Bit : 0;
            states[i] |= At(trace.Collections, i) > 0 ? TransferState.Collected.Bit : 0;
            states[i] |= At(trace.CompiledMethods, i) > 0 ? TransferState.Compiled.Bit : 0;
            states[i] |= isLost ? TransferState.Lost.Bit : 0;
            states[i] |= isLost && unexplained > ShortestTimeout ? TransferState.TimedOut.Bit : 0;
            states[i] |= At(trace.GapNanoseconds, i) > Math.Max(LongGap, TimesTheGap * usualGap) ? TransferState.AfterGap.Bit : 0;
            if (isWatched && !isLost && !wasRead && unexplained > Math.Max(ShortestPause, median))
            {
                states[i] |= traits.WaitsForNagle && unexplained > ShortestHold ? TransferState.HeldBack.Bit
                    : isThrottled ? TransferState.Throttled.Bit
                    : TransferState.Paused.Bit;
            }
        }
    }

    /// <summary>Time in which an end ran or was ready to; both may at the same time, so that it can be more than the whole.</summary>
    private static double AccountedFor(TransferTrace trace, int index) =>
        At(trace.SenderRunNanoseconds, index) + At(trace.SenderDelayNanoseconds, index)
        + At(trace.ReceiverRunNanoseconds, index) + At(trace.ReceiverDelayNanoseconds, index);

    /// <summary>
    /// Time in which an end waited for a processor and the other end did not run on it, in nanoseconds: on one processor each end waits
    /// while the other runs, and that is nobody else's doing.
    /// </summary>
    private static long WaitForOthers(TransferTrace trace, int index)
    {
        long sender = At(trace.SenderDelayNanoseconds, index);
        long receiver = At(trace.ReceiverDelayNanoseconds, index);
        bool isOneProcessor = index < trace.SenderProcessors.Count && index < trace.ReceiverProcessors.Count
            && trace.SenderProcessors[index] == trace.ReceiverProcessors[index];
        return isOneProcessor
            ? Math.Max(0, sender - At(trace.ReceiverRunNanoseconds, index)) + Math.Max(0, receiver - At(trace.SenderRunNanoseconds, index))
            : sender + receiver;
    }

    private int Whereabouts(TransferTrace trace, int index)
    {
        if (trace.SenderProcessors.Count == 0 || trace.ReceiverProcessors.Count == 0)
        {
            return 0;
        }

        (int sender, int receiver) = (trace.SenderProcessors[index], trace.ReceiverProcessors[index]);
        int state = !traits.IsPinned && sender != receiver ? TransferState.Apart.Bit : 0;
        return index > 0 && (sender != trace.SenderProcessors[index - 1] || receiver != trace.ReceiverProcessors[index - 1])
            ? state | TransferState.Moved.Bit
            : state;
    }

    /// <summary>Whether others wrote to a disk during a turn.</summary>
    private bool IsWritten(TransferTrace trace, int turn) =>
        !traits.Writes && turn < trace.Turns.Count && trace.Turns[turn] is { Seconds: > 0, DiskBytesWritten: { } written } one
            && written / one.Seconds > MuchWritten;

    /// <summary>Who used the processors that an end had to wait for.</summary>
    private TransferState CrowdIn(TransferTrace trace, double? foreign)
    {
        double seconds = trace.Turns.Sum(turn => turn.Seconds);
        double written = trace.Turns.Sum(turn => turn.DiskBytesWritten ?? 0);
        return !traits.Writes && seconds > 0 && written / seconds > MuchWritten ? TransferState.BesideWriter
            : foreign > SomeProcessor ? TransferState.Crowded
            : s_nobody;
    }

    private static readonly TransferState s_nobody = new(0, "", "");

    /// <summary>Processors' worth of time that others used during the turns of a launch; null where unknown.</summary>
    public static double? ForeignShare(ObservedLaunch launch) =>
        launch.Disturbance is { MachineCpuSeconds: { } machine, OwnCpuSeconds: { } own, Seconds: > 0 and var seconds }
            ? (machine - own) / seconds
            : null;

    /// <summary>
    /// The mean of that over launches, since the kernel counts a machine's time in hundredths of a second: of one launch, whose turns
    /// take a few of them, the share is wrong by a tenth of a processor.
    /// </summary>
    public static double? ForeignShare(IReadOnlyList<ObservedLaunch> launches) =>
        launches.Select(ForeignShare).OfType<double>().ToArray() is { Length: > 0 } shares ? shares.Average() : null;

    private static double MedianOf(IReadOnlyList<long> values) => values.Count == 0 ? 0 : SampleStatistics.Median(values);

    private static long At(IReadOnlyList<long> values, int index) => index < values.Count ? values[index] : 0;

    private static int At(IReadOnlyList<int> values, int index) => index < values.Count ? values[index] : 0;
}
