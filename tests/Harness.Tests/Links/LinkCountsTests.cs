using FileTransfer.Links;
using FileTransfer.Results;
using FileTransfer.Results.Reports;

namespace FileTransfer.Harness.Tests.Links;

/// <summary>What a link counts, what is concluded from it, and what reports say.</summary>
public sealed class LinkCountsTests
{
    private static readonly LinkTraffic s_calm = new()
    {
        Forwarded = 900,
        Lost = 3,
        Overflowed = 0,
        Duplicated = 0,
        Reordered = 0,
        Overrun = 0,
        ProcessorShare = 0.2,
        WaitingShare = 0.05,
        LateP50Microseconds = 20,
        LateP90Microseconds = 40,
        LateP99Microseconds = 90,
        LateMostMicroseconds = 150,
    };

    [Theory]
    [InlineData(10)]
    [InlineData(150)]
    [InlineData(12_345)]
    [InlineData(987_654_321)]
    public void Microseconds_OfOneValue_HasThreeDigits(long nanoseconds)
    {
        var lateness = new LatenessHistogram();
        lateness.Add(nanoseconds);
        Assert.InRange(lateness.Microseconds(0.5)!.Value, (nanoseconds / 1e3) - 0.05, (nanoseconds * 1.001 / 1e3) + 0.05);
    }

    [Fact]
    public void Since_ACopy_CountsWhatCameAfterIt()
    {
        var lateness = new LatenessHistogram();
        lateness.Add(1_000_000);
        LatenessHistogram before = lateness.Copy();
        Assert.Null(lateness.Since(before).Microseconds(0.99));
        for (int i = 0; i < 99; i++)
        {
            lateness.Add(10_000);
        }

        lateness.Add(100_000);
        LatenessHistogram since = lateness.Since(before);
        Assert.Equal(100, since.Count);
        Assert.InRange(since.Microseconds(0.99)!.Value, 9.9, 10.1);
        Assert.InRange(since.Microseconds(1)!.Value, 99, 101);
    }

    [Fact]
    public void Add_EarlyAndAnHourLate_CountAsNotLateAndAMinute()
    {
        var lateness = new LatenessHistogram();
        lateness.Add(-5);
        Assert.Equal(0, lateness.Microseconds(1));
        lateness.Add(3_600_000_000_000);
        Assert.InRange(lateness.Microseconds(1)!.Value, 60e6, 60.1e6);
    }

    [Fact]
    public async Task Copy_WhileAnotherThreadCounts_HasAllItCounts()
    {
        const int Packets = 1_000_000;
        var lateness = new LatenessHistogram();
        Task counting = Task.Run(
            () =>
            {
                for (int i = 0; i < Packets; i++)
                {
                    lateness.Add(i);
                }
            },
            TestContext.Current.CancellationToken);
        LatenessHistogram before = lateness.Copy();
        do
        {
            LatenessHistogram copy = lateness.Copy();
            _ = copy.Microseconds(1);
            _ = copy.Since(before).Microseconds(1);
            before = copy;
        }
        while (!counting.IsCompleted);
        await counting;
        Assert.Equal(Packets, lateness.Count);
    }

    [Fact]
    public void Limit_LinkWithReserves_IsNone() => Assert.Null(Limit(s_calm));

    [Fact]
    public void Limit_BusyForwarder_IsTold() => Assert.Contains(
        "busy for 91% of the time, and 80% are the most",
        Limit(s_calm with { ProcessorShare = 0.91 }),
        StringComparison.Ordinal);

    [Fact]
    public void Limit_LateForwarder_IsTold() => Assert.Contains(
        "one packet in ten was more than 1500 µs late, and 1250 µs are allowed",
        Limit(s_calm with { LateP90Microseconds = 1500, LateP99Microseconds = 2000 }),
        StringComparison.Ordinal);

    [Fact]
    public void Limit_PauseThatMadeFewPacketsLate_IsNone() => Assert.Null(Limit(s_calm with { LateP99Microseconds = 5000 }));

    [Fact]
    public void Of_LateForwarder_TellsBothPercentiles() => Assert.Contains(
        "In the worst launch 9 in 10 packets left at most 40.0 µs, 99 in 100 at most 90.0 µs after they were due",
        LinkText.Of([new LinkUse { Seconds = 1, ToReceiver = s_calm, ToSender = s_calm }]));

    [Fact]
    public void Limit_FullForwarder_IsTold() =>
        Assert.Contains("no room for 2 packets", Limit(s_calm with { Overrun = 2 }), StringComparison.Ordinal);

    [Fact]
    public void Limit_LinkOfTheKernel_KnowsNone() =>
        Assert.Null(Limit(s_calm with { ProcessorShare = null, WaitingShare = null, LateP90Microseconds = null }));

    [Fact]
    public void Reports_OfARunOverALink_SayItFirst()
    {
        RunResult run = Linked(SampleRuns.Small());
        var markdown = new StringWriter();
        new MarkdownReport().Write(run, markdown);
        string[] lines = markdown.ToString().Split('\n');
        Assert.Equal("## Network", lines[2]);
        Assert.StartsWith("- Over a simulated network, rtt=25ms,loss=0.1%", lines[4], StringComparison.Ordinal);
        Assert.Contains("packets arrived", lines[5], StringComparison.Ordinal);
        Assert.Contains("The path, as TCP sees it: round trip 25.3 ms, packets of up to 1500 bytes (segments of 1448), a large frame at "
            + "11.9 MB/s.", markdown.ToString(), StringComparison.Ordinal);

        var page = new StringWriter();
        new HtmlReport().Write(run, page);
        Assert.True(page.ToString().IndexOf("Over a simulated network", StringComparison.Ordinal)
            < page.ToString().IndexOf("id=\"verdicts\"", StringComparison.Ordinal));
    }

    [Fact]
    public void Results_OfARunOverALink_AreReadAgainAsTheyWere()
    {
        using var folder = new TemporaryFolder();
        RunResult run = Linked(SampleRuns.Small());
        string path = Path.Combine(folder.Path, ResultsFile.FileName);
        ResultsFile.Save(run, path);
        RunResult read = ResultsFile.Load(path);
        Assert.Equal(run.Environment.Link, read.Environment.Link);
        Assert.Equal(run.Environment.Path, read.Environment.Path);
        Assert.Equal(run.Measurements[0].Launches[0].Link, read.Measurements[0].Launches[0].Link);
    }

    /// <summary>A run as it would be over a simulated network.</summary>
    internal static RunResult Linked(RunResult run) => run with
    {
        Environment = run.Environment with
        {
            Loopback = false,
            Link = new LinkFacts("rtt=25ms,loss=0.1%,queue=100,seed=1,mtu=1500,late=1ms", 1, "forwarder between two TUN devices"),
            Path = new NetworkPath(25_300, 1448, 1500, 11.9),
        },
        Measurements = [.. run.Measurements.Select(measurement => measurement with
        {
            Launches = [.. measurement.Launches.Select(launch => launch with
            {
                Link = new LinkUse { Seconds = 1.5, ToReceiver = s_calm, ToSender = s_calm },
            })],
        })],
    };

    private static string? Limit(LinkTraffic traffic) => LinkMeter.Limit(
        new LinkUse { Seconds = 1, ToReceiver = s_calm, ToSender = traffic },
        LinkSpec.Parse("rtt=25ms"));
}
