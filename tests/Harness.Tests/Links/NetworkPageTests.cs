using FileTransfer.Lab.Networks;
using FileTransfer.Links;
using FileTransfer.Results;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Tests.Links;

/// <summary>The log of networks, and the page about what they change.</summary>
public sealed class NetworkPageTests
{
    private const long Size = 64 << 10;

    [Fact]
    public void Of_RunOverALink_KeepsItsCasesAndPairs()
    {
        RunResult run = LinkCountsTests.Linked(SampleRuns.Small());
        NetworkEntry entry = NetworkLog.Of(run with { Run = run.Run with { Rounds = 1 } });
        Assert.Equal(TimeSpan.FromMilliseconds(25), entry.Spec.RoundTrip);
        Assert.Contains(entry.Cases, one => one is { Name: "send-file over tcp", MedianNanoseconds: > 0, Failure: null });
        Assert.Contains(entry.Cases, one => one is { Name: "copy-to-async over tcp", MedianNanoseconds: null, Failure.Length: > 0 });
        Assert.DoesNotContain(entry.Cases, one => one.Name.StartsWith("null", StringComparison.Ordinal));
        Assert.Contains(entry.Pairs, pair => (pair.Baseline, pair.Other) == ("read-write-1k over tcp", "send-file over tcp"));
    }

    [Fact]
    public void Of_RunOverLoopback_IsRefused() =>
        Assert.Contains(
            "no simulated network",
            Assert.Throws<UsageException>(() => NetworkLog.Of(SampleRuns.Small())).Message,
            StringComparison.Ordinal);

    [Fact]
    public void Append_ThenLoad_IsTheSame()
    {
        using var folder = new TemporaryFolder();
        string path = Path.Combine(folder.Path, "network.jsonl");
        Assert.Empty(NetworkLog.Load(path));
        NetworkLog.Append(path, Entry("rtt=0ms", "Faster", 1.2, 1.1, 1.3));
        NetworkLog.Append(path, Entry("rtt=100ms", "Equal", 1.0, 0.99, 1.01));
        IReadOnlyList<NetworkEntry> read = NetworkLog.Load(path);
        Assert.Equal(["rtt=0ms", "rtt=100ms"], read.Select(entry => entry.Link));
        Assert.Equal("Equal", read[1].Pairs[0].Verdict);
        File.AppendAllText(path, "{\n");
        Assert.Throws<UsageException>(() => NetworkLog.Load(path));
    }

    [Fact]
    public void Of_VerdictThatChanges_IsToldWithItsIntervalAndWhy()
    {
        string page = NetworkPage.Of(
            [Entry("rtt=100ms,loss=1%", "Equal", 1.002, 0.98, 1.02), Entry("rtt=0ms", "Faster", 1.2, 1.1, 1.3)],
            "network.jsonl");
        Assert.Contains(
            "| 64K | cubic | one over tcp, other over tcp | 1.20 (1.10–1.30) | 100ms, 1% | 1.00 (0.980–1.02) | 1.0, 1.0 "
            + "| 0, 0.60 | 0, 0.10 |",
            page,
            StringComparison.Ordinal);
    }

    /// <summary>Only what is proven on both counts.</summary>
    [Theory]
    [InlineData("Faster", "Faster")]
    [InlineData("Faster", "CannotTell")]
    [InlineData("CannotTell", "Slower")]
    public void Changes_OfWhatIsTheSameOrUnknown_AreNone(string near, string far) =>
        Assert.Empty(NetworkChanges.Of([Entry("rtt=0ms", near, 1.2, 1.1, 1.3), Entry("rtt=100ms", far, 1.1, 0.9, 1.2)]));

    [Theory]
    [InlineData(true, "rtt=100ms,loss=1%", "cubic")]
    [InlineData(true, "rtt=100ms,loss=1%,late=2ms", "cubic")]
    [InlineData(false, "rtt=100ms,loss=1%", "bbr")]
    [InlineData(false, "rtt=100ms,loss=1%,seed=2", "cubic")]
    [InlineData(false, "rtt=100ms", "cubic")]
    public void IsOf_ANetwork_IsTheSameHoweverLatePacketsMayBe(bool same, string link, string congestionControl) =>
        Assert.Equal(same, Entry("rtt=100ms,loss=1%,late=1ms", "Faster", 1.2, 1.1, 1.3).IsOf(LinkSpec.Parse(link), congestionControl));

    [Fact]
    public void InOrder_OfTheSameNetworkTwice_KeepsTheLater()
    {
        NetworkEntry later = Entry("rtt=1ms", "Faster", 1.2, 1.1, 1.3);
        NetworkEntry earlier = later with { StartedUtc = later.StartedUtc.AddDays(-1), Rounds = 3, Link = "rtt=1ms,late=5ms" };
        Assert.Equal([later], NetworkChanges.InOrder([later, earlier]));
    }

    private static NetworkEntry Entry(string link, string verdict, double ratio, double lower, double upper) => new()
    {
        Link = link,
        CongestionControl = "cubic",
        StartedUtc = new DateTimeOffset(2026, 11, 24, 0, 0, 0, TimeSpan.Zero),
        Commit = "abc",
        Machine = "some machine",
        Profile = "quick",
        Rounds = 10,
        Cases =
        [
            new NetworkCase("one over tcp", Size, 100e6, 50, 0, 0, Failure: null),
            new NetworkCase("other over tcp", Size, 100.2e6, 50, 0.6, 0.1, Failure: null),
        ],
        Pairs = [new NetworkPair(Size, "one over tcp", "other over tcp", verdict, ratio, lower, upper)],
    };
}
