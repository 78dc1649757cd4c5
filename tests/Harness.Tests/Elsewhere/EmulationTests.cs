using FileTransfer.Harness.Load.Model;
using FileTransfer.Harness.Load.Reports;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Harness.Tests.Load;
using FileTransfer.Lab.Docs;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Reports;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Tests.Elsewhere;

/// <summary>A run under wine or qemu says so first; nothing is concluded from it, drawn, or published.</summary>
public sealed class EmulationTests
{
    private const string Wine = "wine 8.0";

    /// <summary>Under either, of a run that has verdicts and charts otherwise.</summary>
    public static TheoryData<bool> Ends => [true, false];

    [Fact]
    public void ThisMachine_IsNone() => Assert.Null(MachineFacts.Collect().Emulation);

    [Theory]
    [MemberData(nameof(Ends))]
    public void Run_UnderAnImitation_HasNoVerdictNoRaceAndNoChart(bool isSender)
    {
        RunResult real = SampleRuns.Native();
        RunResult imitated = Imitated(real, isSender);

        Assert.NotEmpty(Verdicts.Of(real));
        Assert.Empty(Verdicts.Of(imitated));
        Assert.NotEqual(0, Races.Of(real).Count);
        Assert.Equal(0, Races.Of(imitated).Count);
        Assert.NotEmpty(ChartCatalog.BuildAll(real));
        Assert.Empty(ChartCatalog.BuildAll(imitated));
        Assert.All(
            real.Measurements.Zip(imitated.Measurements),
            pair => Assert.Null(Verdicts.AgainstBaseline(imitated, pair.Second)));
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public void Reports_UnderAnImitation_SayItBeforeAnyNumber(bool isSender)
    {
        RunResult run = Imitated(SampleRuns.Small(), isSender);
        string caution = EmulationNote.Of(Wine);
        foreach (IReport report in (IReport[])[new MarkdownReport(), new HtmlReport()])
        {
            using var text = new StringWriter();
            report.Write(run, text);
            int said = text.ToString().IndexOf(caution, StringComparison.Ordinal);
            Assert.True(said > 0, $"{report.FileName} does not say it");
            Assert.True(said < text.ToString().IndexOf("µs", StringComparison.Ordinal), $"{report.FileName} says it late");
            Assert.Contains("No verdict: no time of a run under wine 8.0", text.ToString(), StringComparison.Ordinal);
        }

        using var csv = new StringWriter();
        new CsvReport().Write(run, csv);
        Assert.DoesNotMatch("faster|slower|equal", csv.ToString());
    }

    [Fact]
    public async Task Chart_OfARunUnderAnImitation_SaysWhyThereIsNone()
    {
        using var folder = new TemporaryFolder();
        ResultsFile.Save(Imitated(SampleRuns.Small(), isSender: true), folder.File(ResultsFile.FileName));

        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync("chart", folder.Path);

        Assert.True(exitCode == ExitCode.Success, errors);
        Assert.StartsWith($"no charts: {EmulationNote.Of(Wine)}", output, StringComparison.Ordinal);
        Assert.Equal([folder.File(ResultsFile.FileName)], Directory.GetFileSystemEntries(folder.Path));
    }

    [Fact]
    public void Results_OfARunUnderAnImitation_KeepIt()
    {
        using var folder = new TemporaryFolder();
        ResultsFile.Save(Imitated(SampleRuns.Small(), isSender: false), folder.File(ResultsFile.FileName));

        Assert.Equal(Wine, ResultsFile.Load(folder.Path).Environment.Emulation);
    }

    [Fact]
    public void PublishedRun_UnderAnImitation_IsRefused()
    {
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(folder.File("charts"));
        ResultsFile.Save(Imitated(SampleRuns.Small(), isSender: true), Path.Combine(folder.File("charts"), ResultsFile.FileName));

        UsageException refused = Assert.Throws<UsageException>(() => new PublishedFolder(folder.Path, "charts", []).Render());

        Assert.Equal($"charts was measured under {Wine}: no time in it is a figure, so it is not published", refused.Message);
    }

    [Fact]
    public async Task Compare_ARunUnderAnImitation_SaysSoFirstAndConcludesNothing()
    {
        (string[] lines, string output) = await CompareAsync(
            SampleRuns.Small(), Imitated(SampleRuns.Small(), isSender: true));

        Assert.StartsWith("'", lines[0], StringComparison.Ordinal);
        Assert.Contains($"was measured under {Wine}, which imitates another system", lines[0], StringComparison.Ordinal);
        Assert.DoesNotMatch("faster|slower|equal within", output);
        Assert.Contains("not said", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Compare_ARunOfAnotherPlatform_SaysSoFirst()
    {
        RunResult windows = SampleRuns.Small();
        MachineFacts machine = windows.Environment.Sender with { OperatingSystem = "Microsoft Windows 10.0.20348 x64" };
        windows = windows with { Environment = windows.Environment with { Sender = machine, Receiver = machine } };

        (string[] lines, string output) = await CompareAsync(SampleRuns.Small(), windows);

        Assert.Equal(
            "Two platforms: the old results are of Linux x64, the new ones of Windows x64. No difference is that of a method alone.",
            lines[0]);
        Assert.Contains("judges nothing", lines[1], StringComparison.Ordinal);
        Assert.Contains("equal within 5 %", output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Debian GNU/Linux 12 (bookworm) arm64", "Linux arm64")]
    [InlineData("Microsoft Windows 10.0.20348 x64", "Windows x64")]
    [InlineData("Darwin 24.1.0 Darwin Kernel Version 24.1.0 arm64", "macOS arm64")]
    public void Platform_OfAMachine_IsSystemAndProcessor(string system, string platform) =>
        Assert.Equal(platform, (SampleRuns.Machine() with { OperatingSystem = system }).Platform());

    /// <summary>Paths of another system are text, and nothing looks for them.</summary>
    [Theory]
    [InlineData(@"C:\Users\a b\movie.mp4", "\"")]
    [InlineData("/home/a b/movie.mp4", "'")]
    public async Task StoredRun_WithPathsOfAnotherSystem_IsReadReportedAndCompared(string path, string quote)
    {
        using var folder = new TemporaryFolder();
        RunResult run = SampleRuns.Small();
        run = run with
        {
            Run = run.Run with
            {
                Command = $"filetransfer bench --file {quote}{path}{quote}",
                Options = new Dictionary<string, string>(run.Run.Options) { ["file"] = path, ["keep"] = path },
            },
        };
        ResultsFile.Save(run, folder.File("old.json"));
        ResultsFile.Save(SampleRuns.Small(), folder.File("new.json"));

        foreach (string[] arguments in (string[][])[
            ["report", folder.File("old.json"), "--output", folder.File("reports")],
            ["chart", folder.File("old.json"), "--output", folder.File("charts")],
            ["compare", folder.File("old.json"), folder.File("new.json")]])
        {
            (int exitCode, string _, string errors) = await HarnessProcess.RunHereAsync(arguments);
            Assert.True(exitCode == ExitCode.Success, $"{arguments[0]}: {errors}");
        }

        string report = await File.ReadAllTextAsync(
            Path.Combine(folder.File("reports"), "report.md"), TestContext.Current.CancellationToken);
        Assert.Contains($"filetransfer bench --file {quote}{path}{quote}\n", report, StringComparison.Ordinal);
        Assert.Contains($"file={path}\n", report, StringComparison.Ordinal);
    }

    [Fact]
    public void Load_UnderAnImitation_SaysItFirstAndFindsNoKnee()
    {
        LoadResult result = LoadResults.Of(LoadResults.Latencies(200, seed: 1));
        LoadSweep real = SweepOf(result);
        LoadSweep imitated = SweepOf(result with
        {
            Environment = result.Environment with { Sender = result.Environment.Sender with { Emulation = "qemu-aarch64" } },
        });

        Assert.NotEmpty(LoadCharts.Of(real));
        Assert.Empty(LoadCharts.Of(imitated));
        Assert.Contains($"**{EmulationNote.Of("qemu-aarch64")}**", LoadMarkdown.Text(imitated, []), StringComparison.Ordinal);
        Assert.Equal(
            "No knee is looked for: under qemu-aarch64 no time is a figure of any machine.", LoadMarkdown.KneeText(imitated));
    }

    private static LoadSweep SweepOf(LoadResult result) => new()
    {
        StartedUtc = DateTimeOffset.UnixEpoch,
        Command = "filetransfer load",
        IsByRate = false,
        Points = [new LoadPoint(1, result, null), new LoadPoint(4, result, null)],
    };

    private static async Task<(string[] Lines, string Output)> CompareAsync(RunResult old, RunResult @new)
    {
        using var folder = new TemporaryFolder();
        ResultsFile.Save(old, folder.File("old.json"));
        ResultsFile.Save(@new, folder.File("new.json"));
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "compare", folder.File("old.json"), folder.File("new.json"));
        Assert.True(exitCode == ExitCode.Success, errors);
        return (output.Split('\n'), output);
    }

    private static RunResult Imitated(RunResult run, bool isSender)
    {
        RunEnvironment environment = run.Environment;
        return run with
        {
            Environment = isSender
                ? environment with { Sender = environment.Sender with { Emulation = Wine } }
                : environment with { Receiver = environment.Sender with { Emulation = Wine } },
        };
    }
}
