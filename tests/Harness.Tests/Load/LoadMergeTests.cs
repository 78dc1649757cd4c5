using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Results;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Tests.Load;

/// <summary>Merged percentiles are those of all samples pooled; what does not belong together is not merged.</summary>
public sealed class LoadMergeTests
{
    /// <summary>Three significant digits.</summary>
    private const double WithinHistogram = 0.001;

    private static readonly long[][] s_samples =
    [
        LoadResults.Latencies(1000, 1), LoadResults.Latencies(10, 2), LoadResults.Latencies(20_000, 3),
    ];

    private static LatencySummary Pooled => SampleStatistics.SummaryOf([.. s_samples.SelectMany(samples => samples)]);

    [Fact]
    public void Merge_Samples_GivesExactlyThePercentilesOfThePooledSamples()
    {
        LoadResult merged = LoadMerge.Merge(Sources(keepsSamples: true));
        Assert.Equal(Pooled with { Mean = 0 }, merged.LatencyNanoseconds! with { Mean = 0 });
        Assert.Equal(Pooled.Mean, merged.LatencyNanoseconds!.Mean, 1e-6);
        Assert.Equal(s_samples.SelectMany(samples => samples), merged.Samples!);
    }

    [Fact]
    public void Merge_Histograms_GivesThePercentilesOfThePooledSamplesWithinThreeDigits()
    {
        LatencySummary merged = LoadMerge.Merge(Sources(keepsSamples: false)).LatencyNanoseconds!;
        LatencySummary pooled = Pooled;
        Assert.Equal((pooled.Min, pooled.Max), (merged.Min, merged.Max));
        Assert.Equal(pooled.Mean, merged.Mean, pooled.Mean * 1e-9);
        // A percentile of a histogram is a sample; that of samples lies between two, which are close together here.
        Assert.All(
            [(pooled.P50, merged.P50), (pooled.P90, merged.P90), (pooled.P99, merged.P99), (pooled.P999, merged.P999)],
            pair => Assert.InRange(pair.Item2, pair.Item1 * (1 - (2 * WithinHistogram)), pair.Item1 * (1 + (2 * WithinHistogram))));
    }

    /// <summary>What averages of percentiles would give is far away: otherwise the tests above would hold of them too.</summary>
    [Fact]
    public void Merge_DifferentSenders_IsNotTheAverageOfTheirPercentiles()
    {
        long[] slow = [.. LoadResults.Latencies(100, 4).Select(latency => latency * 100)];
        LoadSource[] sources = [Source("fast", s_samples[2]), Source("slow", slow)];
        double average = sources.Average(source => source.Result.LatencyNanoseconds!.P99);
        Assert.NotInRange(LoadMerge.Merge(sources).LatencyNanoseconds!.P99, average * 0.5, average * 1.5);
    }

    [Fact]
    public void Merge_SendersOfOneServer_AddsWhatIsTheirsAndNotTheServersTime()
    {
        LoadResult merged = LoadMerge.Merge(Sources(keepsSamples: true));
        Assert.Equal(21_010, merged.Transfers);
        Assert.Equal(21_010, merged.VerifiedTransfers);
        Assert.Equal(12, merged.Connections);
        Assert.Equal(300, merged.RatePerSecond.Asked);
        Assert.Equal(297, merged.RatePerSecond.Offered);
        Assert.Equal(1.5, merged.SenderCpuSeconds);
        Assert.Equal(0.25, merged.ReceiverCpuSeconds);
        Assert.Equal(100, merged.AllocatedBytesPerTransfer!.Value, 1e-9);
        // The last began 2 ms after the first, and each took 2 s.
        Assert.Equal(2.002, merged.DurationSeconds, 1e-9);
        Assert.Equal(21_010_000, merged.Bytes);
        Assert.Null(merged.Partial);
        Assert.Equal(["0", "1", "2"], merged.Merged!.Select(one => one.File));
    }

    [Fact]
    public void Merge_OneIsPartial_NamesIt()
    {
        LoadSource[] sources = Sources(keepsSamples: true);
        sources[1] = sources[1] with { Result = sources[1].Result with { Partial = "the server went away" } };
        LoadResult merged = LoadMerge.Merge(sources);
        Assert.Equal("1: the server went away", merged.Partial);
        Assert.Equal("the server went away", merged.Merged![1].Partial);
    }

    [Fact]
    public void Merge_OneFoundNothing_KeepsThoseOfTheOthers()
    {
        LoadResult merged = LoadMerge.Merge([Source("none", []), Source("some", s_samples[0])]);
        Assert.Equal(SampleStatistics.SummaryOf(s_samples[0]), merged.LatencyNanoseconds);
    }

    [Fact]
    public void Merge_AMergedResult_CanBeMergedAgain()
    {
        LoadSource[] sources = Sources(keepsSamples: true);
        LoadResult once = LoadMerge.Merge(sources);
        LoadResult twice = LoadMerge.Merge([new LoadSource("first", LoadMerge.Merge(sources[..2])), sources[2]]);
        Assert.Equal(once.LatencyNanoseconds! with { Mean = 0 }, twice.LatencyNanoseconds! with { Mean = 0 });
        Assert.Equal(once.Histogram, twice.Histogram);
    }

    [Fact]
    public void Differences_SameKind_AreNone() => Assert.Empty(LoadMerge.Differences(Sources(keepsSamples: true)));

