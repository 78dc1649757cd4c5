using FileTransfer.Lab.Explaining;
using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Tests.Explaining;

/// <summary>The cases whose causes are known, and how it is counted what was named of them.</summary>
public sealed class TrialTests
{
    /// <summary>Enough causes, each at every strength; some are kept until nothing is tuned any more.</summary>
    [Fact]
    public void Catalog_OfCauses_HasEachAtThreeStrengths_AndKeepsSomeApart()
    {
        ILookup<string, Trial> single = TrialCatalog.All.Where(trial => trial.Causes.Count == 1).ToLookup(trial => trial.Causes[0]);
        Assert.True(single.Count >= 14, $"{single.Count} causes");
        Assert.All(single, same => Assert.Equal(TrialCatalog.Strengths, same.Select(trial => trial.Strength)));
        Assert.InRange(single.Count(same => TrialCatalog.IsForTuning(same.First())), 1, (single.Count / 2) + 1);
        Assert.Contains(TrialCatalog.All, trial => trial.Causes.Count == 2);
        Assert.Contains(TrialCatalog.All, trial => trial.Name == "none");
        Assert.Equal(TrialCatalog.All.Count, TrialCatalog.All.Select(trial => trial.Name).Distinct().Count());
    }

    /// <summary>A single cause must be named first; of two, each; where there is none, nothing.</summary>
    [Theory]
    [InlineData(true, "nagle", "nagle")]
    [InlineData(true, "nagle", "nagle,wait")]
    [InlineData(false, "nagle", "wait,nagle")]
    [InlineData(false, "nagle", "")]
    [InlineData(true, "", "")]
    [InlineData(false, "", "wait")]
    [InlineData(true, "nagle,wait", "wait,quota,nagle")]
    [InlineData(false, "nagle,wait", "wait,quota")]
    public void Entry_OfATrial_IsRightWhenWhatWasPutInIsNamed(bool isRight, string putIn, string named) =>
        Assert.Equal(isRight, Entry(putIn, "weak", named).IsRight);

    [Fact]
    public void Entry_ThatClaimsAnotherCause_SaysSo()
    {
        Assert.True(Entry("nagle", "weak", "nagle,wait").ClaimsAnother);
        Assert.False(Entry("nagle", "weak", "nagle").ClaimsAnother);
        Assert.False((Entry("nagle", "weak", "") with { Named = [new NamedCause("wait", 1, 1, 1, "goes-with")] }).ClaimsAnother);
    }

    /// <summary>What could not be explained is no right answer: it is counted, and its reason told.</summary>
    [Fact]
    public void Table_OfALog_CountsByCauseAndStrength()
    {
        string table = TrialLog.Table(
        [
            Entry("nagle", "weak", "nagle"), Entry("nagle", "weak", "wait"),
            Entry("nagle", "strong", "nagle") with { Cost = new TrialCost(1.5, 0.9, 0.8, 1) }, Entry("", "", ""),
            Entry("quota", "weak", "") with { Failure = "it did not end in time" },
        ]);
        string[] lines = [.. table.Split('\n').Select(line => string.Concat(line.Where(character => character != ' ')))];
        Assert.Contains("|nagle|no|1of2|–|–|–|1of1|1.50×|1of3|wait|", lines);
        Assert.Contains("|nothing|no|1of1|–|–|–|–|–|0of1||", lines);
        Assert.Contains("|quota|no|0of1|–|–|–|–|–|0of1|itdidnotendintime|", lines);
    }

    /// <summary>What stands on a page says where it was made, and counts what was right.</summary>
    [Fact]
    public void Summary_OfALog_CountsTheRightOnesByStrength()
    {
        string summary = TrialLog.Summary(
        [
            Entry("nagle", "weak", "nagle"), Entry("quota", "weak", "") with { Seconds = 170 }, Entry("nagle", "strong", "nagle"),
            Entry("", "", "wait") with { Seconds = 50, Commit = "abcdef012345" },
        ]);
        Assert.StartsWith(
            "a machine, 1970-01-01, commits 0123456789ab, abcdef012345. Right: weak 1 of 2, strong 1 of 1, without a cause 0 of 1. "
            + "Time of a trial: 60 s (median), at most 170 s.\n\n| put in",
            summary,
            StringComparison.Ordinal);
    }

