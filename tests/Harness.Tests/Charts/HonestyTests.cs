using FileTransfer.Results;
using FileTransfer.Results.Charts;
using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Harness.Tests.Charts;

/// <summary>What is missing is said; what failed has no number.</summary>
public sealed class HonestyTests
{
    [Fact]
    public void Build_FailedAndUnsupported_AreListedWithTheirReasons()
    {
        foreach (ChartModel model in Some.Of(ChartCatalog.BuildAll(SampleRuns.Small())))
        {
            string notes = Notes(model);
            Assert.Contains("splice is unsupported here at", notes, StringComparison.Ordinal);
            Assert.Contains("splice(2) needs Linux", notes, StringComparison.Ordinal);
            Assert.Equal(
                !model.Id.EndsWith("-1k", StringComparison.Ordinal),
                notes.Contains("copy-to-async failed at 1M: the receiver confirmed 1,000", StringComparison.Ordinal));
        }
    }

    [Fact]
    public void Build_Failed_NeverDrawsItsNumbers() => Assert.All(Some.Of(ChartCatalog.BuildAll(SampleRuns.Small())), model =>
    {
        Assert.DoesNotContain("988", SvgWriter.Write(model), StringComparison.Ordinal);
        Assert.DoesNotContain("987", SvgWriter.Write(model), StringComparison.Ordinal);
        Assert.DoesNotContain(model.Panels.SelectMany(panel => panel.Marks).OfType<LineMark>(), line => line.Name == "copy-to-async");
    });

    [Fact]
    public void Build_Partial_SaysSo()
    {
        RunResult run = SampleRuns.Small();
        run = run with { Run = run.Run with { Partial = true } };

        Assert.All(Some.Of(ChartCatalog.BuildAll(run)), model => Assert.StartsWith("Partial run", Notes(model), StringComparison.Ordinal));
        Assert.All(
            Some.Of(ChartCatalog.BuildAll(SampleRuns.Small())),
            model => Assert.DoesNotContain("Partial", Notes(model), StringComparison.Ordinal));
    }

    [Fact]
    public void Build_SizeMissing_LeavesAGapAndSaysSo()
    {
        RunResult run = SampleRuns.Run([
            .. from size in (long[])[1024, 10 * 1024, 100 * 1024]
               from strategy in (string[])["read-write-1k", "send-file"]
               where strategy != "send-file" || size != 10 * 1024
               select SampleRuns.Measured(strategy, size, 40_000, 41_000),
        ]);

        ChartModel model = ChartCatalog.BuildAll(run).Single(model => model.Id == "latency-by-size");

        LineMark line = model.Panels.Single().Marks.OfType<LineMark>().Single(line => line.Name == "send-file");
        Assert.Equal([1024, 100 * 1024], line.Points.Select(point => point.X));
        Assert.False(line.Points[1].IsJoined);
        Assert.Contains("Not in the results: send-file at 10K.", Notes(model), StringComparison.Ordinal);
        string[] lines = [.. SvgText.Parse(model)
            .Descendants()
            .Where(element => element.Attribute("class")?.Value == "line")
            .Select(path => path.Parent!.Attribute("data-series")!.Value)];
        Assert.Equal(["read-write-1k"], lines);
    }

    [Fact]
    public void Build_LaunchMissing_SaysSo()
    {
        RunResult run = SampleRuns.Run(
            SampleRuns.Measured("read-write-1k", 1024, SampleRuns.Steps(40_000, 1_000)),
            SampleRuns.Measured("send-file", 1024, 40_000, 41_000, 42_000));

        Assert.All(Some.Of(ChartCatalog.BuildAll(run).Where(model => model.Id is "latency-by-size" or "timeline-1k")), model =>
            Assert.Contains("Fewer launches than the 10 of the others: send-file at 1K (3).", Notes(model), StringComparison.Ordinal));
    }

