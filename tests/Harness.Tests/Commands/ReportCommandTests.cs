using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>What <c>report</c> makes of a run that is there.</summary>
public sealed class ReportCommandTests
{
    [Fact]
    public async Task Report_OfARunFolder_WritesTheSameReportsAgain()
    {
        using var folder = new TemporaryFolder();
        await HarnessProcess.RunWithAsync(new FakeMeasurer([.. SampleRuns.Small().Measurements]), "bench", "--output", folder.Path);
        string run = folder.Run();
        string again = Path.Combine(folder.Path, "again");

        (int exitCode, string _, string _) = await HarnessProcess.RunWithAsync(new FakeMeasurer(), "report", run, "--output", again);

        Assert.Equal(0, exitCode);
        foreach (string report in (string[])["report.md", "report.csv"])
        {
            Assert.Equal(File.ReadAllText(Path.Combine(run, report)), File.ReadAllText(Path.Combine(again, report)));
        }
    }

    [Fact]
    public async Task Report_Thin_WritesResultsWithTheSameStatistics()
    {
        using var folder = new TemporaryFolder();
        await HarnessProcess.RunWithAsync(new FakeMeasurer([.. SampleRuns.Small().Measurements]), "bench", "--output", folder.Path);
        string run = folder.Run();
        string target = Path.Combine(folder.Path, "published");

        (int refused, string _, string errors) = await HarnessProcess.RunWithAsync(new FakeMeasurer(), "report", run, "--thin");
        (int exitCode, string _, string _) = await HarnessProcess.RunWithAsync(
            new FakeMeasurer(), "report", run, "--thin", "--output", target);

        Assert.Equal(2, refused);
        Assert.Contains("--thin needs --output", errors, StringComparison.Ordinal);
        Assert.Equal(0, exitCode);
        Assert.Equal(
            ResultsFile.Load(run).Measurements.Select(measurement => measurement.Statistics),
            ResultsFile.Load(target).Measurements.Select(measurement => measurement.Statistics));
    }
}
