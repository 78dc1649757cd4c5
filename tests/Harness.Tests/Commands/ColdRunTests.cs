using FileTransfer.Harness.Tests.Results;
using FileTransfer.Harness.Tests.Sabotage;
using FileTransfer.Results;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary><c>--cache</c> as a user gives it.</summary>
public sealed class ColdRunTests
{
    private const string Cold = "before every transfer the file was evicted";

    [ExhaustiveFact]
    public async Task Bench_Cold_RecordsItAndSaysItEverywhere()
    {
        using var folder = new TemporaryFolder();
        string path = ColdSabotageTests.ColdFile(folder);
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "bench", "--profile", "smoke", "--cache", "cold", "--affinity", "none", "--file", path,
            "--transport", "tcp,http-file-sender",
            "--strategies", "send-file,splice,mapped-kept,two-reads,io-uring-direct,serve-file-sender,send-file@2",
            "--output", folder.File("runs"));

        Assert.True(exitCode == 0, output + errors);
        string made = Assert.Single(Directory.GetDirectories(folder.File("runs")));
        RunResult run = ResultsFile.Load(made);
        Assert.Equal("cold", run.Run.Options["cache"]);
        Assert.Contains(" --cache cold", run.Run.Command, StringComparison.Ordinal);
        Measurement[] delivering = [.. run.Measurements.Where(measurement => measurement.Strategy != "null")];
        Assert.Equal(7, delivering.Length);
        Assert.All(delivering, measurement => Assert.Equal("cold", measurement.Dimensions.Cache));
        Measurement unsupported = Assert.Single(delivering, measurement => measurement.Outcome != Outcome.Measured);
        Assert.Equal(("mapped-kept", Outcome.Unsupported), (unsupported.Strategy, unsupported.Outcome));
        foreach (Measurement one in Some.Of(delivering.Where(measurement => measurement.Outcome == Outcome.Measured)))
        {
            Assert.NotNull(Observation.Find(one.Observations, Observation.RepeatedEvictions));
            Assert.All(one.Launches, launch => Assert.Null(launch.ResidentShare));
            // What eviction allocates is not the strategy's.
            Assert.InRange(one.AllocatedBytesPerTransfer!.Value, 0, 64 << 10);
            if (File.Exists("/proc/self/io") && one.Dimensions.Role == StrategyRole.Send)
            {
                Assert.InRange(Observation.Find(one.Observations, Observation.DiskBytes)!.Value, 1, double.MaxValue);
            }
        }

        Assert.Empty(ResultsSchemaTests.ViolationsOf(run));
        Assert.Contains("cache=cold\n", output, StringComparison.Ordinal);
        Assert.Contains($"\nPage cache: cold: {Cold}", output, StringComparison.Ordinal);
        Assert.DoesNotContain("not completely in the page cache", output, StringComparison.Ordinal);
        foreach (string report in (string[])["report.md", "report.html"])
        {
            string text = await File.ReadAllTextAsync(Path.Combine(made, report), TestContext.Current.CancellationToken);
            Assert.Contains(Cold, text, StringComparison.Ordinal);
        }
    }

    [ExhaustiveFact]
    public async Task Bench_Direct_MeasuresOnlyWhatReadsPastThePageCache()
    {
        using var folder = new TemporaryFolder();
        string path = ColdSabotageTests.ColdFile(folder);
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "bench", "--profile", "smoke", "--cache", "direct", "--affinity", "none", "--file", path,
            "--strategies", "send-file,direct-read,io-uring-direct",
            "--output", folder.File("runs"));

        Assert.True(exitCode == 0, output + errors);
        RunResult run = ResultsFile.Load(Assert.Single(Directory.GetDirectories(folder.File("runs"))));
        Assert.Equal(
            ["direct-read Measured direct", "io-uring-direct Measured direct", "send-file Unsupported direct"],
            run.Measurements
                .Where(measurement => measurement.Strategy != "null")
                .Select(measurement => $"{measurement.Strategy} {measurement.Outcome} {measurement.Dimensions.Cache}")
                .Order());
        Assert.Contains(
            "it reads through the page cache",
            run.Measurements.Single(measurement => measurement.Strategy == "send-file").Reason,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Send_Cold_SaysSoAndHowMuchWasRead()
    {
        using var folder = new TemporaryFolder();
        string path = ColdSabotageTests.ColdFile(folder);
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "send", "--strategy", "read-ahead", "--file", path, "--count", "5", "--warmup", "0", "--cache", "cold");
        Assert.True(exitCode == 0, output + errors);
        Assert.Contains($"page cache  cold: {Cold}", output, StringComparison.Ordinal);
        Assert.Contains("observed    evictions repeated per transfer", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_FileInMemory_Exits2AndSaysWhatToDo()
    {
        const string Memory = "/dev/shm";
        Assert.SkipUnless(OperatingSystem.IsLinux() && Directory.Exists(Memory), $"needs {Memory}");
        string path = Path.Combine(Memory, $"filetransfer-test-{Guid.NewGuid():N}");
        await File.WriteAllBytesAsync(path, new byte[5000], TestContext.Current.CancellationToken);
        try
        {
            foreach (string command in (string[])["bench", "send"])
            {
                await ExpectAsync($"--cache cold: {path} is on tmpfs, which is memory", command, "--cache", "cold", "--file", path);
            }
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public async Task Run_FileWithHoles_Exits2()
    {
        using var folder = new TemporaryFolder();
        _ = ColdSabotageTests.ColdFile(folder);
        string path = folder.File("sparse");
        await using (FileStream file = File.Create(path))
        {
            file.SetLength(1 << 20);
        }

        await ExpectAsync("it has holes, or its file system compresses it", "send", "--cache", "direct", "--file", path);
    }

    [Theory]
    [InlineData(CacheMode.Cold)]
    [InlineData(CacheMode.Warm, "--cache", "warm")]
    [InlineData(CacheMode.Direct, "--cache", "direct")]
    public async Task Bench_ScenarioCold_IsColdUnlessToldOtherwise(CacheMode expected, params string[] arguments)
    {
        using var folder = new TemporaryFolder();
        string path = ColdSabotageTests.ColdFile(folder);
        var measurer = new FakeMeasurer(SampleRuns.Failed("send-file", 1, "x"));
        await HarnessProcess.RunWithAsync(
            measurer,
            ["bench", "--scenario", "cold", "--file", path, "--output", folder.File("runs"), .. arguments]);
        Assert.Equal(expected, measurer.Plan!.Sender.Cache);
        Assert.Equal("read-write-64k", measurer.Plan.Baseline);
    }

    private static async Task ExpectAsync(string message, params string[] arguments)
    {
        var measurer = new FakeMeasurer();
        (int exitCode, string _, string errors) = await HarnessProcess.RunWithAsync(measurer, arguments);
        Assert.Equal(2, exitCode);
        Assert.Contains(message, errors, StringComparison.Ordinal);
        Assert.Null(measurer.Plan);
    }
}
