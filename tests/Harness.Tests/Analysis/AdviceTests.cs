using FileTransfer.Results;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Harness.Tests.Analysis;

/// <summary>One sentence for all sizes, from runs whose winners are planted.</summary>
public sealed class AdviceTests
{
    private static readonly (string Label, long Bytes)[] s_sizes = [("1K", 1024), ("10K", 10240), ("100K", 102400)];

    [Theory]
    [InlineData("a a a / a a a", "Use a at every size: nothing is more than 10 % faster.")]
    [InlineData("a a b / a a b", "Use a; at 100K, b.")]
    [InlineData("a b b / a b b", "Use b; at 1K, a.")]
    [InlineData("a a a / b b b", "Use a; on two processors, b.")]
    [InlineData("a a a / b b a", "Use a; on two processors up to 10K, b.")]
    [InlineData("a a a / a b b", "Use a; on two processors from 10K, b.")]
    [InlineData("a a b / b a a", "Use a; on one processor at 100K and on two processors at 1K, b.")]
    [InlineData("ab ab b / b b b", "Use b at every size: nothing is more than 10 % faster.")]
    [InlineData("a ? a / a a a", "Use a: nothing is more than 10 % faster, except perhaps on one processor at 10K.")]
    [InlineData("a b c / a b c", null)]
    [InlineData("a ? ? / ? ? ?", null)]
    public void Of_PlantedWinners_IsOneSentenceOrNone(string winners, string? advice)
    {
        string[][] cells = [.. winners.Split(" / ").Select(placement => placement.Split(' '))];
        Measurement[] measurements =
        [
            .. from placement in (int[])[0, 1]
               from size in Enumerable.Range(0, s_sizes.Length)
               from strategy in (string[])["a", "b", "c"]
               select SampleRuns.Measured(
                   strategy, s_sizes[size].Bytes, Times(cells[placement][size], strategy)) with
               {
                   Placement = placement == 0 ? "same" : "split",
               },
        ];

        Assert.Equal(advice, Advice.Of(SampleRuns.Run(measurements)));
    }

    [Fact]
    public void Of_OnePlacement_NamesSizesOnly() => Assert.Equal(
        "Use b; at 1K, a.",
        Advice.Of(SampleRuns.Run(
            [.. from size in Enumerable.Range(0, s_sizes.Length)
               from strategy in (string[])["a", "b"]
               select SampleRuns.Measured(strategy, s_sizes[size].Bytes, Times(size == 0 ? "a" : "b", strategy))])));

    /// <summary>Ten rounds: of a winner, of one that is as slow as the others, or so noisy that nothing can be told.</summary>
    private static long[] Times(string winners, string strategy) => winners == "?"
        ? [.. Enumerable.Range(0, 10).Select(round => 1_000_000L + (400_000 * (((round * 7) + strategy[0]) % 5)))]
        : SampleRuns.Steps(winners.Contains(strategy, StringComparison.Ordinal) ? 1_000_000 : 2_000_000, 100);
}
