using System.Globalization;
using System.Text.Json;
using FileTransfer.Harness.Results;
using Xunit;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>Whole runs through BenchmarkDotNet's own toolchain: it builds a program, which is started once per launch.</summary>
public sealed class RealRunTests
{
    [Fact]
    public async Task Bench_Smoke_MeasuresDeliveriesAndWritesBenchmarkDotNetsOwnFiles()
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "bench", "--profile", "smoke", "--strategies", "send-file,copy-to-async", "--sizes", "1K", "--output", folder.Path);

        Assert.True(exitCode == 0, output + errors);
        RunResult run = ResultsFile.Load(folder.Run());
        Assert.False(run.Run.Partial);
        Assert.Equal(["null", "copy-to-async", "send-file"], run.Measurements.Select(measurement => measurement.Strategy));
        Assert.All(run.Measurements, measurement => Assert.Equal(Outcome.Measured, measurement.Outcome));
        foreach (Measurement measurement in run.Measurements.Where(measurement => measurement.Strategy != "null"))
        {
            Assert.Equal(measurement.Statistics!.N, measurement.VerifiedByCount);
            Assert.Equal(1, measurement.VerifiedByChecksum);
            Launch launch = Assert.Single(measurement.Launches);
            Assert.Equal(measurement.Statistics.N, launch.Nanoseconds.Count);
            Assert.All(launch.Nanoseconds.Zip(launch.SendReturnedNanoseconds), pair => Assert.InRange(pair.Second, 1, pair.First));
            Assert.True(measurement.ReceiverCpuSecondsPerGB > 0);
        }

        string[] own = Directory.GetFiles(Path.Combine(folder.Run(), "benchmarkdotnet", "results"));
        string json = Assert.Single(own, file => file.EndsWith("-full.json", StringComparison.Ordinal));
        Assert.Single(own, file => file.EndsWith(".md", StringComparison.Ordinal));
        Assert.Single(own, file => file.EndsWith(".csv", StringComparison.Ordinal));
        using var document = JsonDocument.Parse(File.ReadAllText(json));
        string[] names = [.. document.RootElement.GetProperty("Benchmarks").EnumerateArray().Select(benchmark => benchmark.GetProperty("FullName").GetString()!)];
        Assert.Equal(3, names.Distinct().Count());
        Assert.Contains("| send-file     | 1K   |", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Bench_ServerDies_FailsThatCaseAndMeasuresTheRestWithANewOne()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "finds the server in /proc");
        using var folder = new TemporaryFolder();
        await using var bench = HarnessProcess.Start(
            "bench", "--profile", "quick", "--strategies", "send-file", "--sizes", "1K,2K", "--seed", "1", "--output", folder.Path);
        // Something of the first delivering case is being transferred as soon as its receiver has drained a frame.
        int server = await ServerDrainingAsync(bench);
        Signals.Send(server, Signals.Kill);
        int exitCode = await WaitForFailureThenInterruptAsync(bench);

        Assert.Equal(130, exitCode);
        RunResult run = ResultsFile.Load(folder.Run());
        Measurement failed = Assert.Single(run.Measurements, measurement => measurement.Outcome == Outcome.Failed);
        Assert.StartsWith("the server died: ", failed.Reason, StringComparison.Ordinal);
        Assert.Null(failed.Statistics);
        Assert.Contains(run.Measurements, measurement => measurement is { Strategy: "send-file", Outcome: Outcome.Measured });
        Assert.True(run.Run.Partial);
        Assert.DoesNotContain("   at ", bench.Output + bench.Errors, StringComparison.Ordinal);
        Assert.Empty(Descendants(bench.Id));
    }

    private static async Task<int> WaitForFailureThenInterruptAsync(HarnessProcess bench)
    {
        await bench.WaitForOutputAsync("FAILED: the server died");
        // The other size of the same strategy must still be measured.
        while (!bench.Output.Split('\n').Any(line => line.Contains("send-file", StringComparison.Ordinal) && line.Contains("  p50 ", StringComparison.Ordinal)))
        {
            Assert.True(bench.IsRunning, bench.Output + bench.Errors);
            await Task.Delay(50, TestContext.Current.CancellationToken);
        }

        Signals.Send(bench.Id, Signals.Interrupt);
        return await bench.WaitAsync();
    }

    private static async Task<int> ServerDrainingAsync(HarnessProcess bench)
    {
        using var client = new HttpClient();
        while (true)
        {
            Assert.True(bench.IsRunning, bench.Output + bench.Errors);
            foreach (int process in Descendants(bench.Id))
            {
                if (CommandLineOf(process).Contains("FileTransfer.Server.dll", StringComparison.Ordinal) && EnvironmentServerOf(bench.Id) is { } control)
                {
                    using var stats = JsonDocument.Parse(await client.GetStringAsync($"{control}stats", TestContext.Current.CancellationToken));
                    if (stats.RootElement.GetProperty("receivers").GetProperty("tcp").GetProperty("frames").GetInt64() > 100)
                    {
                        return process;
                    }
                }
            }

            await Task.Delay(20, TestContext.Current.CancellationToken);
        }
    }

    /// <summary>The control address, as a sender process that is running now was given it.</summary>
    private static string? EnvironmentServerOf(int root) => Descendants(root)
        .Where(process => !CommandLineOf(process).Contains("FileTransfer.Server.dll", StringComparison.Ordinal))
        .SelectMany(process => Read($"/proc/{process}/environ").Split('\0'))
        .Where(entry => entry.StartsWith("FILETRANSFER_SERVER=", StringComparison.Ordinal))
        .Select(entry => entry["FILETRANSFER_SERVER=".Length..])
        .FirstOrDefault();

    private static string CommandLineOf(int process) => Read($"/proc/{process}/cmdline");

    /// <summary>Children, their children and so on, by the parent field of /proc/&lt;pid&gt;/stat: proc_pid_stat(5).</summary>
    private static List<int> Descendants(int root)
    {
        ILookup<int, int> children = Directory.GetDirectories("/proc")
            .Select(folder => (Stat: Read(Path.Combine(folder, "stat")), Name: Path.GetFileName(folder)))
            .Where(process => process.Stat.Contains(')', StringComparison.Ordinal) && int.TryParse(process.Name, out int _))
            .ToLookup(
                process => int.Parse(process.Stat[(process.Stat.LastIndexOf(')') + 2)..].Split(' ')[1], CultureInfo.InvariantCulture),
                process => int.Parse(process.Name, CultureInfo.InvariantCulture));
        List<int> found = [root];
        for (int next = 0; next < found.Count; next++)
        {
            found.AddRange(children[found[next]]);
        }

        return found[1..];
    }

    private static string Read(string path)
    {
        try
        {
            return File.ReadAllText(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The process is gone.
            return "";
        }
    }
}