    public static TheoryData<string, string> Changes => new()
    {
        { "strategy", "b has strategy send-file, and a send-async" },
        { "transport", "b has transport unix, and a tcp" },
        { "sizes", "b has sizes 2000, and a 1000" },
        { "ranges", "b has ranges 4, and a 1" },
        { "schedule", "b has the schedule poisson, and a fixed" },
        { "barrier", "b has the barrier other:2, and a none" },
        { "congestion", "b has congestion control (sender) bbr, and a cubic" },
        { "congestion-there", "b has congestion control (receiver) bbr, and a cubic" },
        { "wait", "b has the sender's wait poll, and a block" },
        { "wait-there", "b has the receiver's wait poll, and a block" },
        { "link", "b has the simulated network rtt=25ms, and a none" },
        { "way", "b has the way to its server a network, and a loopback" },
        { "settings", "b has at its sender the runtime settings DOTNET_TieredPGO=0, and a none" },
        { "kernel", "b has at its sender the kernel 7.0, and a 6.1" },
        { "receiver", "b has at its receiver the build (commit) fedcba987654, and a 0123456789ab" },
        { "verified", "b: the server confirms 5 of its 10 transfers" },
        { "copy", "a and b are the same result" },
    };

    [Theory]
    [MemberData(nameof(Changes))]
    public void Differences_OneIsOtherwise_SaysWhatDiffers(string change, string expected)
    {
        LoadSource a = Source("a", s_samples[0]);
        LoadResult b = LoadResults.Of(s_samples[1], seed: 2);
        LoadEnvironment environment = b.Environment;
        b = change switch
        {
            "strategy" => b with { Strategy = "send-file" },
            "transport" => b with { Transport = "unix" },
            "sizes" => b with { Sizes = [b.Sizes[0] with { Bytes = 2000 }] },
            "ranges" => b with { Ranges = 4 },
            "schedule" => b with { Schedule = "poisson" },
            "barrier" => b with { Barrier = new LoadBarrier("other", 2) },
            "congestion" => b with { Environment = environment with { SenderCongestionControl = "bbr" } },
            "congestion-there" => b with { Environment = environment with { ReceiverCongestionControl = "bbr" } },
            "wait" => b with { Environment = environment with { SenderWait = "poll" } },
            "wait-there" => b with { Environment = environment with { ReceiverWait = "poll" } },
            "link" => b with { Environment = environment with { Link = new LinkFacts("rtt=25ms", 1, "forwarder") } },
            "way" => b with { Environment = environment with { Loopback = false } },
            "settings" => b with
            {
                Environment = environment with { Sender = environment.Sender with { RuntimeSettings = ["DOTNET_TieredPGO=0"] } },
            },
            "kernel" => b with { Environment = environment with { Sender = environment.Sender with { Kernel = "7.0" } } },
            "receiver" => b with { Environment = environment with { Receiver = environment.Receiver! with { Commit = "fedcba987654" } } },
            "verified" => b with { VerifiedTransfers = 5 },
            _ => a.Result,
        };
        Assert.Equal(expected, Assert.Single(LoadMerge.Differences([a, new LoadSource("b", b)])));
    }

    /// <summary>A sender that was lost is told of, whether the others are merged or not.</summary>
    [Fact]
    public void Merge_SenderOfABarrierIsMissing_NamesIt()
    {
        LoadSource[] three = [.. Sources(keepsSamples: true).Select(Met)];
        Assert.Empty(LoadMerge.Differences(three));
        Assert.Null(LoadMerge.Merge(three).Partial);

        const string Told = "2 of the 3 senders that met at the barrier start are here, so that others are missing";
        Assert.Equal(Told, Assert.Single(LoadMerge.Differences(three[..2])));
        LoadResult two = LoadMerge.Merge(three[..2]);
        Assert.Equal(Told, two.Partial);
        // What was merged from several counts as several.
        Assert.Empty(LoadMerge.Differences([new LoadSource("two", two), three[2]]));

        static LoadSource Met(LoadSource source) => source with { Result = source.Result with { Barrier = new LoadBarrier("start", 3) } };
    }

    [Fact]
    public void Run_FilesThatDiffer_RefusesUnlessForced()
    {
        using var folder = new TemporaryFolder();
        string a = folder.File("a.json");
        string b = folder.File("b.json");
        string target = folder.File("merged.json");
        LoadFile.Save(a, LoadResults.Of(s_samples[0]));
        LoadFile.Save(b, LoadResults.Of(s_samples[1], seed: 2) with { Strategy = "saea" });
        using var output = new StringWriter();
        using var errors = new StringWriter();
        UsageException refusal = Assert.Throws<UsageException>(
            () => MergeCommand.Run([a, b], isForced: false, isJson: true, target, output, errors));
        Assert.Contains($"{b} has strategy saea", refusal.Message, StringComparison.Ordinal);
        Assert.Equal("", output.ToString());
        Assert.False(File.Exists(target));

        Assert.Equal(0, MergeCommand.Run([a, b], isForced: true, isJson: true, target, output, errors));
        Assert.Equal("", errors.ToString());
        LoadResult merged = LoadFile.Load(target);
        Assert.Equal(1010, merged.Transfers);
        Assert.Contains("merged by force", Assert.Single(merged.Environment.Warnings), StringComparison.Ordinal);
        Assert.Throws<UsageException>(() => MergeCommand.Run([a, a], isForced: true, isJson: true, null, output, errors));
    }

    private static LoadSource[] Sources(bool keepsSamples) =>
        [.. s_samples.Select((samples, i) => new LoadSource($"{i}", LoadResults.Of(samples, keepsSamples, seed: i)))];

    private static LoadSource Source(string file, long[] samples) => new(file, LoadResults.Of(samples));
}
