using FileTransfer.Harness.Analysis;
using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Reports;

/// <summary>What the words and numbers of a report mean.</summary>
internal static class HowToRead
{
    private static readonly (string, string)[] s_numbers =
    [
        ("Percentiles", "Percentiles are those of all transfers of all launches (fresh processes), every launch weighing the same; no sample is removed. One is shown where at least ten transfers lie beyond it, with the range that it would be in, in 95 of 100 such runs (Woodruff's interval over launches; none where the launches differ too much to give it an upper end). The sender waits for each answer before it sends again (a closed loop), so that a tail is what a transfer takes, not what a queue of them waits."),
        ("Speed-up", "The speed-up is the baseline's time divided by this one's: launch medians are compared within their round, and the ratio is their trimmed mean over the rounds. '=' is shown to be equal within 5 %, '?' is not known, '≥' and '≤' give the cautious end of a wide interval."),
        ("95 % interval", "'95 % CI' is the range of ratios that the rounds are compatible with: were the run repeated often, in 95 of 100 runs all such ranges would hold the true ratio at once (sign-flip permutation of the largest difference)."),
        ("The fastest", "The fastest are those that nobody is shown to be faster than and that at worst take 1.25 times as long as the best; what costs both ends the least CPU time comes first, then what allocates least. Who could be much slower is unknown and listed apart. How far a single one is ahead is taken from rounds that had no part in choosing it."),
        ("Throughput", "MB/s is payload by the time it took, slow transfers included, and where transfers are in flight together by 'time per transfer, all in flight together'. MB and GB are powers of 10; the K, M and G of sizes are powers of 2."),
        ("Costs", "CPU is that of the whole process, user and system, per GB of payload; allocated bytes and context switches are the sender's, per transfer."),
        ("No number", "A strategy that failed, or cannot run here, has a reason and never a number."),
    ];

    /// <summary>Terms and their explanations, each of which stands for itself, for what a run did: send files, or fetch messages.</summary>
    public static IReadOnlyList<(string Term, string Text)> Terms(RunResult run) => [.. Clock.Terms(run), .. s_numbers];
}
