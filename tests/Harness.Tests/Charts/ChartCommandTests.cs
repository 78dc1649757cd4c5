using FileTransfer.Harness.Charts;
using FileTransfer.Harness.Charts.Model;
using FileTransfer.Harness.Charts.Sources;
using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Errors;
using FileTransfer.Harness.Results;
using Xunit;

namespace FileTransfer.Harness.Tests.Charts;

public sealed class ChartCommandTests : IDisposable
{
    private const string Floor = "mmapw,1024,mmap,1,more,200,12.1,14.5,30.2,55.0,0.07,1.0,1.0\nsendfile,1024,mmap,1,more,200,12.0,13.0,31.0,60.0,0.08,1.0,1.0\nsendfile,1048576,mmap,1,more,200,100.0,120.5,210.0,300.0,8.7,0.1,0.1,zc_done=0 copied=0\n";

    private readonly string _folder = Directory.CreateTempSubdirectory("filetransfer-tests-").FullName;

    [Fact]
    public void Run_Results_WritesEveryChartBesideThemTheSameTwice()
    {
        string results = Path.Combine(_folder, ResultsFile.FileName);
        ResultsFile.Save(SampleRuns.Small(), results);
        using StringWriter output = new();

        Assert.Equal(0, ChartCommand.Run(results, null, null, output));
        Assert.Equal(0, ChartCommand.Run(_folder, Path.Combine(_folder, "again"), null, TextWriter.Null));

        string[] names = [.. ChartCatalog.BuildAll(SampleRuns.Small()).Select(model => model.Id + ".svg")];
        Assert.Equal(names.Select(name => Path.Combine(_folder, name)), output.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
        Assert.All(Some.Of(names), name => Assert.Equal(File.ReadAllBytes(Path.Combine(_folder, name)), File.ReadAllBytes(Path.Combine(_folder, "again", name))));
        Assert.All(names, name => Assert.Equal((byte)'<', File.ReadAllBytes(Path.Combine(_folder, name))[0]));
    }

    [Fact]
    public void Run_NothingMeasured_SaysSo()
    {
        string results = Path.Combine(_folder, ResultsFile.FileName);
        ResultsFile.Save(SampleRuns.Run(), results);
        using StringWriter output = new();

        Assert.Equal(0, ChartCommand.Run(results, null, null, output));

        Assert.Contains("nothing was measured", output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void WriteAll_AChartFails_WritesTheOthersAndSaysWhich()
    {
        ReportException error = Assert.Throws<ReportException>(() => ChartCatalog.WriteAll([new BrokenChart(), new LatencyBySize()], SampleRuns.Small(), [], _folder));

        Assert.StartsWith("chart broken cannot be made (InvalidOperationException: no <group> at all): a defect", error.Message, StringComparison.Ordinal);
        Assert.Contains(_folder, error.Message, StringComparison.Ordinal);
        Assert.Equal(["latency-by-size.svg"], Directory.GetFiles(_folder).Select(path => Path.GetFileName(path)));
    }

    [Fact]
    public void Run_FolderThatIsAFile_IsRefused()
    {
        string results = Path.Combine(_folder, ResultsFile.FileName);
        ResultsFile.Save(SampleRuns.Small(), results);

        UsageException error = Assert.Throws<UsageException>(() => ChartCommand.Run(results, Path.Combine(results, "below"), null, TextWriter.Null));

        Assert.Contains("cannot be written", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Floor_Lines_BecomeTheLowestMedianAtEachSize()
    {
        ReferenceLine floor = FloorFile.Read(Written(Floor));

        Assert.Equal([new ReferencePoint(1024, 13_000, "sendfile"), new ReferencePoint(1048576, 120_500, "sendfile")], floor.Points);
    }

    [Fact]
    public void Floor_InCharts_IsAReferenceLineWithItsValues()
    {
        ReferenceLine floor = FloorFile.Read(Written("strategy,size,drain,nodelay,hdr,iters,min,p50,p99,max\n" + Floor + "sendfile,2048,mmap,1,more,200,1,1,1,1\n"));

        IReadOnlyList<ChartModel> models = ChartCatalog.BuildAll(SampleRuns.Small(), [floor]);

        IReadOnlyList<string> latency = SvgText.Tips(models.Single(model => model.Id == "latency-by-size"));
        Assert.Contains("native floor, 1K: 13.0 µs (sendfile)", latency);
        Assert.DoesNotContain(latency, tip => tip.Contains("2K", StringComparison.Ordinal));
        Assert.Contains("native floor: measured outside this run.", models[0].Notes.Select(note => note.Text));
        Assert.Contains("native floor, 1M: 8700 MB/s (sendfile)", SvgText.Tips(models.Single(model => model.Id == "throughput-by-size")));
    }

    [Theory]
    [InlineData("", "holds no times")]
    [InlineData("a,b\n", "line 1")]
    [InlineData("sendfile,1024,mmap,1,more,200,12.0,fast,31.0,60.0\n", "line 1")]
    [InlineData("sendfile,1024,mmap,1,more,200,12.0,13,31.0,60.0\nsendfile,-1,mmap,1,more,200,12.0,13,31.0,60.0\n", "line 2")]
    [InlineData("sendfile,1024,mmap,1,more,200,12.0,0,31.0,60.0\n", "line 1")]
    public void Floor_SomethingElse_SaysWhichLine(string content, string message) =>
        Assert.Contains(message, Assert.Throws<UsageException>(() => FloorFile.Read(Written(content))).Message, StringComparison.Ordinal);

    [Fact]
    public void Floor_Missing_SaysSo() =>
        Assert.Contains("cannot be read", Assert.Throws<UsageException>(() => FloorFile.Read(Path.Combine(_folder, "none"))).Message, StringComparison.Ordinal);

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private string Written(string content)
    {
        string path = Path.Combine(_folder, "floor.csv");
        File.WriteAllText(path, content);
        return path;
    }
}