    /// <summary>
    /// A cause that costs less than is named is counted apart, and the share that was named is held against the one that was put in.
    /// </summary>
    [Fact]
    public void Summary_OfALogWithCosts_LeavesOutWhatCostsTooLittle_AndComparesShares()
    {
        string summary = TrialLog.Summary(
        [
            Entry("nagle", "weak", "") with { Cost = new TrialCost(1.01, 0.1, 0, 0.2) },
            Entry("quota", "weak", "quota") with { Cost = new TrialCost(1.5, 0.99, 0.98, 1) },
            Entry("alignment", "weak", "alignment") with { Cost = new TrialCost(1.5, 0.6, 0.5, 0.7) },
            Entry("alignment", "strong", "alignment") with { Cost = new TrialCost(1.5, 0.6, 0, 1) },
            Entry("nagle,quota", "weak", "quota") with { Cost = new TrialCost(1.5, 0.99, 0.98, 1) },
            Entry("nagle,quota", "strong", "quota,nagle"), Entry("alignment,quota", "weak", "quota"),
        ]);
        Assert.Contains(
            "Right: weak 2 of 2, strong 1 of 1, both of a pair 1 of 2. "
            + "Not counted: 2, with a cause that makes the time longer by less than 3 %, and slowness by less than 20 %. "
            + "Of shares that were put in and are known within a half, the interval meets that of the named share in 1 of 2. "
            + "Time of a trial: 60 s",
            summary,
            StringComparison.Ordinal);
    }

    /// <summary>
    /// Times twice as long, for as long as the cause is there: the slowness above the level is ln² 2 more than what is there anyway.
    /// </summary>
    [Fact]
    public void Cost_OfPairs_IsTheRatioAndTheShareOfTheSlowness()
    {
        (TimeShape, TimeShape) pair = (Shape(200), Shape(100));
        var cost = TrialCost.Of([pair, pair]);
        Assert.Equal(2, cost.Ratio, 9);
        double added = Math.Log(2) * Math.Log(2);
        Assert.Equal(added / (added + 0.01), cost.Share, 9);
        Assert.Equal(cost.Share, cost.Low, 9);
        Assert.Equal(cost.Share, cost.High, 9);

        // One pair tells nothing of how much another would differ.
        Assert.Equal((0, 1), (TrialCost.Of([pair]).Low, TrialCost.Of([pair]).High));
    }

    /// <summary>What is measured beside a trial is the same case: what is sent, and where both ends run, without what was put in.</summary>
    [Theory]
    [InlineData("send-buffer/strong", "--affinity same --size 1M --strategy send-file")]
    [InlineData("idle-gap/weak", "--affinity same --size 100K --strategy send-file")]
    [InlineData("migration/weak", "--affinity split --size 1M --strategy send-file --wait poll")]
    [InlineData("disk-writer/medium", "--affinity split --cache direct --size 1M --strategy direct-read")]
    [InlineData("network-loss/weak", "--affinity none --link rtt=0ms --size 256K --strategy send-file")]
    [InlineData("alignment+neighbour/strong", "--affinity same --size 1M --strategy read-write-64k")]
    public void PlainCase_OfATrial_IsWithoutItsCauses(string name, string options)
    {
        Trial plain = TrialCatalog.All.Single(trial => trial.Name == name).Plain;
        Assert.Equal(options, string.Join(' ', plain.Options.OrderBy(one => one.Key).Select(one => $"{one.Key} {one.Value}")));
        Assert.Empty(plain.Causes);
        Assert.Empty(plain.Environment);
        Assert.Empty(plain.Beside);
    }

    private static TimeShape Shape(double nanoseconds) => new()
    {
        Kind = ShapeKind.Steady,
        Words = "",
        MedianNanoseconds = nanoseconds,
        Spread = 1,
        Tail = 1,
        GeometricMeanNanoseconds = nanoseconds,
        LogVariance = 0.01,
    };

    private static TrialEntry Entry(string putIn, string strength, string named) => new()
    {
        StartedUtc = DateTimeOffset.UnixEpoch,
        Commit = "0123456789ab",
        Machine = "a machine",
        Causes = putIn.Split(',', StringSplitOptions.RemoveEmptyEntries),
        Strength = strength,
        IsForTuning = false,
        Seconds = 60,
        Named =
        [
            .. named.Split(',', StringSplitOptions.RemoveEmptyEntries).Select(cause => new NamedCause(cause, 1, 1, 1, Confirmation.Causal)),
        ],
        Shape = "Steady",
    };
}
