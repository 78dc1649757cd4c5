using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Reports;

/// <summary>What the words and numbers of a report mean.</summary>
internal static class HowToRead
{
    private static readonly (string, string)[] s_numbers =
    [
        ("Percentiles", "Percentiles are those of all transfers of all launches (fresh processes), every launch weighing the same; no sample is removed."),
        ("Speed-up", "The speed-up is the baseline's time divided by this one's, from the medians of the launches (Hodges–Lehmann), with the interval of the Mann–Whitney test; '≈' means that the interval holds 1."),
        ("95 % interval", "'95 % CI' is the range of ratios that the launches are compatible with: were the run repeated often, 95 of 100 such ranges would hold the true ratio."),
        ("Throughput", "MB/s is payload per P50 and, where transfers are in flight together, per 'time per transfer, all in flight together'. MB and GB are powers of 10; the K, M and G of sizes are powers of 2."),
        ("Costs", "CPU is that of the whole process, user and system, per GB of payload; allocated bytes and context switches are the sender's, per transfer."),
        ("No number", "A strategy that failed, or cannot run here, has a reason and never a number."),
    ];

    /// <summary>Terms and their explanations, each of which stands for itself, for what a run did: send files, or fetch messages.</summary>
    public static IReadOnlyList<(string Term, string Text)> Terms(RunResult run) => [.. Clock.Terms(run), .. s_numbers];
}
