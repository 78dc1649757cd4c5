using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>Explains the terms and numbers of a report.</summary>
internal static class HowToRead
{
    /// <summary>What stands above observations that change no answer.</summary>
    public const string Moved =
        "Senders took turns: what moved the machine fell on all alike, and what moves one strategy alone widens its intervals.";

    private static readonly (string, string)[] s_numbers =
    [
        (
            "Percentiles",
            "Percentiles cover all transfers of all launches (new processes), with the same weight for each launch; no sample is removed. "
            + "Percentiles above the median are shown where at least ten transfers lie beyond them. Each has its 95 % confidence interval "
            + "over launches (Woodruff's method; no interval where the launches differ so much that it has no upper end). The sender "
            + "waits for each answer before it sends again (closed loop), so tail latency is service time and contains no queueing time."),
        (
            "Speed-up",
            "The speed-up is the time of the baseline divided by the time of the strategy. Launch medians are compared within each "
            + "round; the speed-up is the trimmed mean of their ratios over the rounds, on a logarithmic scale. '=' means shown to be "
            + "equal within 5 %, '?' means undecided, '≥' and '≤' give the bound nearer to 1 where the interval is wide."),
        (
            "95 % interval",
            "'95 % CI' is a simultaneous confidence interval: if the run were repeated often, in 95 of 100 runs all intervals would "
            + "contain their true ratios (Student's t of trimmed means, shared by Bonferroni). Its error rate is apart from that of the "
            + "verdicts."),
        (
            "The fastest",
            "At each size all strategies race. One is the fastest when it is proven to be faster than every other, and as fast as the best "
            + "when it is proven to take at most the margin longer. In 95 of 100 runs all such statements are right, at every look at the "
            + "race and at all sizes together. Whoever may be the best, but may also be slower than the margin, is undecided. A strategy "
            + "that is proven to be slower by more than the margin leaves the race. The lead of a single fastest strategy comes from "
            + "rounds that were not used to choose it."),
        (
            "Throughput",
            "MB/s is payload divided by the mean time of a transfer, slow transfers included; with several transfers in flight, by the "
            + "wall time per transfer. MB and GB are powers of 10; the K, M and G of sizes are powers of 2."),
        (
            "Costs",
            "CPU time is user and system time of the whole process per GB of payload. Allocated bytes and context switches are those of "
            + "the sender, per transfer."),
        ("No number", "A strategy that failed, or cannot run here, has a reason and never a number."),
    ];

    /// <summary>Terms and their explanations, adapted to whether the run sent files or fetched messages.</summary>
    public static IReadOnlyList<(string Term, string Text)> Terms(RunResult run) => [.. Clock.Terms(run), .. s_numbers];
}