    [Fact]
    public void Build_NothingMeasured_ListsWhy()
    {
        RunResult run = SampleRuns.Run(
            SampleRuns.Failed("send-file", 1024, "no answer"),
            SampleRuns.Unsupported("splice", 1024, "needs Linux"));

        ChartModel model = ChartCatalog.BuildAll(run).Single(model => model.Id == "latency-by-size");

        Assert.Equal("Nothing was measured", model.Title);
        Assert.Contains("send-file failed at 1K: no answer", SvgText.Visible(model), StringComparison.Ordinal);
    }

    [Fact]
    public void Build_EmptyRun_DrawsNothing() => Assert.Empty(ChartCatalog.BuildAll(SampleRuns.Run()));

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(39)]
    public void Build_FewSamples_DrawsWhatThereIs(int count)
    {
        RunResult run = SampleRuns.Run(ChartRuns.Measurement("send-file", [.. Enumerable.Range(0, count).Select(index => 1000L + index)]));

        Assert.All(Some.Of(ChartCatalog.BuildAll(run)), model => Assert.NotEmpty(SvgText.Tips(model)));
    }

    [Fact]
    public void Build_LaunchWithoutSamplesAndEqualSamples_DrawsWhatThereIs()
    {
        Measurement measurement = ChartRuns.Measurement("send-file", [.. Enumerable.Repeat(5_000L, 300)]);
        RunResult run = SampleRuns.Run(measurement with
        {
            Launches =
            [
                .. measurement.Launches,
                new Launch { Round = 9, Nanoseconds = [], SendReturnedNanoseconds = [], MedianNanoseconds = 0 },
            ],
        });

        ChartModel[] models = [.. ChartCatalog.BuildAll(run)];

        Assert.Contains(models, model => model.Id == "timeline-1k");
        Assert.All(Some.Of(models), model => Assert.NotEmpty(SvgText.Tips(model)));
    }

    [Fact]
    public void Build_SeveralTransports_AreSeriesOfTheirOwn()
    {
        RunResult run = SampleRuns.Run(
            SampleRuns.Measured("read-write-1k", 1024, SampleRuns.Steps(90_000, 1_000)),
            SampleRuns.Measured("send-file", 1024, SampleRuns.Steps(40_000, 1_000)),
            SampleRuns.Measured("read-write-1k", 1024, SampleRuns.Steps(50_000, 1_000)) with { Transport = "unix" },
            SampleRuns.Measured("send-file", 1024, SampleRuns.Steps(20_000, 1_000)) with { Transport = "unix" });

        ChartModel model = ChartCatalog.BuildAll(run).Single(model => model.Id == "latency-by-size");

        Assert.Equal(
            ["read-write-1k over tcp", "send-file over tcp", "read-write-1k over unix", "send-file over unix"],
            model.Panels.Single().Marks.OfType<LineMark>().Select(line => line.Name));
        Assert.Equal(
            "Over tcp, send-file beats read-write-1k at 1K, by 2.1×; over unix, send-file beats read-write-1k at 1K, by 2.2×",
            model.Title);
    }

    [Fact]
    public void Build_OneSize_SpreadsTheStrategiesInsideThePlot()
    {
        ChartModel model = ChartCatalog.BuildAll(
            SampleRuns.Run([.. Enumerable.Range(0, 8).Select(number => SampleRuns.Measured($"strategy-{number}", 1024, 40_000))]))
            .Single(model => model.Id == "latency-by-size");

        Panel panel = model.Panels.Single();
        double[] places = [.. panel.Marks.OfType<LineMark>().Select(line => panel.X.Scale.Place(line.Points.Single().X))];
        Assert.All(Some.Of(places), place => Assert.InRange(place, 0.05, 0.95));
        Assert.All(Some.Of(places.Zip(places.Skip(1))), pair => Assert.True(pair.Second - pair.First > 0.05));
        Assert.Equal("strategy-0 has the lowest median at 1K (no baseline to compare with)", model.Title);
    }

    [Fact]
    public void Build_MoreThanEightSeries_LabelsEightAndSaysWhatTheOthersAre()
    {
        ChartModel eight = ChartCatalog.BuildAll(ChartRuns.Crowded(8)).Single(model => model.Id == "latency-by-size");
        ChartModel nine = ChartCatalog.BuildAll(ChartRuns.Crowded(9)).Single(model => model.Id == "latency-by-size");

        Assert.Empty(eight.Legend);
        Assert.All(Some.Of(eight.Panels.Single().Marks.OfType<LineMark>()), line => Assert.True(line.HasLabel));
        Assert.Equal(
            "1 more in grey, listed below: open the picture by itself and point at a line to see its name",
            nine.Legend.Single().Label);
        LineMark quiet = nine.Panels.Single().Marks.OfType<LineMark>().Single(line => !line.HasLabel);
        Assert.True(quiet.IsQuiet);
        Assert.Equal("strategy-8-with-a-name", quiet.Name);
        Assert.Contains("In grey, the fastest overall first: strategy-8-with-a-name.", Notes(nine), StringComparison.Ordinal);
    }

    [Fact]
    public void Build_ThinnedRun_SaysSoAndKeepsItsPercentiles()
    {
        RunResult whole = ChartRuns.Large();
        RunResult thinned = SampleThinning.Thin(whole, maxBytes: 200_000);

        ChartModel before = ChartCatalog.BuildAll(whole).Single(model => model.Id == "distribution-1k");
        ChartModel after = ChartCatalog.BuildAll(thinned).Single(model => model.Id == "distribution-1k");

        Assert.Equal(before.Title, after.Title);
        Assert.Equal(before.Subtitle, after.Subtitle);
        Assert.Contains("at evenly spaced ranks of 60,000 transfers", Notes(after), StringComparison.Ordinal);
        LineMark[] wholeLines = Some.Of(before.Panels[0].Marks.OfType<LineMark>());
        LineMark[] thinnedLines = [.. after.Panels[0].Marks.OfType<LineMark>()];
        Assert.Equal(wholeLines.Length, thinnedLines.Length);
        foreach ((LineMark whole1, LineMark thinned1) in wholeLines.Zip(thinnedLines))
        {
            foreach (LinePoint point in Some.Of(whole1.Points.Where(point => point.X is > 0.02 and < 0.97)))
            {
                LinePoint near = thinned1.Points.MinBy(other => Math.Abs(other.X - point.X))!;
                Assert.InRange(near.Y / point.Y, 0.98, 1.02);
            }
        }
    }

    [Fact]
    public void Build_ThinnedRunWithRareSlowTransfers_NeverFallsAndEndsAtTheTruePercentile()
    {
        // One in 3,000 takes a hundred times as long: fewer than the thinned samples of a launch can show.
        Measurement whole = ChartRuns.Measurement(
            "send-file",
            [.. Enumerable.Range(0, 6).Select(launch => (long[])[.. Enumerable.Range(0, 6_000)
                .Select(index => 30_000L + (index * 37 % 9_000) + (index % 3_000 == launch ? 9_000_000 : 0))])]);
        RunResult run = SampleRuns.Run(whole with { Launches = [.. whole.Launches.Select(launch => SampleThinning.Thin(launch, 200))] });

        LineMark line = ChartCatalog.BuildAll(run)
            .Single(model => model.Id == "distribution-1k").Panels[0].Marks
            .OfType<LineMark>()
            .Single();

        Assert.All(
            Some.Of(line.Points.Zip(line.Points.Skip(1))),
            pair => Assert.True(pair.First.Y <= pair.Second.Y, $"{pair.First} is above {pair.Second}"));
        Assert.Equal(whole.Statistics!.P999, line.Points[^1].Y);
    }

    private static string Notes(ChartModel model) => string.Join('\n', model.Notes.Select(note => note.Text));
}
