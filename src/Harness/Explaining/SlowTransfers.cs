using System.Globalization;
using FileTransfer.Results.Explaining;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Explaining;

/// <summary>The slowest transfers of a case, with what was counted around them.</summary>
internal static class SlowTransfers
{
    private const int Shown = 3;

    /// <summary>The slowest three, with what the kernel's events tell of them.</summary>
    public static IReadOnlyList<SlowTransfer> Of(TracedPass traced)
    {
        ObservedLaunch launch = traced.Launch!;
        HashSet<int> sender = [.. traced.Threads.Sender];
        HashSet<int> receiver = [.. traced.Threads.Receiver];
        return [.. Of([launch]).Select(one => one with { Happened = [.. one.Happened, .. Story(one)] })];

        IReadOnlyList<string> Story(SlowTransfer one) => launch.Trace is { EndedNanoseconds: { Count: > 0 } ended }
            ? TransferStory.Of(
                traced.Events, sender, receiver, ended[one.Transfer - 1] - one.Nanoseconds, ended[one.Transfer - 1])
            : [];
    }

    /// <summary>What is said once about tracing: why there is none, or what it cost.</summary>
    /// <param name="asItIs">The case as it is.</param>
    /// <param name="traced">The round that was traced, or null.</param>
    public static IEnumerable<string> Notes(IReadOnlyList<ObservedLaunch> asItIs, TracedPass? traced)
    {
        if (traced?.WhyNot is { } reason)
        {
            yield return $"{char.ToUpperInvariant(reason[0])}{reason[1..]}.";
        }
        else if (traced?.Launch is { } launch)
        {
            double usual = SampleStatistics.Median([.. asItIs.SelectMany(one => one.Nanoseconds)]);
            double longer = (SampleStatistics.Median(launch.Nanoseconds) / usual * 100) - 100;
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"The slowest transfers are those of a round of its own, in which the kernel's events were traced: its median differs "
                + $"from that of the others by {longer:+0;-0;0} %. No other figure is from it.");
        }
    }

    /// <summary>The slowest three.</summary>
    public static IReadOnlyList<SlowTransfer> Of(IReadOnlyList<ObservedLaunch> launches) =>
    [
        .. launches
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
