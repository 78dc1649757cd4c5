using System.Text.Json;
using FileTransfer.Harness.Measuring;
using FileTransfer.Harness.Results;
using Xunit;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>Whole runs: a server and a sender process per launch.</summary>
public sealed class RealRunTests
{
    private static readonly TimeSpan s_startLimit = TimeSpan.FromMinutes(6);
    private static readonly TimeSpan s_endLimit = TimeSpan.FromSeconds(10);

    [Fact]
    public async Task Bench_Smoke_MeasuresDeliveriesAndWritesBenchmarkDotNetsOwnFiles()
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "bench", "--profile", "smoke", "--strategies", "send-file,copy-to-async", "--sizes", "1K", "--output", folder.Path, "--", "--exporters", "html");

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
        // Asked for after the separator, beside what is always written.
        Assert.Single(own, file => file.EndsWith(".html", StringComparison.Ordinal));
        using var document = JsonDocument.Parse(File.ReadAllText(json));
        string[] names = [.. document.RootElement.GetProperty("Benchmarks").EnumerateArray().Select(benchmark => benchmark.GetProperty("FullName").GetString()!)];
        Assert.Equal(
            [
                "FileTransfer.Harness.Measuring.AsyncTransferBenchmarks.Transfer(Strategy: \"copy-to-async\", Transport: \"tcp\", Size: \"1K\")",
                "FileTransfer.Harness.Measuring.SyncTransferBenchmarks.Transfer(Strategy: \"null\", Transport: \"tcp\", Size: \"1K\")",
                "FileTransfer.Harness.Measuring.SyncTransferBenchmarks.Transfer(Strategy: \"send-file\", Transport: \"tcp\", Size: \"1K\")",
            ],
            names.Order(StringComparer.Ordinal));
        Assert.Contains("| send-file     | tcp       | 1K   |", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Bench_HttpOverSeveralTransports_MeasuresEachAndCountsConnections()
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "bench", "--profile", "smoke", "--scenario", "http-upload", "--strategies", "http-multipart-stream,http-multipart-send-file,http-body-32", "--sizes", "38890", "--transport", "http,https2,http-default", "--output", folder.Path);

        Assert.True(exitCode == 0, output + errors);
        RunResult run = ResultsFile.Load(folder.Run());
        Assert.Equal(
            [
                "null http", "http-multipart-stream http", "http-multipart-send-file http", "http-body-32 http",
                "http-multipart-stream https2", "http-body-32 https2",
                "http-multipart-stream http-default", "http-multipart-send-file http-default", "http-body-32 http-default",
            ],
            run.Measurements.Select(measurement => $"{measurement.Strategy} {measurement.Transport}"));
        Assert.All(run.Measurements, measurement => Assert.Equal(Outcome.Measured, measurement.Outcome));
        Measurement Of(string strategy, string transport) => run.Measurements.Single(measurement => measurement.Strategy == strategy && measurement.Transport == transport);
        double Connections(string strategy, string transport) => Of(strategy, transport).Observations.Single(observation => observation.Name == Strategies.Observation.Connections).Value;
        Assert.Equal(1, Connections("http-multipart-stream", "http"));
        Assert.Equal(1, Connections("http-multipart-send-file", "http"));
        Assert.Equal(1, Connections("http-body-32", "https2"));
        Assert.InRange(Connections("http-body-32", "http"), 2, 32);
        // Rounds of 256, three iterations of one round.
        Assert.Equal(3 * TransferRound.Transfers, Of("http-body-32", "http").VerifiedByCount);
        Assert.Equal(3 * TransferRound.Transfers, Of("http-body-32", "http").Statistics!.N);
        Assert.True(Of("http-body-32", "http").Observations.Single(observation => observation.Name == Strategies.Observation.WallTime).Value < Of("http-body-32", "http").Statistics!.P50);
        string report = await File.ReadAllTextAsync(Path.Combine(folder.Run(), "report.md"), TestContext.Current.CancellationToken);
        Assert.Contains("## Requests", report, StringComparison.Ordinal);
        Assert.Contains("## What tuning the server brings", report, StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(folder.Run(), "report.html")));
    }

    [Fact]
    public async Task Bench_ServerDies_FailsThatCaseAndMeasuresTheRestWithANewOne()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "finds the server in /proc");
        using var folder = new TemporaryFolder();
        // Large enough that a case lasts for many looks at the server, although it is a smoke run.
        string file = folder.File("payload");
        using (FileStream stream = File.Create(file))
        {
            stream.SetLength(256 << 20);
        }

        string results = folder.File("results");
        await using var bench = HarnessProcess.Start(
            "bench", "--profile", "smoke", "--strategies", "send-file,read-write-1m", "--file", file, "--output", results);
        // The first delivering case is under way as soon as its receiver has drained a frame.
        LinuxProcess server = await ServerDrainingAsync(bench);
        Signals.Send(server.Id, Signals.Kill);
        int exitCode = await bench.WaitAsync();

        Assert.True(exitCode == 1, bench.Output + bench.Errors);
        RunResult run = ResultsFile.Load(Assert.Single(Directory.GetDirectories(results)));
        Assert.False(run.Run.Partial);
        Measurement failed = Assert.Single(run.Measurements, measurement => measurement.Outcome == Outcome.Failed);
        Assert.StartsWith("the server died: ", failed.Reason, StringComparison.Ordinal);
        Assert.Null(failed.Statistics);
        Assert.Empty(failed.Launches);
        Assert.Contains($"FAILED {failed.Strategy} 256M: the server died: ", bench.Output, StringComparison.Ordinal);
        Measurement[] measured = [.. run.Measurements.Where(measurement => measurement.Outcome == Outcome.Measured)];
        Assert.Equal(2, measured.Length);
        Measurement delivered = Assert.Single(measured, measurement => measurement.Strategy != "null");
        Assert.Equal(delivered.Statistics!.N, delivered.VerifiedByCount);
        Assert.DoesNotContain("   at ", bench.Output + bench.Errors, StringComparison.Ordinal);
    }

    /// <summary>To the harness alone, as from kill(1), or to all of its processes at once, as from a terminal.</summary>
    [Theory]
    [InlineData(Signals.Interrupt, false)]
    [InlineData(Signals.Interrupt, true)]
    [InlineData(Signals.Terminate, false)]
    [InlineData(Signals.Terminate, true)]
    [InlineData(Signals.HangUp, true)]
    public async Task Bench_Interrupted_KeepsWhatWasMeasuredAndEndsEveryChild(int signal, bool toAll)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "finds the children in /proc");
        using var folder = new TemporaryFolder();
        await using HarnessProcess bench = StartLongRun(folder);
        await bench.WaitForOutputAsync("  p50 ");
        IReadOnlyList<LinuxProcess> children = await ChildrenWhileSendingAsync(bench);
        // What has been measured can be read now: it does not take an orderly end.
        RunResult soFar = ResultsFile.Load(folder.Run());
        Assert.True(soFar.Run.Partial);
        Assert.NotEmpty(soFar.Measurements);
        Signals.Send(toAll ? -bench.Id : bench.Id, signal);
        int exitCode = await bench.WaitAsync();

        Assert.True(exitCode == 130, bench.Output + bench.Errors);
        AssertPartialWithoutFailures(folder, bench);
        Assert.True(File.Exists(Path.Combine(folder.Run(), "report.html")));
        Assert.False(Directory.Exists(Path.Combine(folder.Run(), "launches")));
        await EndedAsync(children);
    }

    [Fact]
    public async Task Bench_InterruptedTwice_EndsAtOnceAndLosesNothing()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "finds the children in /proc");
        using var folder = new TemporaryFolder();
        await using HarnessProcess bench = StartLongRun(folder);
        await bench.WaitForOutputAsync("  p50 ");
        IReadOnlyList<LinuxProcess> children = await ChildrenWhileSendingAsync(bench);
        Signals.Send(-bench.Id, Signals.Interrupt);
        Signals.Send(-bench.Id, Signals.Interrupt);
        Signals.Send(-bench.Id, Signals.Terminate);
        int exitCode = await bench.WaitAsync();

        Assert.True(exitCode == 130, bench.Output + bench.Errors);
        AssertPartialWithoutFailures(folder, bench);
        await EndedAsync(children);
    }

    [Fact]
    public async Task Bench_InterruptedBeforeTheFirstCase_LeavesNothingBehind()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "numbers signals as Linux does");
        using var folder = new TemporaryFolder();
        await using HarnessProcess bench = StartLongRun(folder);
        await bench.WaitForOutputAsync("repeat with:");
        Signals.Send(-bench.Id, Signals.Interrupt);
        int exitCode = await bench.WaitAsync();

        Assert.True(exitCode == 130, bench.Output + bench.Errors);
        Assert.Contains("interrupted", bench.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("FAILED", bench.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", bench.Output + bench.Errors, StringComparison.Ordinal);
        Assert.All(Directory.GetDirectories(folder.Path), run => Assert.NotEmpty(ResultsFile.Load(run).Measurements));
    }

    [Fact]
    public async Task Bench_InterruptedDuringTheReport_IsCompleteOrMarkedPartial()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "numbers signals as Linux does");
        using var folder = new TemporaryFolder();
        await using HarnessProcess bench = HarnessProcess.StartInGroup(
            "bench", "--profile", "smoke", "--strategies", "null", "--sizes", "1K", "--output", folder.Path);
        await bench.WaitForOutputAsync("  p50 ");
        Signals.Send(-bench.Id, Signals.Interrupt);
        int exitCode = await bench.WaitAsync();

        RunResult run = ResultsFile.Load(folder.Run());
        Assert.True(exitCode is 0 or 130, bench.Output + bench.Errors);
        Assert.Equal(exitCode == 130, run.Run.Partial);
        Assert.Equal(Outcome.Measured, Assert.Single(run.Measurements).Outcome);
        Assert.EndsWith("</html>\n", await File.ReadAllTextAsync(Path.Combine(folder.Run(), "report.html"), TestContext.Current.CancellationToken), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Bench_DiesWhileASenderStarts_SenderEndsWithoutAWord()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "finds the sender in /proc, and numbers signals as Linux does");
        using var folder = new TemporaryFolder();
        await using HarnessProcess bench = StartLongRun(folder);
        await bench.WaitForOutputAsync("  p50 ");
        IReadOnlyList<LinuxProcess> children = await ChildrenWhileSendingAsync(bench);
        LinuxProcess[] senders = [.. children.Where(child => child.IsSender)];
        // As early in its life as can be: what it reports first must find nobody.
        Array.ForEach(senders, sender => Signals.Send(sender.Id, Signals.Stop));
        Signals.Send(bench.Id, Signals.Kill);
        using var limit = new CancellationTokenSource(s_endLimit);
        while (bench.IsRunning)
        {
            await Task.Delay(20, limit.Token);
        }

        Array.ForEach(senders, sender => Signals.Send(sender.Id, Signals.Continue));
        await bench.WaitAsync();

        Assert.Equal("", bench.Errors);
        await EndedAsync(children);
    }

    /// <summary>More cases than a test waits for.</summary>
    private static HarnessProcess StartLongRun(TemporaryFolder folder) => HarnessProcess.StartInGroup(
        "bench", "--profile", "smoke", "--strategies", "read-write-*,gathered-*,send-file*", "--sizes", "1K,10K,100K", "--output", folder.Path);

    private static void AssertPartialWithoutFailures(TemporaryFolder folder, HarnessProcess bench)
    {
        RunResult run = ResultsFile.Load(folder.Run());
        Assert.True(run.Run.Partial);
        Assert.NotEmpty(run.Measurements);
        Assert.All(run.Measurements, measurement => Assert.True(measurement.Outcome == Outcome.Measured, $"{measurement.Strategy}: {measurement.Reason}"));
        Assert.DoesNotContain("FAILED", bench.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", bench.Output + bench.Errors, StringComparison.Ordinal);
    }

    private static async Task EndedAsync(IEnumerable<LinuxProcess> processes)
    {
        using var limit = new CancellationTokenSource(s_endLimit);
        while (processes.Any(process => process.IsRunning) && !limit.IsCancellationRequested)
        {
            await Task.Delay(20, TestContext.Current.CancellationToken);
        }

        Assert.DoesNotContain(processes, process => process.IsRunning);
    }

    /// <summary>All descendants at a moment at which the server and a sender are among them.</summary>
    private static async Task<IReadOnlyList<LinuxProcess>> ChildrenWhileSendingAsync(HarnessProcess bench)
    {
        using var limit = new CancellationTokenSource(s_startLimit);
        while (true)
        {
            Assert.True(bench.IsRunning, bench.Output + bench.Errors);
            IReadOnlyList<LinuxProcess> children = LinuxProcess.DescendantsOf(bench.Id);
            if (children.Any(child => child.IsServer) && children.Any(child => child.IsSender))
            {
                return children;
            }

            await Task.Delay(20, limit.Token);
        }
    }

    /// <summary>The server, once it has drained a frame that is to be timed or warms up for that.</summary>
    private static async Task<LinuxProcess> ServerDrainingAsync(HarnessProcess bench)
    {
        using var limit = new CancellationTokenSource(s_startLimit);
        using var client = new HttpClient();
        while (true)
        {
            Assert.True(bench.IsRunning, bench.Output + bench.Errors);
            IReadOnlyList<LinuxProcess> children = LinuxProcess.DescendantsOf(bench.Id);
            if (children.FirstOrDefault(child => child.IsServer) is { } server && children.FirstOrDefault(child => child.IsSender)?.ServerAddress is { } control)
            {
                try
                {
                    using var stats = JsonDocument.Parse(await client.GetStringAsync($"{control}stats", limit.Token));
                    if (stats.RootElement.GetProperty("receivers").GetProperty("tcp").GetProperty("frames").GetInt64() > 0)
                    {
                        return server;
                    }
                }
                catch (HttpRequestException)
                {
                    // It has ended since it was listed: the run is about to.
                }
            }

            await Task.Delay(20, limit.Token);
        }
    }
}
