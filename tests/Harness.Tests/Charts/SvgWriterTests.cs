using System.Globalization;
using System.Xml.Linq;
using FileTransfer.Results;
using FileTransfer.Results.Charts;
using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Harness.Tests.Charts;

public sealed class SvgWriterTests
{
    public static TheoryData<string> SmallRunCharts { get; } = [.. ChartCatalog.BuildAll(SampleRuns.Small()).Select(model => model.Id)];

    [Theory]
    [MemberData(nameof(SmallRunCharts))]
    public void Write_SmallRun_MatchesGoldenFile(string id) =>
        Golden.Check(Path.Combine("charts", id + ".svg"), SvgWriter.Write(Model(SampleRuns.Small(), id)));

    [Theory]
    [MemberData(nameof(SmallRunCharts))]
    public void Write_AnyChart_IsXmlWhoseIdsBeginWithItsOwn(string id)
    {
        XElement svg = SvgText.Parse(Model(SampleRuns.Small(), id));

        Assert.Equal(SvgText.Svg + "svg", svg.Name);
        string[] ids = [.. svg.DescendantsAndSelf().Attributes("id").Select(attribute => attribute.Value)];
        Assert.Equal([$"{id}-svg", $"{id}-title", $"{id}-desc"], ids);
        Assert.Equal($"{id}-title {id}-desc", svg.Attribute("aria-labelledby")!.Value);
        Assert.NotEmpty(svg.Element(SvgText.Svg + "title")!.Value);
        Assert.NotEmpty(svg.Element(SvgText.Svg + "desc")!.Value);
    }

    [Theory]
    [MemberData(nameof(SmallRunCharts))]
    public void Write_AnyChart_StylesNothingOutsideItself(string id)
    {
        string style = SvgText.Parse(Model(SampleRuns.Small(), id)).Element(SvgText.Svg + "style")!.Value;

        string[] selectors = [.. style.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => line[..line.LastIndexOf('{')])
            .Select(line => line[(line.IndexOf('{', StringComparison.Ordinal) + 1)..])
            .SelectMany(line => line.Split(','))];
        Assert.All(Some.Of(selectors), selector => Assert.Contains($"#{id}-svg", selector, StringComparison.Ordinal));
        Assert.Contains("prefers-color-scheme:dark", style, StringComparison.Ordinal);
        Assert.Contains("[data-theme=dark]", style, StringComparison.Ordinal);
        Assert.Contains("[data-theme=light]", style, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(SmallRunCharts))]
    public void Write_OtherCulture_WritesTheSameBytes(string id)
    {
        string first = SvgWriter.Write(Model(SampleRuns.Small(), id));
        CultureInfo before = CultureInfo.CurrentCulture;
        CultureInfo commas = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        commas.NumberFormat.NumberDecimalSeparator = ",";
        commas.NumberFormat.NumberGroupSeparator = ".";
        commas.NumberFormat.NegativeSign = "−";
        try
        {
            CultureInfo.CurrentCulture = commas;
            Assert.Equal(first, SvgWriter.Write(Model(SampleRuns.Small(), id)));
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }

        Assert.DoesNotContain('\r', first);
        Assert.DoesNotContain("NaN", first, StringComparison.Ordinal);
        Assert.DoesNotContain("∞", first, StringComparison.Ordinal);
        Assert.DoesNotContain("Infinity", first, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(SmallRunCharts))]
    public void Write_EveryMark_TellsItsValue(string id)
    {
        XElement svg = SvgText.Parse(Model(SampleRuns.Small(), id));

        XElement[] marks = [.. svg.Descendants().Where(element => element.Attribute("class")?.Value.Split(' ').Contains("mark") == true)];
        Assert.All(
            Some.Of(marks),
            mark => Assert.Matches(@"\d|: unsupported|: failed|not in the results", mark.Element(SvgText.Svg + "title")!.Value));
    }

    [Fact]
    public void Write_StrangeNames_AreShownAsTheyAre()
    {
        RunResult run = SampleRuns.Run(
            SampleRuns.Measured("read-write-1k", 1024, 1000),
            SampleRuns.Measured("<b>&\"\u0001", 1024, 1000),
            SampleRuns.Unsupported("splice", 1024, "needs </svg><script>alert(1)</script>"));

        Assert.All(Some.Of(ChartCatalog.BuildAll(run)), model =>
        {
            Assert.Contains("<b>&\"\uFFFD", SvgText.Parse(model).Value, StringComparison.Ordinal);
            Assert.Empty(SvgText.Parse(model).Descendants(SvgText.Svg + "script"));
        });
    }

    [Fact]
    public void Write_SixtyThousandSamples_StaysUnder500KilobytesAndKeepsTheExtremes()
    {
        RunResult run = ChartRuns.Large();
        Assert.Equal(60_000, run.Measurements.Sum(measurement => measurement.Launches.Sum(launch => launch.Nanoseconds.Count)));

        foreach (ChartModel model in Some.Of(ChartCatalog.BuildAll(run)))
        {
            Assert.InRange(SvgWriter.Write(model).Length, 1_000, 499_999);
        }

        AssertReachesExtremes(Model(run, "timeline-1k"), run);
    }

    [Fact]
    public void Write_ThirtyStrategiesOfManySamples_StaysUnder500Kilobytes()
    {
        RunResult run = SampleRuns.Run([.. Enumerable.Range(0, 30).Select(strategy => ChartRuns.Measurement(
            $"strategy-{strategy}",
            [.. Enumerable.Range(0, 5).Select(launch => ChartRuns.Noisy(30_000, 1_000, (10 * strategy) + launch))]))]);

        Assert.All(Some.Of(ChartCatalog.BuildAll(run)), model => Assert.InRange(SvgWriter.Write(model).Length, 1_000, 499_999));
    }

    // The strokes of a trace reach as high and as low as the axis says for the longest and the shortest transfer.
    private static void AssertReachesExtremes(ChartModel model, RunResult run)
    {
        XElement[] traces = [.. SvgText.Parse(model).Descendants().Where(element => element.Attribute("class")?.Value == "spread")];
        Assert.Equal(15, traces.Length);
        Drawing[] drawn = [.. traces.Select(Drawing.Of)];
        long[][] samples = [.. run.Measurements
            .SelectMany(measurement => measurement.Launches)
            .Select(launch => launch.Nanoseconds.ToArray())];
        double pixelsPerDecade = Height(drawn[0]) / Decades(samples[0]);
        for (int index = 0; index < drawn.Length; index++)
        {
            Assert.Equal(Decades(samples[index]) * pixelsPerDecade, Height(drawn[index]), 0.3);
        }
    }

    private static double Height(Drawing drawing) => drawing.Bottom - drawing.Top;

    private static double Decades(long[] samples) => Math.Log10((double)samples.Max() / samples.Min());

    private static ChartModel Model(RunResult run, string id) => ChartCatalog.BuildAll(run).Single(model => model.Id == id);

    private sealed record Drawing(double Top, double Bottom)
    {
        public static Drawing Of(XElement path)
        {
            double[] heights = [.. path.Attribute("d")!.Value
                .Split('M', StringSplitOptions.RemoveEmptyEntries)
                .SelectMany(stroke => stroke.Split(' ')[1].Split('V'))
                .Select(number => double.Parse(number, CultureInfo.InvariantCulture))];
            return new Drawing(heights.Min(), heights.Max());
        }
    }
}
