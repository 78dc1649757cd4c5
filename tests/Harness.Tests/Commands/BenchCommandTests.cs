using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Tests.Reports;
using FileTransfer.Results;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Reports;
using FileTransfer.Senders.Launching;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>What <c>bench</c> makes of what was measured; nothing is measured here.</summary>
public sealed class BenchCommandTests
{
    [Fact]
    public async Task Bench_AllMeasured_Exits0AndWritesEverything()
    {
        using var folder = new TemporaryFolder();
        RunResult sample = SampleRuns.Run(
            SampleRuns.Measured("read-write-1k", SampleRuns.Kilobyte, SampleRuns.Steps(40_000, 1_000)),
            SampleRuns.Measured("send-file", SampleRuns.Kilobyte, SampleRuns.Steps(20_000, 1_000)));

        (int exitCode, string output, string _) = await HarnessProcess.RunWithAsync(
            new FakeMeasurer([.. sample.Measurements]), "bench", "--output", folder.Path, "--seed", "7");

        Assert.Equal(0, exitCode);
        string run = folder.Run();
        Assert.Contains($"results: {run}", output, StringComparison.Ordinal);
        Assert.Contains("1K  send-file, ", output, StringComparison.Ordinal);
        Assert.Contains("seed=7", output, StringComparison.Ordinal);
        Assert.Contains("repeat with: filetransfer bench --scenario socket", output, StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(run, "report.md")));
        Assert.True(File.Exists(Path.Combine(run, "report.csv")));
        RunResult saved = ResultsFile.Load(run);
        Assert.False(File.Exists(Path.Combine(run, ResultsJournal.FileName)));
        Assert.False(saved.Run.Partial);
        Assert.Equal(7, saved.Run.OrderSeed);
        Assert.Equal("read-write-1k", saved.Run.Baseline);
        Assert.Equal(2, saved.Measurements.Count);
    }

    [Fact]
    public async Task Bench_TableAtTheEnd_BeginsEverySizeWithTheFastest()
    {
        (int exitCode, string output) = await RunAsync(
            [.. SampleRuns.Small().Measurements.Where(measurement => measurement.Outcome == Outcome.Measured)]);

        Assert.Equal(0, exitCode);
        string[] table = [.. output.Split('\n').SkipWhile(line => !line.Contains("P50 (95 % CI)", StringComparison.Ordinal))];
        string[] rows = [.. table.TakeWhile(line => line.Length > 0)
            .Where(line => line.TrimStart().StartsWith("1K ", StringComparison.Ordinal)
            || line.TrimStart().StartsWith("1M ", StringComparison.Ordinal))
            .Select(line => string.Join(' ', line.Split(' ', StringSplitOptions.RemoveEmptyEntries).Take(2)))];
        Assert.Equal(
            [
                "1K send-file", "1K read-write-1k", "1K begin-send", "1K null",
                "1M send-file", "1M begin-send", "1M read-write-1k", "1M null",
            ],
            rows);
        Assert.Contains(
            table,
            line => line.Contains("166 µs (163–169)", StringComparison.Ordinal) && line.Contains("34× (33–34)", StringComparison.Ordinal));
        Assert.All(
            table.Where(line => line.Contains(" µs (", StringComparison.Ordinal)),
            line => Assert.InRange(line.TrimEnd().Length, 50, 120));
    }

    [Fact]
    public async Task Bench_ScenarioPipe_SavesWhatItsReportsCompare()
    {
        using var folder = new TemporaryFolder();
        var measurer = new FakeMeasurer([.. SampleRuns.Pipes().Measurements.Where(measurement => measurement.Outcome == Outcome.Measured)]);

        (int exitCode, string output, string _) = await HarnessProcess.RunWithAsync(
            measurer, "bench", "--scenario", "pipe", "--sizes", "1K,1M", "--output", folder.Path);

        Assert.Equal(0, exitCode);
        Assert.Contains("transport=pipe\n", output, StringComparison.Ordinal);
        RunResult saved = ResultsFile.Load(folder.Run());
        Assert.Equal("pipe-copy", saved.Run.Baseline);
        Assert.Equal(["pipe-splice", "pipe-splice-1m"], saved.Run.Contenders);
        Assert.Contains(
            "## Old and new",
            await File.ReadAllTextAsync(Path.Combine(folder.Run(), "report.md"), TestContext.Current.CancellationToken),
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false, "--scenario", "socket")]
    [InlineData(false, "--strategies", "send-file", "--transport", "tcp,http")]
    [InlineData(true, "--scenario", "http-versions")]
    [InlineData(true, "--scenario", "http-versions", "--max-connections", "8")]
    public async Task Bench_OptionsOfHttp_AreToldAndSavedWithHttpAlone(bool areTold, params string[] arguments)
    {
        using var folder = new TemporaryFolder();

        (int exitCode, string output, string _) = await HarnessProcess.RunWithAsync(
            new FakeMeasurer(),
            ["bench", "--output", folder.Path, .. arguments]);

        Assert.Equal(0, exitCode);
        RunResult saved = ResultsFile.Load(folder.Run());
        Assert.All(Some.Of(EffectiveOptions.OfHttp), name =>
        {
            Assert.Equal(areTold, output.Contains($"\n{name}=", StringComparison.Ordinal));
            Assert.Equal(areTold, saved.Run.Options.ContainsKey(name));
        });
    }

    [Fact]
    public async Task Bench_Observation_IsToldAtTheEnd()
    {
        (int _, string output) = await RunAsync(SampleRuns.Measured("read-write-1k", SampleRuns.Kilobyte, 40_000) with
        {
            Observations = [new Strategies.Contracts.Observation(Strategies.Contracts.Observation.CopiedBuffers, 12.5, "%")],
        });
        Assert.Contains(
            "observed: read-write-1k at 1K: buffers that the kernel copied despite MSG_ZEROCOPY: 12.5 %\n",
            output,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Bench_OneUnsupported_Exits0AndReportsIt()
    {
        (int exitCode, string output) = await RunAsync(
            SampleRuns.Measured("read-write-1k", SampleRuns.Kilobyte, SampleRuns.Steps(40_000, 1_000)),
            SampleRuns.Unsupported("send-file", SampleRuns.Kilobyte, "not on this moon"));
        Assert.Equal(0, exitCode);
        Assert.Contains("UNSUPPORTED send-file 1K: not on this moon", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Bench_OneFailed_Exits1AndKeepsTheRest()
    {
        (int exitCode, string output) = await RunAsync(
            SampleRuns.Measured("read-write-1k", SampleRuns.Kilobyte, SampleRuns.Steps(40_000, 1_000)),
            SampleRuns.Failed("send-file", SampleRuns.Kilobyte, "one byte short"));
        Assert.Equal(1, exitCode);
        Assert.Contains("FAILED send-file 1K: one byte short", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Bench_MeasurerBreaksDown_KeepsWhatWasMeasuredMarkedPartial()
    {
        using var folder = new TemporaryFolder();
        var measurer = new FakeMeasurer(SampleRuns.Measured("send-file", SampleRuns.Kilobyte, SampleRuns.Steps(20_000, 1_000)))
        {
            Failure = new IOException("the disk is full"),
        };

        (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(measurer, "bench", "--output", folder.Path);

        Assert.Equal(1, exitCode);
        Assert.Contains("the disk is full", errors, StringComparison.Ordinal);
        RunResult saved = ResultsFile.Load(folder.Run());
        Assert.True(saved.Run.Partial);
        Assert.Single(saved.Measurements);
        Assert.True(File.Exists(Path.Combine(folder.Run(), ResultsFile.FileName)));
        Assert.False(File.Exists(Path.Combine(folder.Run(), ResultsJournal.FileName)));
    }

    [Fact]
    public async Task Bench_LastKindOfRequestHadFewerInFlight_WritesEveryReport()
    {
        using var folder = new TemporaryFolder();
        Measurement[] bodies = [.. SampleRuns.Http().Measurements.Where(measurement => measurement.Strategy == "http-body-32")];
        var measurer = new FakeMeasurer([.. bodies, .. bodies.Select(measurement => measurement with { Strategy = "http-headers-2" })]);

        (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(
            measurer, "bench", "--scenario", "http-versions", "--sizes", "38890", "--output", folder.Path);

        Assert.True(exitCode == 0, errors);
        Assert.EndsWith(
            "</html>\n",
            await File.ReadAllTextAsync(Path.Combine(folder.Run(), "report.html"), TestContext.Current.CancellationToken),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Bench_ReportCannotBeMade_NamesItAndWritesTheOthers()
    {
        using var folder = new TemporaryFolder();
        var measurer = new FakeMeasurer([.. SampleRuns.Small().Measurements]);
        await HarnessProcess.RunWithAsync(measurer, "bench", "--output", folder.Path);
        File.Delete(Path.Combine(folder.Run(), "report.csv"));
        using var output = new StringWriter();

        ReportException exception = await Assert.ThrowsAsync<ReportException>(
            () => new BenchCommand(output) { Measure = measurer.MeasureAsync, Reports = [new BrokenReport(), new CsvReport()] }
                .RunAsync(measurer.Plan!, TestContext.Current.CancellationToken));

        Assert.Contains("broken.md", exception.Message, StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(folder.Run(), "report.csv")));
        Assert.Equal(SampleRuns.Small().Measurements.Count, ResultsFile.Load(folder.Run()).Measurements.Count);
        Assert.Contains($"results: {folder.Run()}", output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Bench_ReportCannotBeWritten_StillTellsWhatWasMeasured()
    {
        using var folder = new TemporaryFolder();
        var measurer = new FakeMeasurer(SampleRuns.Failed("send-file", SampleRuns.Kilobyte, "one byte short"));
        await HarnessProcess.RunWithAsync(measurer, "bench", "--output", folder.Path);
        string report = Path.Combine(folder.Run(), "report.md");
        File.Delete(report);
        Directory.CreateDirectory(report);
        using var output = new StringWriter();

        await Assert.ThrowsAnyAsync<Exception>(
            () => new BenchCommand(output) { Measure = measurer.MeasureAsync }
                .RunAsync(measurer.Plan!, TestContext.Current.CancellationToken));

        Assert.Contains("FAILED send-file 1K: one byte short", output.ToString(), StringComparison.Ordinal);
        Assert.Contains($"results: {folder.Run()}", output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Bench_DefaultSizesThatNobodyTakes_AreLeftOut()
    {
        using var folder = new TemporaryFolder();
        var measurer = new FakeMeasurer(SampleRuns.Failed("http-body-32", 38_890, "x") with { Transport = "http" });

        (int _, string _, string errors) = await HarnessProcess.RunWithAsync(
            measurer, "bench", "--scenario", "http-versions", "--strategies", "http-body-32", "--output", folder.Path);

        Assert.Empty(errors);
        Assert.Equal([38_890], measurer.Plan!.Payloads.Select(payload => payload.Payload.Length));
    }

    [Fact]
    public async Task Bench_DefaultsAndGlobs_MakeThePlan()
    {
        using var folder = new TemporaryFolder();
        var measurer = new FakeMeasurer(SampleRuns.Failed("send-file", 1, "x"));
        await HarnessProcess.RunWithAsync(measurer, "--output", folder.Path);
        Assert.Equal(
            ["null", "read-write-1k", "read-write-64k", "begin-send", "send-file"],
            measurer.Plan!.Strategies.Select(strategy => strategy.Id));
        Assert.Equal(["1K", "10K", "100K", "1M"], measurer.Plan.Payloads.Select(payload => payload.Label));
        Assert.Equal(Profile.Quick, measurer.Plan.Profile);
        Assert.True(measurer.Plan.Sender.NoDelay);

        await HarnessProcess.RunWithAsync(
            measurer, "bench", "--output", folder.Path, "--strategies", "send-file-h*,send-file,read-write-64k",
            "--sizes", "2K,1500,2048", "--", "--keepFiles", "--exporters", "html");
        Assert.Equal(["null", "read-write-64k", "send-file", "send-file-header"], measurer.Plan.Strategies.Select(strategy => strategy.Id));
        Assert.Equal(["1500", "2K"], measurer.Plan.Payloads.Select(payload => payload.Label));
        Assert.Equal("read-write-64k", measurer.Plan.Baseline);
        Assert.Equal(["--keepFiles", "--exporters", "html"], measurer.Plan.BenchmarkDotNetArguments);
    }

    [Fact]
    public async Task Bench_TwiceWithinASecond_MakesTwoFolders()
    {
        using var folder = new TemporaryFolder();
        var measurer = new FakeMeasurer(SampleRuns.Failed("send-file", 1, "x"));
        await HarnessProcess.RunWithAsync(measurer, "--output", folder.Path);
        await HarnessProcess.RunWithAsync(measurer, "--output", folder.Path);
        Assert.Equal(2, Directory.GetDirectories(folder.Path).Length);
    }

    private static async Task<(int ExitCode, string Output)> RunAsync(params Measurement[] measurements)
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string _) = await HarnessProcess.RunWithAsync(
            new FakeMeasurer(measurements),
            "bench",
            "--output",
            folder.Path);
        return (exitCode, output);
    }
}
