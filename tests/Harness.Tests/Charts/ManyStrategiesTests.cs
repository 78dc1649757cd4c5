using FileTransfer.Results;
using FileTransfer.Results.Charts;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Charts.Sources;

namespace FileTransfer.Harness.Tests.Charts;

/// <summary>With a whole catalog pictures show the best first, and still name everything.</summary>
public sealed class ManyStrategiesTests
{
    private static readonly RunResult s_run = CatalogRuns.Whole(launches: 5, samples: 40);
    private static readonly ChartModel[] s_models = [.. ChartCatalog.BuildAll(s_run)];

    [Fact]
    public void Build_AnyChart_NamesEveryStrategyOfItsSizes() => Assert.All(Some.Of(s_models), model =>
    {
        string text = SvgText.Visible(model).ReplaceLineEndings(" ");
        string size = model.Id.Split('-')[^1];
        Assert.All(
            Some.Of(s_run.Measurements.Where(measurement => measurement.Strategy != "null"
                && (size == "size" || size == "matrix" || size == SizeText.ForName(measurement.SizeBytes)))),
            measurement => Assert.Contains(measurement.Strategy, text, StringComparison.Ordinal));
    });

    [Theory]
    [InlineData("latency-by-size")]
    [InlineData("throughput-by-size")]
    public void Lines_Many_LabelTheBaselineAndTheFastestOfEverySize(string id)
    {
        ChartModel model = Model(id);
        LineMark[] lines = [.. model.Panels.Single().Marks.OfType<LineMark>().Where(line => line.Series is not null)];
        LineMark[] labelled = [.. lines.Where(line => line.HasLabel)];

        Assert.Equal(27, lines.Length);
        Assert.Equal(Ranking.MostHighlighted, labelled.Length);
        Assert.Equal(Enumerable.Range(0, Ranking.MostHighlighted), labelled.Select(line => line.Series!.Value).Order());
        Assert.All(Some.Of(lines), line => Assert.Equal(line.IsQuiet, !line.HasLabel));
        Assert.Equal(
            "19 more in grey, listed below: open the picture by itself and point at a line to see its name",
            model.Legend.Single().Label);
        string[] names = [.. labelled.Select(line => line.Name)];
        Assert.Contains("read-write-1k", names);
        Assert.All(
            CatalogRuns.Sizes,
            size => Assert.Contains(Measured(size).MinBy(measurement => measurement.Statistics!.P50)!.Strategy, names));
    }

    [Fact]
    public void Lines_Many_DrawTheQuietOnesFirst()
    {
        bool[] quiet = [.. Model("latency-by-size").Panels
            .Single().Marks
            .OfType<LineMark>()
            .Where(line => line.Series is not null)
            .Select(line => line.IsQuiet)];

        Assert.Equal(quiet.OrderDescending(), quiet);
        Assert.All(Some.Of(SvgText.Tips(Model("latency-by-size"))), tip => Assert.NotEmpty(tip));
        Assert.Contains(
            SvgText.Tips(Model("latency-by-size")),
            tip => tip.StartsWith("copy-to-async, 1K: median ", StringComparison.Ordinal));
    }

    [Fact]
    public void Matrix_Many_OrdersRowsByOverallSpeedAndPutsGapsLast()
    {
        string[] rows = [.. Model("speedup-matrix").Panels.Single().Y.Ticks.Select(tick => tick.Label)];
        string[] complete = [.. rows.Take(25)];
        double[] means = [.. complete.Select(strategy => CatalogRuns.Sizes.Average(
            size => Math.Log(Measured(size).Single(measurement => measurement.Strategy == strategy).Statistics!.P50)))];

        Assert.Equal(means.Order(), means);
        Assert.Equal(["msg-zerocopy", "send-file-async"], rows.Skip(25).Take(2).Order());
        Assert.Equal("io-uring", rows[^1]);
    }

    [Fact]
    public void Timeline_Many_DrawsTheFastestAndTheBaselineBestFirst()
    {
        string[] fastest = [.. Measured(SampleRuns.Megabyte)
            .OrderBy(measurement => measurement.Statistics!.P50)
            .Take(11)
            .Select(measurement => measurement.Strategy)];

        Assert.Equal([.. fastest, "read-write-1k"], Model("timeline-1m").Panels.Select(panel => panel.Title));
        Assert.EndsWith("(of the 12 drawn)", Model("timeline-1m").Title, StringComparison.Ordinal);
    }

    [Fact]
    public void Distribution_Many_DrawsBaselineFastestAndLowestTailInColoursOfTheirOwn() => Assert.All(CatalogRuns.Sizes, size =>
    {
        LineMark[] lines = [.. Model($"distribution-{SizeText.ForName(size)}").Panels.Single().Marks.OfType<LineMark>()];
        string[] names = [.. lines.Select(line => line.Name)];

        Assert.Equal(Ranking.MostHighlighted, names.Length);
        Assert.Contains("read-write-1k", names);
        Assert.Contains(Measured(size).MinBy(measurement => measurement.Statistics!.P50)!.Strategy, names);
        Assert.Contains(Measured(size).MinBy(measurement => measurement.Statistics!.P99)!.Strategy, names);
        Assert.Equal(lines.Length, lines.Select(line => line.Series!.Value % Ranking.MostHighlighted).Distinct().Count());
    });

    [Fact]
    public void Cpu_Many_SortsEverySizeByCost() => Assert.All(Some.Of(Model("cpu-cost-by-size").Panels), panel =>
    {
        Assert.Equal(12, panel.Y.Ticks.Count);
        double[] costs = [.. panel.Marks.OfType<RowTextMark>().OrderBy(mark => mark.Row).Select(mark => mark.At)];
        Assert.Equal(costs.Order(), costs);
    });

    [Fact]
    public void Allocated_SeveralShareTheLeast_CountsThemInsteadOfNamingOne() =>
        Assert.StartsWith(
            "10 strategies allocate the least at every size (0 bytes",
            Model("allocated-by-size").Title,
            StringComparison.Ordinal);

    [Fact]
    public void Allocated_Many_NamesTheHighestThoughItIsGrey()
    {
        ChartModel model = Model("allocated-by-size");
        LineMark[] lines = [.. model.Panels.Single().Marks.OfType<LineMark>()];
        LineMark highest = lines.MaxBy(line => line.Points.Max(point => point.Y))!;

        Assert.True(highest is { IsQuiet: true, HasLabel: true }, $"{highest.Name} allocates the most");
        Assert.Equal(Ranking.MostHighlighted + 1, lines.Count(line => line.HasLabel));
        Assert.Contains($"; {highest.Name} allocates the most (", model.Title, StringComparison.Ordinal);
    }

    private static Measurement[] Measured(long size) =>
        [.. s_run.Measurements.Where(
            measurement => measurement.SizeBytes == size && measurement.Outcome == Outcome.Measured && measurement.Strategy != "null")];

    private static ChartModel Model(string id) => s_models.Single(model => model.Id == id);
}
