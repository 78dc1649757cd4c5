using FileTransfer.Results;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Harness.Tests.Analysis;

public sealed class CrossoversTests
{
    private const long Small = 1024;
    private const long Medium = 10 * 1024;
    private const long Large = 100 * 1024;

    [Fact]
    public void Of_LeadChangesHands_LiesBetweenTheTwoSizes()
    {
        RunResult run = SampleRuns.Run(
            Slow("a", Small, 1),
            Slow("b", Small, 2),
            Slow("a", Medium, 1),
            Slow("b", Medium, 2),
            Slow("a", Large, 2),
            Slow("b", Large, 1));

        Crossover crossover = Assert.Single(Crossovers.Of(run));
        Assert.Equal((Medium, Large), (crossover.LowerBytes, crossover.UpperBytes));
        Assert.Equal(["a"], crossover.From);
        Assert.Equal(["b"], crossover.To);
        Assert.Equal([(Small, Medium), (Large, Large)], Crossovers.Leads(run).Select(lead => (lead.FirstBytes, lead.LastBytes)));
    }

    [Fact]
    public void Of_IndistinguishableInBetween_IsStillOneCrossover()
    {
        RunResult run = SampleRuns.Run(
            Slow("a", Small, 1),
            Slow("b", Small, 2),
            Slow("a", Medium, 1),
            Slow("b", Medium, 1),
            Slow("a", Large, 2),
            Slow("b", Large, 1));

        Crossover crossover = Assert.Single(Crossovers.Of(run));
        Assert.Equal((Medium, Large), (crossover.LowerBytes, crossover.UpperBytes));
    }

    [Fact]
    public void Of_SharedLeadBecomesOnesOwn_IsNone()
    {
        RunResult run = SampleRuns.Run(Slow("a", Small, 1), Slow("b", Small, 1), Slow("a", Large, 2), Slow("b", Large, 1));

        Assert.Empty(Crossovers.Of(run));
        LeadingRange lead = Assert.Single(Crossovers.Leads(run));
        Assert.Equal(["b"], lead.Strategies);
    }

    [Fact]
    public void Of_LeaderFailedAtNextSize_IsNone()
    {
        RunResult run = SampleRuns.Run(
            Slow("a", Small, 1),
            Slow("b", Small, 2),
            SampleRuns.Failed("a", Large, "short"),
            Slow("b", Large, 1));

        Assert.Empty(Crossovers.Of(run));
        Assert.Equal(2, Crossovers.Leads(run).Count);
    }

    [Fact]
    public void Of_TwoTransports_AreKeptApart()
    {
        RunResult run = SampleRuns.Run(
            Slow("a", Small, 1),
            Slow("b", Small, 2),
            Slow("a", Large, 2) with { Transport = "unix" },
            Slow("b", Large, 1) with { Transport = "unix" });

        Assert.Empty(Crossovers.Of(run));
        Assert.Equal(["tcp", "unix"], Crossovers.Leads(run).Select(lead => lead.Group.Transport));
    }

    [Fact]
    public void Of_TooFewLaunches_TellsNothingApart()
    {
        RunResult run = SampleRuns.Run(
            SampleRuns.Measured("a", Small, 10_000),
            SampleRuns.Measured("b", Small, 20_000),
            SampleRuns.Measured("a", Large, 20_000),
            SampleRuns.Measured("b", Large, 10_000));

        Assert.Empty(Crossovers.Of(run));
        Assert.Equal(["a", "b"], Assert.Single(Crossovers.Leads(run)).Strategies);
    }

    private static Measurement Slow(string strategy, long size, int factor) =>
        SampleRuns.Measured(strategy, size, [.. Enumerable.Range(0, 10).Select(launch => factor * (40_000L + (100 * launch)))]);
}
