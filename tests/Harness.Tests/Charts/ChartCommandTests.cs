using FileTransfer.Harness.Commands;
using FileTransfer.Results;
using FileTransfer.Results.Charts;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Tests.Charts;

public sealed class ChartCommandTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("filetransfer-tests-").FullName;

    [Fact]
    public void Run_Results_WritesEveryChartBesideThemTheSameTwice()
    {
        string results = Path.Combine(_folder, ResultsFile.FileName);
        ResultsFile.Save(SampleRuns.Small(), results);
        using StringWriter output = new();

        Assert.Equal(0, ChartCommand.Run(results, null, output));
        Assert.Equal(0, ChartCommand.Run(_folder, Path.Combine(_folder, "again"), TextWriter.Null));

        string[] names = [.. ChartCatalog.BuildAll(SampleRuns.Small()).Select(model => model.Id + ".svg")];
        Assert.Equal(
            names.Select(name => Path.Combine(_folder, name)),
            output.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
        Assert.All(
            Some.Of(names),
            name => Assert.Equal(File.ReadAllBytes(Path.Combine(_folder, name)), File.ReadAllBytes(Path.Combine(_folder, "again", name))));
        Assert.All(names, name => Assert.Equal((byte)'<', File.ReadAllBytes(Path.Combine(_folder, name))[0]));
    }

    [Fact]
    public void Run_NothingMeasured_SaysSo()
    {
        string results = Path.Combine(_folder, ResultsFile.FileName);
        ResultsFile.Save(SampleRuns.Run(), results);
        using StringWriter output = new();

        Assert.Equal(0, ChartCommand.Run(results, null, output));

        Assert.Contains("nothing was measured", output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void WriteAll_AChartFails_WritesTheOthersAndSaysWhich()
    {
        ReportException error = Assert.Throws<ReportException>(
            () => ChartCatalog.WriteAll([new BrokenChart(), new LatencyBySize()], SampleRuns.Small(), _folder));

        Assert.StartsWith(
            "chart broken cannot be made (InvalidOperationException: no <group> at all): a defect",
            error.Message,
            StringComparison.Ordinal);
        Assert.Contains(_folder, error.Message, StringComparison.Ordinal);
        Assert.Equal(["latency-by-size.svg"], Directory.GetFiles(_folder).Select(path => Path.GetFileName(path)));
    }

    [Fact]
    public void Run_FolderThatIsAFile_IsRefused()
    {
        string results = Path.Combine(_folder, ResultsFile.FileName);
        ResultsFile.Save(SampleRuns.Small(), results);

        UsageException error = Assert.Throws<UsageException>(
            () => ChartCommand.Run(results, Path.Combine(results, "below"), TextWriter.Null));

        Assert.Contains("cannot be written", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void NativeReference_InCharts_IsALineOfTheLowestMedians()
    {
        IReadOnlyList<ChartModel> models = ChartCatalog.BuildAll(SampleRuns.Native());

        IReadOnlyList<string> latency = SvgText.Tips(models.Single(model => model.Id == "latency-by-size"));
        Assert.Contains("native reference, 1K: 40.0 µs (c-send-file)", latency);
        Assert.Contains("native reference, 1M: 200 µs (c-splice)", latency);
        Assert.Contains(
            models[0].Notes,
            note => note.Text.StartsWith("native reference: at each size the fastest way", StringComparison.Ordinal));
        Assert.Contains(
            "native reference, 1M: 5240 MB/s (c-splice)",
            SvgText.Tips(models.Single(model => model.Id == "throughput-by-size")));
        // A way of it is no strategy: it has no line, row or place of its own.
        Assert.All(models, model => Assert.DoesNotContain(SvgText.Tips(model), tip => tip.StartsWith("c-", StringComparison.Ordinal)));
    }

    [Fact]
    public void NativeReference_NotMeasured_IsInNoChart() => Assert.All(
        ChartCatalog.BuildAll(SampleRuns.Small()),
        model => Assert.DoesNotContain("native reference", SvgWriter.Write(model), StringComparison.Ordinal));

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
