using FileTransfer.Harness.Reports;
using Xunit;

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
}
