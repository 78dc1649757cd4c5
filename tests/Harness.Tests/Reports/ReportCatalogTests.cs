using FileTransfer.Harness.Tests.Charts;
using FileTransfer.Results.Charts;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Reports;

namespace FileTransfer.Harness.Tests.Reports;

public sealed class ReportCatalogTests
{
    [Fact]
    public void All_Reports_HaveNamesOfTheirOwn()
    {
        Assert.Equal(ReportCatalog.All.Count, ReportCatalog.All.Select(report => report.Name).Distinct().Count());
        Assert.Equal(ReportCatalog.All.Count, ReportCatalog.All.Select(report => report.FileName).Distinct().Count());
    }

    [Fact]
    public void WriteAll_NewFolder_WritesEveryReportTheSameTwice()
    {
        string folder = Directory.CreateTempSubdirectory("filetransfer-tests-").FullName;
        try
        {
            IReadOnlyList<string> first = ReportCatalog.WriteAll(SampleRuns.Small(), Path.Combine(folder, "one"));
            IReadOnlyList<string> second = ReportCatalog.WriteAll(SampleRuns.Small(), Path.Combine(folder, "two"));

            Assert.Equal(["report.md", "report.csv", "report.html"], first.Select(path => Path.GetFileName(path)));
            Assert.Equal(first.Select(File.ReadAllBytes), second.Select(File.ReadAllBytes));
            Assert.All(first, path => Assert.DoesNotContain((byte)'\r', File.ReadAllBytes(path)));
            Assert.All(first, path => Assert.NotEqual(0xEF, File.ReadAllBytes(path)[0]));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public void WriteAll_AReportFails_WritesTheOthersAndSaysWhich()
    {
        using var folder = new TemporaryFolder();

        ReportException error = Assert.Throws<ReportException>(
            () => ReportCatalog.WriteAll([new BrokenReport(), new CsvReport()], SampleRuns.Small(), folder.Path));

        Assert.StartsWith(
            "broken.md cannot be made (InvalidOperationException: no group at all): a defect",
            error.Message,
            StringComparison.Ordinal);
        Assert.Contains(folder.Path, error.Message, StringComparison.Ordinal);
        Assert.Equal(["report.csv"], Directory.GetFiles(folder.Path).Select(path => Path.GetFileName(path)));
    }

    [Fact]
    public void WriteAll_AChartFails_ThePageNamesItAndHasTheOthers()
    {
        using var folder = new TemporaryFolder();
        var report = new HtmlReport { Charts = [new BrokenChart(), new LatencyBySize()] };

        ReportException error = Assert.Throws<ReportException>(() => ReportCatalog.WriteAll([report], SampleRuns.Small(), folder.Path));

        Assert.StartsWith("report.html: chart broken cannot be made", error.Message, StringComparison.Ordinal);
        string page = File.ReadAllText(Path.Combine(folder.Path, "report.html"));
        Assert.Contains("chart broken cannot be made (InvalidOperationException: no &lt;group&gt; at all)", page, StringComparison.Ordinal);
        Assert.Contains("id=\"latency-by-size\"", page, StringComparison.Ordinal);
        Assert.EndsWith("</html>\n", page, StringComparison.Ordinal);
    }
}
