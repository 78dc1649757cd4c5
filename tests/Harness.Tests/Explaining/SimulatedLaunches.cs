using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;
using FileTransfer.Results.Statistics;
using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Explaining;

/// <summary>Launches of which everything is known: times from a level, noise and states, with the counters that show the states.</summary>
internal static class SimulatedLaunches
{
    public const int Turns = 8;
    public const int PerTurn = 50;

    /// <summary>A launch whose transfers take what a function says.</summary>
    /// <param name="round">Its round.</param>
    /// <param name="time">Time of a transfer in nanoseconds, by turn and index.</param>
    /// <param name="trace">Changes what was noted; null for nothing noted.</param>
    /// <param name="arm">Its arm.</param>
    public static ObservedLaunch Of(
        int round, Func<int, int, double> time, Func<TransferTrace, TransferTrace>? trace = null, string arm = Arm.AsItIs)
    {
        long[] times = [.. from turn in Enumerable.Range(0, Turns)
                           from index in Enumerable.Range(0, PerTurn)
                           select (long)time(turn, index)];
        return new ObservedLaunch
        {
            Arm = arm,
            Round = round,
            Nanoseconds = times,
            Turns = [.. times.Chunk(PerTurn).Select((turn, i) => new Turn(i + 1, 1, PerTurn, SampleStatistics.Median(turn)))],
            Trace = trace?.Invoke(Empty(times.Length)),
        };
    }

    /// <summary>A trace of nothing in particular: both ends together, and each turn takes 10 ms.</summary>
    public static TransferTrace Empty(int count) => new()
    {
        GapNanoseconds = [.. Enumerable.Repeat(1000L, count)],
        SenderProcessors = new int[count],
        ReceiverProcessors = new int[count],
        SenderDelayNanoseconds = new long[count],
        ReceiverDelayNanoseconds = new long[count],
        Waits = [.. Enumerable.Repeat(1, count)],
        Preemptions = new int[count],
        MajorFaults = new int[count],
        BlocksRead = new int[count],
        Collections = new int[count],
        CompiledMethods = new int[count],
        Retransmissions = new int[count],
        Turns = [.. Enumerable.Range(0, Turns).Select(_ => new TracedTurn { Seconds = 0.01 })],
        CongestionControl = "cubic",
        ReceiverNice = 0,
    };

    /// <summary>A factor around 1, of normal noise.</summary>
    public static double Noise(Random random, double deviation) =>
        Math.Exp(deviation * Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble()));

    /// <summary>A column with a value where a condition holds, and 0 elsewhere.</summary>
    public static int[] Column(Func<int, bool> holds, int value = 1) =>
        [.. Enumerable.Range(0, Turns * PerTurn).Select(i => holds(i) ? value : 0)];
}
