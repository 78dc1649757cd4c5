using System.Text.Json;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Harness.Load.Reports;
using FileTransfer.Harness.Tests.Charts;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Results.Charts.Drawing;
using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Harness.Tests.Load;

/// <summary>What is shown of a load: its words, its page, its pictures.</summary>
public sealed class LoadReportTests
{
    private static readonly double[] s_loads = [1, 4, 16, 64];

    public static TheoryData<bool, bool> Kinds => new(
        from isByRate in (bool[])[false, true] from isNarrow in (bool[])[false, true] select (isByRate, isNarrow));

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Of_Sweep_DrawsThreePicturesWhoseTextFits(bool isByRate, bool isNarrow)
    {
        IReadOnlyList<ChartModel> models = LoadCharts.Of(Sweep(isByRate));
        string by = isByRate ? "rate" : "connections";
        Assert.Equal([$"throughput-by-{by}", $"latency-by-{by}", $"cpu-by-{by}"], models.Select(model => model.Id));
        Assert.All(models, model =>
        {
            var layout = ChartLayout.Of(
                isNarrow ? NarrowModel.Of(model) : model, isNarrow ? PictureFormat.Narrow : PictureFormat.Wide);
            PlacedText[] texts = [.. layout.Texts];
            Assert.All(texts, text => Assert.True(
                text.Box.Left >= 0 && text.Box.Right <= layout.Width && text.Box.Top >= 0 && text.Box.Bottom <= layout.Height,
                $"{model.Id}: '{text.Text}' is cut off"));
            Assert.All(texts, one => Assert.DoesNotContain(texts, other => other != one && other.Box.Overlaps(one.Box)));
        });
    }

    [Fact]
    public void Of_Sweep_MarksTheKneeAndTellsEveryValue()
    {
        ChartModel latency = LoadCharts.Of(Sweep(isByRate: false))[1];
        IReadOnlyList<string> tips = SvgText.Tips(latency);
        Assert.Contains("knee: 64 connections", tips);
        Assert.All(s_loads, load => Assert.Contains(tips, tip => tip.StartsWith($"{load} connection", StringComparison.Ordinal)
            && tip.Contains("P99.9: ", StringComparison.Ordinal)));
        Assert.Contains("P99 leaves its floor at 64 connections", SvgText.Visible(latency), StringComparison.Ordinal);
    }

