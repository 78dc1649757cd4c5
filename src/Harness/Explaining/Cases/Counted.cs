using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining.Cases;

/// <summary>Values of a launch by which causes are seen, and must move with them.</summary>
internal static class Counted
{
    /// <summary>Share of the transfers with both ends on one processor.</summary>
    public static double? Together(ObservedLaunch launch) =>
        launch.Trace is { SenderProcessors: { Count: > 0 } senders, ReceiverProcessors: { Count: > 0 } receivers }
            ? senders.Zip(receivers).Count(pair => pair.First == pair.Second) / (double)senders.Count
            : null;

    /// <summary>Moves of an end to another processor, per transfer.</summary>
    public static double? Moves(ObservedLaunch launch) =>
        launch.Trace is { SenderProcessors: { Count: > 1 } senders, ReceiverProcessors: { Count: > 1 } receivers }
            ? (Changes(senders) + Changes(receivers)) / (double)senders.Count
            : null;

    /// <summary>Voluntary waits per transfer.</summary>
    public static double? Waits(ObservedLaunch launch) => PerTransfer(launch.Trace?.Waits);

    /// <summary>Time per transfer in which an end was ready to run and waited, in microseconds.</summary>
    public static double? Delay(ObservedLaunch launch) => launch.Trace is { SenderDelayNanoseconds.Count: > 0 } trace
        ? (trace.SenderDelayNanoseconds.Sum() + trace.ReceiverDelayNanoseconds.Sum()) / 1e3 / trace.SenderDelayNanoseconds.Count
        : null;

    /// <summary>Blocks read from a disk per transfer.</summary>
    public static double? BlocksRead(ObservedLaunch launch) => PerTransfer(launch.Trace?.BlocksRead);

    /// <summary>Collections per transfer.</summary>
    public static double? Collections(ObservedLaunch launch) => PerTransfer(launch.Trace?.Collections);

    /// <summary>Methods compiled per transfer.</summary>
    public static double? Compiled(ObservedLaunch launch) => PerTransfer(launch.Trace?.CompiledMethods);

    /// <summary>Mean gap before a transfer, in microseconds.</summary>
    public static double? Gap(ObservedLaunch launch) =>
        launch.Trace is { GapNanoseconds.Count: > 0 and var count } trace ? trace.GapNanoseconds.Sum() / 1e3 / count : null;

    /// <summary>Time per transfer in which the receiver ran, in microseconds.</summary>
    public static double? ReceiverRun(ObservedLaunch launch) => launch.Trace is { ReceiverRunNanoseconds.Count: > 0 and var count } trace
        ? trace.ReceiverRunNanoseconds.Sum() / 1e3 / count
        : null;

    /// <summary>Time per transfer in which neither end ran or was ready to, in microseconds.</summary>
    public static double? Idle(ObservedLaunch launch)
    {
        if (launch.Trace is not { SenderRunNanoseconds.Count: > 0, ReceiverRunNanoseconds.Count: > 0 } trace)
        {
            return null;
        }

        double accounted = trace.SenderRunNanoseconds.Sum() + trace.SenderDelayNanoseconds.Sum()
            + trace.ReceiverRunNanoseconds.Sum() + trace.ReceiverDelayNanoseconds.Sum();
        return Math.Max(0, launch.Nanoseconds.Sum() + trace.GapNanoseconds.Sum() - accounted) / 1e3 / launch.Nanoseconds.Count;
    }

    /// <summary>1 for a connection that is held back to a rate, 0 for another.</summary>
    public static double? Paced(ObservedLaunch launch) => launch.Trace is { Turns.Count: > 0, CongestionControl: { } name }
        ? name is "cubic" or "reno" ? 0 : 1
        : null;

    /// <summary>Transfers that take 30 ms and more, as a share.</summary>
    public static double? HeldBack(ObservedLaunch launch) => launch.Nanoseconds.Count == 0
        ? null
        : launch.Nanoseconds.Count(time => time > 30e6) / (double)launch.Nanoseconds.Count;

    /// <summary>Time in which a quota stopped the group, as a share.</summary>
    public static double? Throttled(ObservedLaunch launch) => launch.Trace is { Turns: { Count: > 0 } turns }
        && turns.All(turn => turn.ThrottledSeconds is not null)
            ? turns.Sum(turn => turn.ThrottledSeconds!.Value) / turns.Sum(turn => turn.Seconds)
            : null;

    /// <summary>Shortest round trip that TCP has seen, in milliseconds.</summary>
    public static double? RoundTrip(ObservedLaunch launch) =>
        launch.Trace?.Turns.Select(turn => turn.ShortestRoundTripSeconds * 1e3).Min();

    private static int Changes(IReadOnlyList<int> values) => values.Zip(values.Skip(1)).Count(pair => pair.First != pair.Second);

    private static double? PerTransfer(IReadOnlyList<int>? counts) => counts is { Count: > 0 } ? counts.Average() : null;
}
