using System.Diagnostics;
using System.Text.Json;
using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Harness.Tests.Measuring;
using FileTransfer.Senders.Servers;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Harness.Tests.Load;

/// <summary><c>send</c> with load, with a real server; servers that vanish.</summary>
public sealed class SendLoadTests(ServerFixture server) : IClassFixture<ServerFixture>
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    /// <summary>On a busy machine the generator is late, which is not what these tests are about.</summary>
    private static readonly string[] s_patient = ["--max-lateness", "1m"];

    [Fact]
    public async Task Send_JsonWithConnections_HasTheFieldsOfSendAndThoseOfLoad()
    {
        using var folder = new TemporaryFolder();
        string file = folder.File("result.json");
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "send", "--strategy", "send-async", "--size", "10K", "--connections", "4", "--rate", "500", "--schedule", "poisson",
            "--count", "200", "--warmup", "20", "--seed", "7", "--json", "--output", file, "--max-lateness", "1m");

        // Programs that read the object may lose it when anything else is written.
        Assert.Equal("", errors);
        Assert.Equal(0, exitCode);
        using var document = JsonDocument.Parse(output);
        JsonElement root = document.RootElement;
        Assert.Equal(
            [
                "schema", "strategy", "transport", "sizeBytes", "transfers", "latencyNanoseconds", "throughputMBps",
                "senderCpuSecondsPerGB", "receiverCpuSecondsPerGB", "allocatedBytesPerTransfer", "verifiedTransfers", "checkedByChecksum",
                "sizes", "connections", "ratePerSecond", "schedule", "seed", "intendedStartUtc", "startedUtc", "durationSeconds",
                "notBegun", "errors", "lateness", "queued", "histogram", "samples", "bytes", "senderCpuSeconds", "receiverCpuSeconds",
                "generatorSpinSeconds", "peakWorkingSetBytes", "serverInstance", "senders", "environment",
            ],
            root.EnumerateObject().Select(property => property.Name));
        Assert.Equal(
            ["min", "p50", "p90", "p99", "p999", "max", "mean"],
            root.GetProperty("latencyNanoseconds").EnumerateObject().Select(property => property.Name));
        LoadResult result = LoadFile.Load(file);
        Assert.Equal(output.Trim(), LoadFile.Text(result));
        Assert.Equal(200, result.Transfers + result.CheckedByChecksum);
        Assert.Equal(result.Transfers, result.VerifiedTransfers);
        Assert.Equal(result.Transfers, result.Samples!.Count);
        Assert.Equal(200 * 10 * 1024, result.Bytes);
        Assert.Equal(("poisson", 7, 4), (result.Schedule, result.Seed, result.Connections));
        Assert.Equal(500, result.RatePerSecond.Asked);
        Assert.Equal(500, result.RatePerSecond.Offered);
        Assert.True(result.StartedUtc >= result.IntendedStartUtc);
        Assert.InRange(result.GeneratorSpinSeconds, 0, result.DurationSeconds * Environment.ProcessorCount);
        // Latency counts from the intended start: it contains what the generator and the connections made a transfer wait.
        Assert.InRange(result.Samples.Max(), result.Lateness!.P50, double.PositiveInfinity);
    }

    [Theory]
    [InlineData("send-async", "tcp")]
    [InlineData("adaptive-async", "unix")]
    [InlineData("send-file", "tcp")]
    [InlineData("http-put-stream", "http")]
    public async Task Send_ClosedLoop_DeliversOverAllConnections(string strategy, string transport)
    {
        (int exitCode, string output, string errors) = await SendHereAsync(
            "--strategy", strategy, "--transport", transport, "--size", "10K", "--connections", "5", "--count", "100", "--warmup", "10");
        Assert.True(exitCode == 0, errors);
        Assert.StartsWith($"{strategy} over {transport}, 10K, 5 connections: ", output, StringComparison.Ordinal);
        Assert.Contains("/s completed (closed loop)", output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("send-async")]
    [InlineData("send-file")]
    public async Task Send_MixOfSizesAtARate_DeliversBothInTheirShares(string strategy)
    {
        using var folder = new TemporaryFolder();
        string file = folder.File("result.json");
        (int exitCode, string _, string errors) = await SendHereAsync(
            ["--strategy", strategy, "--sizes", "1K:3,100K:1", "--connections", "3", "--rate", "2k", "--count", "400", "--warmup", "50ms",
                "--seed", "1", "--output", file, .. s_patient]);
        Assert.True(exitCode == 0, errors);
        LoadResult result = LoadFile.Load(file);
        Assert.Equal([1024, 102_400], result.Sizes.Select(size => size.Bytes));
        Assert.Equal(result.Transfers, result.Sizes.Sum(size => size.Transfers));
        Assert.Equal(result.Transfers, result.SampleSizes!.Count);
        Assert.Equal(result.Sizes[1].Transfers, result.SampleSizes.Count(size => size == 1));
        Assert.InRange(result.Sizes[0].Transfers, 200, 350);
        Assert.Equal(result.Transfers, result.VerifiedTransfers);
    }

    /// <summary>The server that a load starts for itself keeps and serves what the strategy needs.</summary>
    [Theory]
    [InlineData("keep-random-access")]
    [InlineData("keep-body")]
    [InlineData("fetch-raw-send-file")]
    public async Task Send_ToAServerOfItsOwn_KeepsAndServesFiles(string strategy)
    {
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "send", "--strategy", strategy, "--size", "10K", "--connections", "2", "--count", "50", "--warmup", "5");
        Assert.True(exitCode == 0, errors);
        Assert.StartsWith($"{strategy} over ", output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("tcp")]
    [InlineData("unix")]
    public async Task Send_Ranges_DeliversOneFileOverAllOfThem(string transport)
    {
        using var folder = new TemporaryFolder();
        string file = folder.File("result.json");
        (int exitCode, string output, string errors) = await SendHereAsync(
            "--strategy", "adaptive-async", "--transport", transport, "--size", "1M", "--ranges", "3", "--count", "30", "--warmup", "3",
            "--output", file);
        Assert.True(exitCode == 0, errors);
        Assert.Contains("each file in 3 ranges at once", output, StringComparison.Ordinal);
        LoadResult result = LoadFile.Load(file);
        Assert.Equal(30L << 20, result.Bytes);
        Assert.Equal(3, result.Ranges);
    }

    [Fact]
    public async Task Send_NotALoad_IsWhatItWas()
    {
        (int exitCode, string output, string errors) = await SendHereAsync("--size", "1K", "--count", "10", "--warmup", "1", "--json");
        Assert.True(exitCode == 0, errors);
        Assert.DoesNotContain("schema", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Send_Interrupted_KeepsWhatIsProven()
    {
        using var folder = new TemporaryFolder();
        string file = folder.File("result.json");
        Assert.SkipWhen(OperatingSystem.IsWindows(), "SIGINT needs Unix");
        await using var send = HarnessProcess.Start(
            "send", "--strategy", "send-async", "--size", "1K", "--connections", "2", "--duration", "10m", "--warmup", "1",
            "--server", server.Process.Control.ToString(), "--output", file);
        await send.WaitForErrorAsync("/s  p50");
        Signals.Send(send.Id, Signals.Interrupt);
        Assert.Equal(130, await send.WaitAsync());
        LoadResult result = LoadFile.Load(file);
        Assert.Equal("interrupted", result.Partial);
        Assert.Equal(result.Transfers, result.VerifiedTransfers);
        Assert.StartsWith("PARTIAL: interrupted", send.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Send_NoServer_SaysSo()
    {
        (int exitCode, string output, string errors) = await HarnessProcess.RunWithAsync(
            new FakeMeasurer(), "send", "--connections", "2", "--strategy", "send-async", "--server", "http://127.0.0.1:1");
        Assert.Equal(2, exitCode);
        Assert.Equal("", output);
        Assert.Contains("no server answers at http://127.0.0.1:1", errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("send-async", "0")]
    [InlineData("send-file", "0")]
    [InlineData("send-async", "5")]
    public async Task Send_ServerGoesAway_EndsWithItsErrorAndKeepsWhatItHas(string strategy, string maxErrors)
    {
        await using ServerProcess own = await ServerProcess.StartAsync([], CancellationToken.None);
        using var folder = new TemporaryFolder();
        string file = folder.File("result.json");
        Task<(int ExitCode, string Output, string Errors)> sending = SendAsync(
            own.Control,
            CancellationToken.None,
            "--strategy", strategy, "--size", "1K", "--connections", "3", "--duration", "10m", "--warmup", "1",
            "--max-errors", maxErrors, "--output", file);
        await UntilSendingAsync(own.Control, sending);
        Signals.Send(own.Id, Signals.Kill);
        (int exitCode, string output, string errors) = await sending.WaitAsync(s_limit, TestContext.Current.CancellationToken);
        Assert.Equal(1, exitCode);
        Assert.Equal("", output);
        Assert.Contains($"; what was measured is in {file}, marked as partial", errors, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", errors, StringComparison.Ordinal);
        LoadResult result = LoadFile.Load(file);
        Assert.NotNull(result.Partial);
        Assert.InRange(result.Transfers, 1, long.MaxValue);
        Assert.Equal(0, result.VerifiedTransfers);
        Assert.InRange(result.Errors.Values.Sum(), maxErrors == "0" ? 1 : 6, 100);
    }

    /// <summary>Connections are made again while errors are allowed, but a new server cannot confirm what the old one counted.</summary>
    [ExhaustiveFact]
    public async Task Send_ServerIsStartedAgain_GoesOnAndIsNoResult()
    {
        using var folder = new TemporaryFolder();
        string file = folder.File("result.json");
        string port = FreePorts.Text(FreePorts.Take(20));
        using var interrupt = new CancellationTokenSource();
        Task<(int ExitCode, string Output, string Errors)> sending;
        await using (ServerProcess first = await ServerProcess.StartAsync(["--port", port], CancellationToken.None))
        {
            sending = SendAsync(
                first.Control,
                interrupt.Token,
                "--strategy", "send-async", "--size", "1K", "--connections", "2", "--duration", "10m", "--warmup", "1",
                "--max-errors", "1000000", "--output", file);
            await UntilSendingAsync(first.Control, sending);
        }

        await using ServerProcess second = await ServerProcess.StartAsync(["--port", port], CancellationToken.None);
        await UntilSendingAsync(second.Control, sending);
        await interrupt.CancelAsync();
        (int exitCode, string _, string errors) = await sending.WaitAsync(s_limit, TestContext.Current.CancellationToken);
        Assert.Equal(1, exitCode);
        Assert.Contains("the server was restarted while this was recorded", errors, StringComparison.Ordinal);
        LoadResult result = LoadFile.Load(file);
        Assert.Contains("restarted", result.Partial!, StringComparison.Ordinal);
        Assert.NotEmpty(result.Errors);
    }

    private Task<(int ExitCode, string Output, string Errors)> SendHereAsync(params string[] arguments) =>
        SendAsync(server.Process.Control, CancellationToken.None, arguments);

    private static Task<(int ExitCode, string Output, string Errors)> SendAsync(
        Uri control, CancellationToken interrupt, params string[] arguments) =>
        Task.Run(async () =>
        {
            using StringWriter output = new();
            using StringWriter errors = new();
            int exitCode = await CommandLineProgram.RunAsync(
                ["send", .. arguments, "--server", control.ToString()], output, errors, interrupt);
            return (exitCode, output.ToString(), errors.ToString());
        });

    private static async Task UntilSendingAsync(Uri control, Task<(int ExitCode, string Output, string Errors)> sending)
    {
        using var client = new ControlClient(control);
        long start = Stopwatch.GetTimestamp();
        ServerStats stats;
        do
        {
            Assert.True(!sending.IsCompleted && Stopwatch.GetElapsedTime(start) < s_limit, "the load should be under way");
            await Task.Delay(5, TestContext.Current.CancellationToken);
            stats = await client.GetStatsAsync(TestContext.Current.CancellationToken);
        }
        while (stats.Receivers["tcp"].Frames < 100);
    }
}