    [Fact]
    public void Of_PointWithoutAResult_SaysSoInThePicture()
    {
        LoadSweep sweep = Sweep(isByRate: true);
        sweep = sweep with { Points = [.. sweep.Points, new LoadPoint(256, sweep.Points[0].Result, "offered 97 of 100/s")] };
        Assert.All(LoadCharts.Of(sweep), model => Assert.Contains(model.Notes, note => note.IsGrave
            && note.Text == "No result at 256 transfers/s: offered 97 of 100/s"));
        string page = LoadMarkdown.Text(sweep, ["latency-by-rate.svg"]);
        Assert.Contains("| 256 | no result |", page, StringComparison.Ordinal);
        Assert.Contains("- 256: no result. offered 97 of 100/s", page, StringComparison.Ordinal);
        Assert.Contains("The knee is at 64 transfers/s: where P99 first exceeds 2 times", page, StringComparison.Ordinal);
        Assert.Contains("![latency-by-rate](latency-by-rate.svg)", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Of_OnePoint_DrawsNothing()
    {
        LoadSweep sweep = Sweep(isByRate: false);
        Assert.Empty(LoadCharts.Of(sweep with { Points = [sweep.Points[0]] }));
    }

    [Fact]
    public void Lines_ConnectionsWereTheLimit_SaysWhatNoPercentileContains()
    {
        LoadResult result = LoadResults.Of(LoadResults.Latencies(100, 1)) with { NotBegun = 1234, Partial = "interrupted" };
        string text = string.Join('\n', LoadText.Lines(result));
        Assert.StartsWith("PARTIAL: interrupted\n", text, StringComparison.Ordinal);
        Assert.Contains("1,234 were due and never begun, and are in no percentile: the connections were", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Write_Terminal_WritesOverTheLineBefore()
    {
        using var terminal = new StringWriter();
        var line = new ProgressLine(terminal, isTerminal: true);
        line.Write(new LoadSecond(TimeSpan.FromSeconds(1), 1000, 50_000, 90_000, 0));
        line.Write(new LoadSecond(TimeSpan.FromSeconds(2), 900, 50_000, 90_000, 3));
        line.End();
        Assert.DoesNotContain("\n", terminal.ToString(), StringComparison.Ordinal);
        Assert.Equal(5, terminal.ToString().Split('\r').Length);

        using var plain = new StringWriter();
        new ProgressLine(plain, isTerminal: false).Write(new LoadSecond(TimeSpan.FromSeconds(2), 900, 50_000, 90_000, 3));
        Assert.Equal("    2 s       900/s  p50 50.0 µs   p99 90.0 µs   3 errors\n", plain.ToString().ReplaceLineEndings("\n"));
    }

    [Fact]
    public async Task Load_TwoNumbersOfConnections_WritesResultsAPageAndPictures()
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "load", "--strategy", "send-async", "--size", "1K", "--connections", "2,1", "--count", "100", "--warmup", "10",
            "--output", folder.Path);
        Assert.True(exitCode == 0, output + errors);
        Assert.Contains(
            "repeat with: filetransfer load --strategy send-async --size 1K --count 100 --warmup 10 --connections 1,2",
            output,
            StringComparison.Ordinal);
        Assert.Equal(
            ["connections-1.json", "connections-2.json", "cpu-by-connections.svg", "latency-by-connections.svg", "load.json", "load.md",
                "throughput-by-connections.svg"],
            Directory.GetFiles(folder.Path).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        using var sweep = JsonDocument.Parse(await File.ReadAllTextAsync(folder.File("load.json"), TestContext.Current.CancellationToken));
        Assert.Equal("filetransfer-load-sweep/1", sweep.RootElement.GetProperty("schema").GetString());
        JsonElement points = sweep.RootElement.GetProperty("points");
        Assert.Equal([1, 2], points.EnumerateArray().Select(point => point.GetProperty("load").GetInt32()));
        string page = await File.ReadAllTextAsync(folder.File("load.md"), TestContext.Current.CancellationToken);
        Assert.Contains("| 1 | ", page, StringComparison.Ordinal);
    }

    [ExhaustiveFact]
    public async Task Load_WhileItRuns_TellsOfEachSecond()
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "load", "--strategy", "send-async", "--size", "1K", "--connections", "2", "--duration", "3s", "--warmup", "10",
            "--output", folder.Path);
        Assert.True(exitCode == 0, errors);
        string[] seconds = errors.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.NotEmpty(seconds);
        Assert.All(seconds, line => Assert.True(ProgressLine.IsOne(line), line));
        Assert.DoesNotContain(" errors\n", output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("    2 s       900/s  p50 50.0 µs   p99 90.0 µs   3 errors", true)]
    [InlineData("  120 s    12,900/s  p50 1.05 ms   p99 90.0 ms   0 errors", true)]
    [InlineData("error: offered 97 of 100/s", false)]
    [InlineData("unsupported: io-uring: the kernel has none", false)]
    public void IsOne_Line_TellsProgressFromTheRest(string line, bool isOne) => Assert.Equal(isOne, ProgressLine.IsOne(line));

    private static LoadSweep Sweep(bool isByRate) => new()
    {
        StartedUtc = DateTimeOffset.UnixEpoch,
        Command = "filetransfer load --connections 1,4,16,64",
        IsByRate = isByRate,
        Points = [.. s_loads.Select((load, i) => new LoadPoint(
            load,
            LoadResults.Of([.. LoadResults.Latencies(1000, 1).Select(latency => latency * (i == 3 ? 5 : 1))], connections: (int)load),
            Reason: null))],
    };
}
