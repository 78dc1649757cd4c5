using System.Diagnostics;
using System.Text.Json;
using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Tests.Measuring;
using FileTransfer.Results;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary><c>send</c> and <c>serve</c> as a user runs them, with a real server; in a process of their own where that matters.</summary>
public sealed class SendCommandTests(ServerFixture server) : IClassFixture<ServerFixture>
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);
    private static readonly HttpClient s_http = new();

    [Fact]
    public async Task Send_Json_HasExactlyTheDocumentedFields()
    {
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "send", "--strategy", "send-file", "--size", "10K", "--count", "50", "--warmup", "3", "--json");

        Assert.Equal("", errors);
        Assert.Equal(0, exitCode);
        using var document = JsonDocument.Parse(output);
        Assert.Equal(
            [
                "strategy", "transport", "sizeBytes", "transfers", "latencyNanoseconds", "throughputMBps",
                "senderCpuSecondsPerGB", "receiverCpuSecondsPerGB", "allocatedBytesPerTransfer", "verifiedTransfers",
            ],
            document.RootElement.EnumerateObject().Select(property => property.Name));
        JsonElement latency = document.RootElement.GetProperty("latencyNanoseconds");
        Assert.Equal(["min", "p50", "p90", "p99", "p999", "max", "mean"], latency.EnumerateObject().Select(property => property.Name));
        Assert.Equal(50, document.RootElement.GetProperty("transfers").GetInt32());
        Assert.Equal(50, document.RootElement.GetProperty("verifiedTransfers").GetInt32());
        Assert.Equal(10 * 1024, document.RootElement.GetProperty("sizeBytes").GetInt32());
        // Counted over a whole process, so only a process of its own can tell: send-file allocates 64 bytes or so.
        Assert.InRange(document.RootElement.GetProperty("allocatedBytesPerTransfer").GetDouble(), 1, 4096);
        Assert.InRange(
            latency.GetProperty("p50").GetDouble(),
            latency.GetProperty("min").GetDouble(),
            latency.GetProperty("max").GetDouble());
    }

    [Theory]
    [InlineData("null")]
    [InlineData("read-write-1m")]
    [InlineData("copy-to-async")]
    [InlineData("begin-send")]
    [InlineData("send-file-header")]
    public async Task Send_ForADuration_Delivers(string strategy)
    {
        (int exitCode, string output, string errors) = await SendHereAsync(
            CancellationToken.None, "--strategy", strategy, "--size", "100K", "--duration", "50ms", "--warmup", "0");
        Assert.True(exitCode == 0, errors);
        Assert.StartsWith($"{strategy} over tcp, 100K: ", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Send_PipeStrategyWithoutATransport_DeliversOverItsOwn()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "named pipes are used on Linux only");
        (int exitCode, string output, string errors) = await SendHereAsync(
            CancellationToken.None, "--strategy", "pipe-splice", "--size", "100K", "--count", "20", "--warmup", "0");
        Assert.True(exitCode == 0, errors);
        Assert.StartsWith(
            "pipe-splice over pipe, 100K: 20 transfers on one connection, 20 confirmed by the receiver",
            output,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Send_FewerDescriptorsThanRequestsInFlight_SaysSoBeforehand()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the limit is read from /proc/self/limits");
        (int exitCode, string output, string errors) = await HarnessProcess.RunUnderAsync(
            ["sh", "-c", "ulimit -n 200; exec \"$@\"", "sh"], "send", "--strategy", "http-body-32", "--size", "38890", "--count", "1");
        Assert.Equal(2, exitCode);
        Assert.Equal("", output);
        Assert.Contains(
            "http-body-32 may open 32 connections, but a process here is limited to 200 descriptors",
            errors,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null, " on one connection")]
    [InlineData(1.0, " on one connection")]
    [InlineData(32.0, "")]
    public void InWords_SeveralConnectionsWereOpened_SpeaksOfNoSingleOne(double? connections, string where)
    {
        var report = new SendReport
        {
            Strategy = "http-body-32",
            Transport = "http",
            SizeBytes = 38_890,
            Transfers = 256,
            LatencyNanoseconds = new LatencySummary(1, 2, 3, 4, 5, 6, 7),
            ThroughputMBps = 880,
            SenderCpuSecondsPerGB = null,
            ReceiverCpuSecondsPerGB = null,
            AllocatedBytesPerTransfer = 0,
            VerifiedTransfers = 256,
            Observations = connections is { } count
                ? [new Observation(Observation.Connections, count, ""), new Observation(Observation.WallTime, 44_200, "ns")]
                : [],
        };
        string words = SendCommand.InWords(report);
        Assert.Contains($": 256 transfers{where}, 256 confirmed by the receiver\n", words, StringComparison.Ordinal);
        Assert.Contains(
            $"880 MB/s {(connections is null ? "one after another" : "in flight together")}\n",
            words,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("send-file")]
    [InlineData("read-write-64k")]
    [InlineData("copy-to-async")]
    [InlineData("begin-send")]
    public Task Send_FileGrowsMeanwhile_FailsWithoutANumber(string strategy) =>
        ChangeAsync(strategy, toLength: 100_001, "grew from 100000 to 100001");

    [Theory]
    [InlineData("send-file")]
    [InlineData("read-write-64k")]
    [InlineData("copy-to-async")]
    [InlineData("begin-send")]
    public Task Send_FileShrinksMeanwhile_FailsWithoutANumber(string strategy) =>
        ChangeAsync(strategy, toLength: 5, "shrank from 100000 to 5");

    [Fact]
    public async Task Send_InterruptedAfterTheFileGrew_FailsWithoutANumber()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "SIGINT needs Unix");
        using var folder = new TemporaryFolder();
        string path = folder.File("payload", 100_000);
        long before = await FramesAsync();
        await using var send = HarnessProcess.Start(
            "send", "--strategy", "read-write-64k", "--file", path, "--duration", "10m", "--server", server.Process.Control.ToString());
        await UntilSendingAsync(before, () => send.Errors);
        SetLength(path, 100_001);
        Signals.Send(send.Id, Signals.Interrupt);
        Assert.Equal(1, await send.WaitAsync());
        Assert.Contains("grew from 100000 to 100001", send.Errors, StringComparison.Ordinal);
        Assert.Equal("", send.Output);
    }

    [ExhaustiveFact]
    public async Task Send_ToAServeOfItsOwn_IsCountedThere()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "SIGTERM needs Unix");
        await using var serve = HarnessProcess.Start("serve");
        await serve.WaitForOutputAsync("\"ready\":true");
        using var ready = JsonDocument.Parse(serve.Output);
        string control = ready.RootElement.GetProperty("control").GetString()!;

        (int exitCode, string _, string errors) = await HarnessProcess.RunHereAsync(
            "send", "--strategy", "send-file", "--size", "1K", "--count", "20", "--server", control, "--json");

        Assert.True(exitCode == 0, errors);
        using var stats = JsonDocument.Parse(await s_http.GetStringAsync($"{control}/stats", TestContext.Current.CancellationToken));
        Assert.Equal(1, stats.RootElement.GetProperty("receivers").GetProperty("tcp-verify").GetProperty("frames").GetInt32());
        Assert.True(stats.RootElement.GetProperty("receivers").GetProperty("tcp").GetProperty("frames").GetInt32() >= 20);
        Signals.Send(serve.Id, Signals.Terminate);
        Assert.Equal(0, await serve.WaitAsync());
        Assert.Matches(
            $@"^measure against it with: bench --server {control}\nports: control \d+, .*\n$",
            serve.Errors.ReplaceLineEndings("\n"));
        Assert.All(["tcp", "tcp-verify", "tls", "http", "http-default"], kind => Assert.Matches($@", {kind} \d+", serve.Errors));
    }

    [Fact]
    public async Task Serve_BadArguments_SaysSoWithoutATrace()
    {
        (int exitCode, string _, string errors) = await HarnessProcess.RunHereAsync("serve", "--bind", "nowhere");
        Assert.Equal(2, exitCode);
        Assert.Contains("'nowhere' is not an IP address", errors, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", errors, StringComparison.Ordinal);
    }

    private async Task ChangeAsync(string strategy, long toLength, string message)
    {
        using var folder = new TemporaryFolder();
        string path = folder.File("payload", 100_000);
        long before = await FramesAsync();
        using var interrupt = new CancellationTokenSource();
        Task<(int ExitCode, string Output, string Errors)> sending =
            SendHereAsync(interrupt.Token, "--strategy", strategy, "--file", path, "--duration", "10m");
        await UntilSendingAsync(before, () => sending.IsCompletedSuccessfully ? sending.Result.Errors : "");
        SetLength(path, toLength);
        // Strategies that stop at the announced length go on delivering a file that grew: only the look at the file
        // after the last transfer tells, and the interrupt makes it the last.
        await interrupt.CancelAsync();
        (int exitCode, string output, string errors) = await sending.WaitAsync(s_limit, TestContext.Current.CancellationToken);
        Assert.Equal(1, exitCode);
        Assert.Contains(message, errors, StringComparison.Ordinal);
        Assert.Equal("", output);
    }

    /// <summary>Sends from this process, on a thread of its own, to the server that these tests share.</summary>
    private Task<(int ExitCode, string Output, string Errors)> SendHereAsync(
        CancellationToken interrupt, params string[] arguments) => Task.Run(async () =>
    {
        using StringWriter output = new();
        using StringWriter errors = new();
        string[] whole = ["send", .. arguments, "--affinity", "none", "--server", server.Process.Control.ToString()];
        int exitCode = await CommandLineProgram.RunAsync(whole, output, errors, interrupt);
        return (exitCode, output.ToString(), errors.ToString());
    });

    private async Task UntilSendingAsync(long before, Func<string> errors)
    {
        long start = Stopwatch.GetTimestamp();
        while (await FramesAsync() < before + 10)
        {
            await Task.Delay(5, TestContext.Current.CancellationToken);
            Assert.True(
                Stopwatch.GetElapsedTime(start) < s_limit,
                $"the server should have drained 10 frames within {s_limit.TotalSeconds} s; {errors()}");
        }
    }

    private async Task<long> FramesAsync()
    {
        using var stats = JsonDocument.Parse(
            await s_http.GetStringAsync(new Uri(server.Process.Control, "/stats"), TestContext.Current.CancellationToken));
        return stats.RootElement.GetProperty("receivers").GetProperty("tcp").GetProperty("frames").GetInt64();
    }

    private static void SetLength(string path, long length)
    {
        using FileStream stream = File.Open(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
        stream.SetLength(length);
    }
}
