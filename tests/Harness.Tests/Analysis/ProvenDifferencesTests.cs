using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using static FileTransfer.Harness.Tests.SampleRuns;

namespace FileTransfer.Harness.Tests.Analysis;

public sealed class ProvenDifferencesTests
{
    [Fact]
    public void Of_FewStrategies_ListsEveryPairWithItsRatio()
    {
        IReadOnlyList<ProvenDifferences> rows = ProvenDifferences.Of(Run(
            Measured("null", Megabyte, Steps(40, 1)),
            Measured("read-write-1k", Megabyte, Steps(3000, 10)),
            Measured("begin-send", Megabyte, Steps(1001, 10)),
            Measured("send-file", Megabyte, Steps(1000, 10)),
            Measured("splice", Megabyte, 1000, 1120, 1000, 1120, 1000, 1120, 1000, 1120, 1000, 1120)));

        Assert.Equal(["send-file", "begin-send", "splice", "read-write-1k"], rows.Select(row => row.Strategy));
        Assert.Matches(@"^read-write-1k (2\.9|3\.0)× \([0-9.]+–[0-9.]+\)$", rows[0].FasterThan);
        Assert.Matches(@"^begin-send = \([0-9.]+–[0-9.]+\)$", rows[0].EqualTo);
        Assert.Matches(@"^splice \? \([0-9.]+–[0-9.]+\)$", rows[0].Unknown);
        Assert.Equal(("–", "–"), (rows[3].FasterThan, rows[3].EqualTo));
        Assert.All(rows, row => Assert.Equal("1M", row.Size));
    }

    [Fact]
    public void Of_ManyStrategies_ListsNames()
    {
        IReadOnlyList<ProvenDifferences> rows = ProvenDifferences.Of(Run(
            [.. Enumerable.Range(1, 10).Select(one => Measured($"other-{one}", Megabyte, Steps(1000 * one, 10)))]));

        Assert.Equal("all others", rows[0].FasterThan);
        Assert.Equal("other-9, other-10", rows[7].FasterThan);
        Assert.Equal("–", rows[9].FasterThan);
    }

    [Fact]
    public void Of_SmokeOrOneStrategy_IsEmpty()
    {
        RunResult run = Run(Measured("read-write-1k", Megabyte, Steps(3000, 10)), Measured("send-file", Megabyte, Steps(1000, 10)));

        Assert.NotEmpty(ProvenDifferences.Of(run));
        Assert.Empty(ProvenDifferences.Of(run with { Run = run.Run with { Profile = "smoke" } }));
        Assert.Empty(ProvenDifferences.Of(Run(Measured("read-write-1k", Megabyte, Steps(3000, 10)))));
    }
}
