using System.Collections.Concurrent;
using FileTransfer.Results;
using FileTransfer.Results.Charts;
using FileTransfer.Results.Charts.Drawing;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Tests.Charts;

public sealed class LayoutTests
{
    private const double SmallestText = 11;

    /// <summary>Charts are laid out once for all that is asked of them: those of a large run take a second.</summary>
    private static readonly ConcurrentDictionary<(string Run, bool IsNarrow), (ChartModel Model, ChartLayout Layout)[]> s_charts = new();

    private static readonly ConcurrentDictionary<string, Lazy<IReadOnlyList<ChartModel>>> s_models = new();

    private static readonly string[] s_runs =
    [
        "small", "crowded-2", "crowded-8", "crowded-9", "crowded-30", "catalog",
        "one-launch", "large", "single", "long-names", "twelve-sizes",
    ];

    public static TheoryData<string, bool> Runs { get; } = new(
        from run in s_runs from isNarrow in (bool[])[false, true] select (run, isNarrow));

    [Theory]
    [MemberData(nameof(Runs))]
    public void Layout_AnyRun_NoTextOverlapsAnother(string run, bool isNarrow)
    {
        foreach ((ChartModel model, ChartLayout layout) in ChartsOf(run, isNarrow))
        {
            PlacedText[] texts = [.. layout.Texts];
            for (int one = 0; one < texts.Length; one++)
            {
                for (int other = one + 1; other < texts.Length; other++)
                {
                    Assert.False(
                        texts[one].Box.Overlaps(texts[other].Box),
                        $"{run}, {model.Id}: '{texts[one].Text}' and '{texts[other].Text}' overlap");
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(Runs))]
    public void Layout_AnyRun_AllTextIsInsideThePictureAndLargeEnough(string run, bool isNarrow)
    {
        foreach ((ChartModel model, ChartLayout layout) in ChartsOf(run, isNarrow))
        {
            Assert.All(layout.Texts, text =>
            {
                Assert.True(
                    text.Box.Left >= 0 && text.Box.Right <= layout.Width && text.Box.Top >= 0 && text.Box.Bottom <= layout.Height,
                    $"{run}, {model.Id}: '{text.Text}' is cut off: {text.Box}");
                Assert.True(text.Role.Size >= SmallestText, $"'{text.Text}' is too small");
            });
        }
    }

    [Theory]
    [MemberData(nameof(Runs))]
    public void Layout_AnyRun_PlotsKeepMostOfTheWidth(string run, bool isNarrow) =>
        Assert.All(ChartsOf(run, isNarrow), chart => Assert.All(chart.Layout.Panels, panel =>
            Assert.True(
                panel.Plot.Width * (isNarrow ? 1 : chart.Model.Columns) > chart.Layout.Width * 0.35,
                $"{run}, {chart.Model.Id}: the plot is {panel.Plot.Width} wide")));

    [Fact]
    public void Spread_NothingTouches_LeavesAllWhereTheyBelong() =>
        Assert.Equal([10, 50, 90], LabelPlacement.Spread([10, 50, 90], 16, 0, 100));

    [Fact]
    public void Spread_TwoAtOnePlace_MovesEachHalfAHeight() =>
        Assert.Equal([42, 58], LabelPlacement.Spread([50, 50], 16, 0, 100));

    [Fact]
    public void Spread_Crossing_KeepsTheOrder() =>
        Assert.Equal([58, 42], LabelPlacement.Spread([51, 49], 16, 0, 100));

    [Fact]
    public void Spread_AtTheEdge_StaysInside() =>
        Assert.Equal([76, 92], LabelPlacement.Spread([99, 100], 16, 0, 100));

    [Fact]
    public void Spread_ThreeInARow_PushesAsAGroup() =>
        Assert.Equal([34, 50, 66], LabelPlacement.Spread([45, 50, 55], 16, 0, 100));

    [Fact]
    public void Spread_TooMany_StillKeepsThemApart()
    {
        IReadOnlyList<double> places = LabelPlacement.Spread([.. Enumerable.Repeat(50d, 10)], 16, 0, 100);

        Assert.All(Some.Of(places.Order().Zip(places.Order().Skip(1))), pair => Assert.Equal(16, pair.Second - pair.First, 1e-9));
    }

    [Fact]
    public void Wrap_LongText_LosesNoWord() =>
        Assert.Equal("one two three four", string.Join(' ', TextWidth.Wrap("one two three four", TextRole.Note, 50)));

    [Fact]
    public void Wrap_NumberWithUnit_StaysTogether() =>
        Assert.DoesNotContain(
            TextWidth.Wrap("a median of 123 µs, which is 95 % of all", TextRole.Note, 60),
            line => line.StartsWith("µs", StringComparison.Ordinal) || line.StartsWith('%'));

    [Fact]
    public void Wrap_TooManyLines_EndsInAnEllipsis()
    {
        IReadOnlyList<string> lines = TextWidth.Wrap(string.Join(' ', Enumerable.Repeat("word", 100)), TextRole.Note, 100, maxLines: 2);

        Assert.Equal(2, lines.Count);
        Assert.EndsWith("…", lines[1], StringComparison.Ordinal);
        Assert.All(Some.Of(lines), line => Assert.True(TextWidth.Of(line, TextRole.Note) <= 100));
    }

    /// <summary>Every chart of a run: at least one, each with text and a panel, so that nothing is asked of nothing.</summary>
    private static (ChartModel Model, ChartLayout Layout)[] ChartsOf(
        string run,
        bool isNarrow) => s_charts.GetOrAdd((run, isNarrow), asked =>
    {
        PictureFormat format = asked.IsNarrow ? PictureFormat.Narrow : PictureFormat.Wide;
        (ChartModel, ChartLayout Layout)[] charts = [.. s_models
            .GetOrAdd(asked.Run, name => new(() => [.. ChartCatalog.BuildAll(Named(name))]))
            .Value
            .Select(model => (model, ChartLayout.Of(model, format)))];
        Assert.All(Some.Of(charts), chart => Assert.NotEmpty(chart.Layout.Texts));
        Assert.All(charts, chart => Assert.NotEmpty(chart.Layout.Panels));
        return charts;
    });

    private static RunResult Named(string name) => name switch
    {
        "small" => SampleRuns.Small(),
        "large" => ChartRuns.Large(),
        "catalog" => CatalogRuns.Whole(launches: Exhaustive.Or(Race.FewestRounds, 15), samples: 40),
        "one-launch" => ChartRuns.Crowded(5, launches: 1),
        "single" => SampleRuns.Run(SampleRuns.Measured("send-file", 1024, 40_000)),
        "long-names" => SampleRuns.Run(
            [.. Enumerable.Range(0, 6).Select(number => SampleRuns.Measured(new string('w', 60) + number, 1024, 1000, 1001))]),
        "twelve-sizes" => SampleRuns.Run(
            [.. from power in Enumerable.Range(10, 12) from strategy in (string[])["read-write-1k", "send-file"] select SampleRuns.Measured(
                strategy, 1L << power, 1000 << (power - 10), 1001 << (power - 10),
                1002 << (power - 10), 1003 << (power - 10), 1004 << (power - 10))]),
        _ => ChartRuns.Crowded(int.Parse(name.Split('-')[1], System.Globalization.CultureInfo.InvariantCulture)),
    };
}
