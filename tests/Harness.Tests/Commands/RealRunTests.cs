using System.Text.Json;
using FileTransfer.Harness.Tests.Results;
using FileTransfer.Results;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>Whole runs: a server and a sender process per launch.</summary>
public sealed class RealRunTests
{
    [Fact]
    public async Task Bench_Smoke_MeasuresDeliveriesAndWritesBenchmarkDotNetsOwnFiles()
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "bench", "--profile", "smoke", "--strategies", "send-file,copy-to-async",
            "--sizes", "1K", "--affinity", "none", "--output", folder.Path, "--", "--exporters", "html");

        Assert.True(exitCode == 0, output + errors);
        RunResult run = ResultsFile.Load(folder.Run());
        Assert.False(run.Run.Partial);
        Assert.Equal(["null", "copy-to-async", "send-file"], run.Measurements.Select(measurement => measurement.Strategy));
        Assert.All(run.Measurements, measurement => Assert.Equal(Outcome.Measured, measurement.Outcome));
        foreach (Measurement measurement in run.Measurements.Where(measurement => measurement.Strategy != "null"))
        {
            Assert.Equal(measurement.Statistics!.N, measurement.VerifiedByCount);
            // The first transfer, and at least one on the connection that is measured.
            Assert.InRange(measurement.VerifiedByChecksum, 2, int.MaxValue);
            Launch launch = Assert.Single(measurement.Launches);
            Assert.Equal(measurement.Statistics.N, launch.Nanoseconds.Count);
            Assert.All(launch.Nanoseconds.Zip(launch.SendReturnedNanoseconds), pair => Assert.InRange(pair.Second, 1, pair.First));
            Assert.True(measurement.ReceiverCpuSecondsPerGB > 0);
        }

        string[] own = Directory.GetFiles(Path.Combine(folder.Run(), "benchmarkdotnet", "results"));
        string json = Assert.Single(own, file => file.EndsWith("-full.json", StringComparison.Ordinal));
        Assert.Single(own, file => file.EndsWith(".csv", StringComparison.Ordinal));
        // Asked for after the separator, beside what is always written.
        Assert.Single(own, file => file.EndsWith(".html", StringComparison.Ordinal));
        using var document = JsonDocument.Parse(File.ReadAllText(json));
        string[] names = [.. document.RootElement
            .GetProperty("Benchmarks")
            .EnumerateArray()
            .Select(benchmark => benchmark.GetProperty("FullName").GetString()!)];
        Assert.Equal(
            [
                "FileTransfer.Senders.Engine.AsyncTransferBenchmarks.Transfer(Strategy: "
                + "\"copy-to-async\", Transport: \"tcp\", Size: \"1K\", Placement: \"none\")",
                "FileTransfer.Senders.Engine.SyncTransferBenchmarks.Transfer(Strategy: "
                + "\"null\", Transport: \"tcp\", Size: \"1K\", Placement: \"none\")",
                "FileTransfer.Senders.Engine.SyncTransferBenchmarks.Transfer(Strategy: "
                + "\"send-file\", Transport: \"tcp\", Size: \"1K\", Placement: \"none\")",
            ],
            names.Order(StringComparer.Ordinal));
        string markdown = File.ReadAllText(Assert.Single(own, file => file.EndsWith(".md", StringComparison.Ordinal)));
        Assert.Matches(@"\| send-file +\| tcp +\| 1K +\| none +\|", markdown);
        Assert.Matches(@"\n +1K +send-file +[0-9.]+ [nµm]s ", output);
    }

    [ExhaustiveFact]
    public async Task Bench_PinnedToNamedProcessors_RunsThereAndRecordsThem()
    {
        bool isPossible = OperatingSystem.IsLinux() && ProcessorMask.Allowed() is [0, 1, ..];
        Assert.SkipUnless(isPossible, "processors 0 and 1 are needed, and Linux to look whether threads are there");
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "bench", "--profile", "smoke", "--strategies", "send-file", "--sizes", "1K",
            "--affinity", "split", "--cpus", "1,0", "--output", folder.Path);

        Assert.True(exitCode == 0, output + errors);
        RunResult run = ResultsFile.Load(folder.Run());
        // The receiver's is what the server says of itself; a sender looks whether its threads are there before its launch counts.
        Assert.Equal([("sender", 1), ("receiver", 0)], run.Environment.Pinned!.Select(pinned => (pinned.End, pinned.Processor)));
        Assert.All(run.Environment.Pinned!, pinned => Assert.Equal(SmtSiblings.OfThisMachine.Of(pinned.Processor), pinned.Siblings));
        Assert.Equal("1,0", run.Run.Options["cpus"]);
        Assert.Contains(" --affinity split ", run.Run.Command, StringComparison.Ordinal);
        Assert.Contains(" --cpus 1,0", run.Run.Command, StringComparison.Ordinal);
    }

    [ExhaustiveFact]
    public async Task Bench_StoredFiles_StoresThemWhereItWasToldAsItWasTold_AndLeavesNothing()
    {
        using var folder = new TemporaryFolder();
        using var disk = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "bench", "--profile", "smoke", "--scenario", "receive", "--strategies", "keep-random-access,keep-body",
            "--sizes", "1K", "--durability", "fdatasync", "--preallocate", "on", "--affinity", "none",
            "--keep", disk.Path, "--output", folder.Path);

        Assert.True(exitCode == 0, output + errors);
        RunResult run = ResultsFile.Load(folder.Run());
        Assert.Equal(
            ["keep-body http", "keep-random-access keep", "null keep"],
            run.Measurements.Select(one => $"{one.Strategy} {one.Transport}").Order(StringComparer.Ordinal));
        foreach (Measurement one in Some.Of(run.Measurements.Where(one => one.Strategy != "null")))
        {
            Assert.True(one.Outcome == Outcome.Measured, one.Reason);
            Assert.Equal(StrategyRole.Send, one.Dimensions.Role);
            Assert.Equal(one.Strategy["keep-".Length..], one.Dimensions.Keeping);
            Assert.Equal(one.Statistics!.N, one.VerifiedByCount);
        }

        Assert.Equal("fdatasync", run.Run.Options["durability"]);
        Assert.Equal("on", run.Run.Options["preallocate"]);
        Assert.Equal(disk.Path, run.Run.Options["keep"]);
        Assert.Contains($" --preallocate on --durability fdatasync --keep '{disk.Path}'", run.Run.Command, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(disk.Path));
    }

    [ExhaustiveFact]
    public async Task Bench_Downloads_ServesThePayloadsAndRecordsWhoServesAndWhoReads()
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "bench", "--profile", "smoke", "--scenario", "download",
            "--strategies", "serve-copy,serve-file-sender,serve-copy-get-stream",
            "--sizes", "1K", "--affinity", "none", "--transport", "http,https2,http-file-sender", "--output", folder.Path);

        Assert.True(exitCode == 0, output + errors);
        RunResult run = ResultsFile.Load(folder.Run());
        Assert.Equal(
            [
                "null http", "serve-copy http", "serve-copy-get-stream http", "serve-copy-get-stream https2",
                "serve-file-sender http-file-sender",
            ],
            run.Measurements.Select(one => $"{one.Strategy} {one.Transport}"));
        foreach (Measurement one in Some.Of(run.Measurements.Where(one => one.Strategy != "null")))
        {
            Assert.True(one.Outcome == Outcome.Measured, one.Reason);
            Assert.Equal(StrategyRole.Fetch, one.Dimensions.Role);
            Assert.Equal(one.Strategy == "serve-file-sender" ? "file-sender" : "copy", one.Dimensions.Serving);
            Assert.Equal(one.Strategy == "serve-copy-get-stream" ? "get-stream" : "get-drain", one.Dimensions.Reader);
            Assert.Equal(one.Strategy == "serve-copy-get-stream" ? "runtime" : "block", one.Dimensions.Wait);
            Assert.Equal(one.Statistics!.N, one.VerifiedByCount);
            // The server reads the payload's file, so that it has to be in memory.
            Assert.All(one.Launches, launch => Assert.Equal(1, launch.ResidentShare));
        }

        Assert.Empty(ResultsSchemaTests.ViolationsOf(run));
        string report = await File.ReadAllTextAsync(Path.Combine(folder.Run(), "report.md"), TestContext.Current.CancellationToken);
        Assert.Contains("until the client has read the last byte of the file", report, StringComparison.Ordinal);
        Assert.DoesNotContain("## Fetches", report, StringComparison.Ordinal);
    }

    /// <summary>The user's file is served, and nothing else of its folder.</summary>
    [Fact]
    public async Task Send_DownloadOfAFileOfOnesOwn_IsServedAlone()
    {
        using var folder = new TemporaryFolder();
        string path = folder.File("my file", 50_000);
        (int exitCode, string output, string errors) = await HarnessProcess.RunWithAsync(
            new FakeMeasurer(), "send", "--strategy", "serve-file-sender", "--file", path, "--count", "20");
        Assert.True(exitCode == 0, output + errors);
        Assert.Contains("serve-file-sender over http-file-sender, 50000: 20 transfers", output, StringComparison.Ordinal);
        Assert.Equal(path, PayloadStore.ServedFor(new Payload(path, 50_000)));
        Payload generated = PayloadStore.Get(new ByteSize(1024)).Payload;
        Assert.Equal(PayloadStore.Folder, PayloadStore.ServedFor(generated));
    }

    [ExhaustiveFact]
    public async Task Bench_HttpOverSeveralTransports_MeasuresEachAndCountsConnections()
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "bench", "--profile", "smoke", "--scenario", "http-upload",
            "--strategies", "http-multipart-stream,http-multipart-send-file,http-body-32",
            "--sizes", "38890", "--affinity", "none", "--transport", "http,https2,http-default", "--output", folder.Path);

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
        Measurement Of(string strategy, string transport) =>
            run.Measurements.Single(measurement => measurement.Strategy == strategy && measurement.Transport == transport);
        double Connections(string strategy, string transport) => Of(strategy, transport).Observations
            .Single(observation => observation.Key == Observation.Connections).Value;
        Assert.Equal(1, Connections("http-multipart-stream", "http"));
        Assert.Equal(1, Connections("http-multipart-send-file", "http"));
        Assert.Equal(1, Connections("http-body-32", "https2"));
        Assert.InRange(Connections("http-body-32", "http"), 2, 32);
        // Rounds of 256, three iterations of one round.
        Measurement rounds = Of("http-body-32", "http");
        Assert.Equal(3 * TransferRound.Transfers, rounds.Statistics!.N + rounds.Launches[0].CheckedWhileRecording);
        Assert.Equal(rounds.Statistics.N, rounds.VerifiedByCount);
        Assert.True(Of("http-body-32", "http").Observations.Single(observation => observation.Key
            == Strategies.Contracts.Observation.WallTime).Value < Of("http-body-32", "http").Statistics!.P50);
        string report = await File.ReadAllTextAsync(Path.Combine(folder.Run(), "report.md"), TestContext.Current.CancellationToken);
        Assert.Contains("## Requests", report, StringComparison.Ordinal);
        Assert.Contains("## Effect of server tuning", report, StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(folder.Run(), "report.html")));
    }
}
