using System.Globalization;
using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining;

/// <summary>The slowest transfers of a case, with what was counted around them.</summary>
internal static class SlowTransfers
{
    private const int Shown = 3;

    /// <summary>The slowest three.</summary>
    public static IReadOnlyList<SlowTransfer> Of(Observed seen) =>
    [
        .. seen.Launches
            .SelectMany(launch => launch.Nanoseconds.Select((time, index) => (launch, index, time)))
            .OrderByDescending(one => one.time)
            .Take(Shown)
            .Select(one => new SlowTransfer(
                one.launch.Round,
                one.launch.Turns.Count == 0 ? 1 : one.launch.TurnOfEach()[one.index] + 1,
                one.index + 1,
                one.time,
                [.. Happened(one.launch, one.index)])),
    ];

    private static IEnumerable<string> Happened(ObservedLaunch launch, int index)
    {
        if (launch.Trace is not { } trace)
        {
            return ["a stored run does not tell what happened around a transfer"];
        }

        (string Words, double? Value, string Unit)[] counts =
        [
            ("the gap before it took", At(trace.GapNanoseconds, index) / 1e3, " µs"),
            ("the sender ran for", At(trace.SenderRunNanoseconds, index) / 1e3, " µs"),
            ("the sender was ready and waited for", At(trace.SenderDelayNanoseconds, index) / 1e3, " µs"),
            ("the receiver ran for", At(trace.ReceiverRunNanoseconds, index) / 1e3, " µs"),
            ("the receiver was ready and waited for", At(trace.ReceiverDelayNanoseconds, index) / 1e3, " µs"),
            ("waits of the sender", At(trace.Waits, index), ""),
            ("preemptions of the sender", At(trace.Preemptions, index), ""),
            ("major page faults", At(trace.MajorFaults, index), ""),
            ("blocks read from a disk", At(trace.BlocksRead, index), ""),
            ("collections", At(trace.Collections, index), ""),
            ("methods compiled", At(trace.CompiledMethods, index), ""),
            ("segments sent again", At(trace.Retransmissions, index), ""),
            ("processor of the sender", At(trace.SenderProcessors, index), ""),
            ("processor of the receiver", At(trace.ReceiverProcessors, index), ""),
        ];
        return counts
            .Where(count => count.Value is > 0 || (count.Value == 0 && count.Words.StartsWith("processor", StringComparison.Ordinal)))
            .Select(count => string.Create(CultureInfo.InvariantCulture, $"{count.Words} {count.Value:0.#}{count.Unit}"));
    }

    private static double? At(IReadOnlyList<long> values, int index) => index < values.Count ? values[index] : null;

    private static double? At(IReadOnlyList<int> values, int index) => index < values.Count ? values[index] : null;
}
