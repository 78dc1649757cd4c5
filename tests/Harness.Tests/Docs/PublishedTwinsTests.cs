using FileTransfer.Results;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Harness.Tests.Docs;

/// <summary>Strategies that make identical calls are not called different in any published run.</summary>
public sealed class PublishedTwinsTests
{
    /// <summary>Up to this length a file fits into every buffer, so that its size plays no part.</summary>
    private const long Longest = 10 << 10;

    private static readonly string[][] s_twins =
    [
        ["read-write-64k", "read-write-1m"],
        ["coalesced-64k", "coalesced-256k", "coalesced-1m"],
        ["coalesced-64k-kept", "coalesced-256k-kept", "coalesced-1m-kept"],
    ];

    public static TheoryData<string> Runs =>
    [
        .. Directory.GetFiles(Path.Combine(Golden.Root, "charts"), "results.json.gz", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(Golden.Root, file)),
    ];

    [Theory]
    [MemberData(nameof(Runs))]
    public void Twins_OfAPublishedRun_AreNotCalledDifferent(string file)
    {
        RunResult run = ResultsFile.Load(Path.Combine(Golden.Root, file));
        Assert.All(
            from twins in s_twins
            from one in Found(run, twins)
            from other in Found(run, twins)
            where one != other && one.SizeBytes == other.SizeBytes && one.Transport == other.Transport
            select Comparisons.Of(run).Between(one, other),
            comparison => Assert.False(
                comparison is { IsDecided: true },
                $"{file}: {comparison?.Other} is called {comparison?.Verdict} than {comparison?.Baseline}: {comparison?.Interval}"));
    }

    private static IEnumerable<Measurement> Found(RunResult run, string[] twins) => run.Measurements.Where(measurement =>
        measurement.SizeBytes <= Longest && twins.Contains(measurement.Strategy));
}
