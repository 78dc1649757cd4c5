using System.Diagnostics;
using System.Text.Json;
using FileTransfer.Harness.Commands;
using FileTransfer.Strategies;
using Xunit;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary><c>send</c> and <c>serve</c> as a user runs them: real processes, a real server.</summary>
public sealed class SendCommandTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task Send_Json_HasExactlyTheDocumentedFields()
    {
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync("send", "--strategy", "send-file", "--size", "10K", "--count", "50", "--warmup", "3", "--json");

        Assert.Equal("", errors);
        Assert.Equal(0, exitCode);
        using var document = JsonDocument.Parse(output);
        Assert.Equal(
            ["strategy", "transport", "sizeBytes", "transfers", "latencyNanoseconds", "throughputMBps", "senderCpuSecondsPerGB", "receiverCpuSecondsPerGB", "allocatedBytesPerTransfer", "verifiedTransfers"],
            document.RootElement.EnumerateObject().Select(property => property.Name));
        JsonElement latency = document.RootElement.GetProperty("latencyNanoseconds");
        Assert.Equal(["min", "p50", "p90", "p99", "p999", "max", "mean"], latency.EnumerateObject().Select(property => property.Name));
        Assert.Equal(50, document.RootElement.GetProperty("transfers").GetInt32());
        Assert.Equal(50, document.RootElement.GetProperty("verifiedTransfers").GetInt32());
        Assert.Equal(10 * 1024, document.RootElement.GetProperty("sizeBytes").GetInt32());
        // Counted over a whole process, so only a process of its own can tell: send-file allocates 64 bytes or so.
        Assert.InRange(document.RootElement.GetProperty("allocatedBytesPerTransfer").GetDouble(), 1, 4096);
        Assert.InRange(latency.GetProperty("p50").GetDouble(), latency.GetProperty("min").GetDouble(), latency.GetProperty("max").GetDouble());
    }

    [Fact]
    public async Task Send_EveryStrategyAndADuration_Delivers()
    {
        foreach (string strategy in (string[])["null", "read-write-1m", "copy-to-async", "begin-send", "send-file-header"])
        {
            (int exitCode, string output, string errors) = await HarnessProcess.RunAsync("send", "--strategy", strategy, "--size", "100K", "--duration", "50ms", "--warmup", "0");
            Assert.True(exitCode == 0, errors);
            Assert.StartsWith($"{strategy} over tcp, 100K: ", output, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task Send_PipeStrategyWithoutATransport_DeliversOverItsOwn()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "named pipes are used on Linux only");
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync("send", "--strategy", "pipe-splice", "--size", "100K", "--count", "20", "--warmup", "0");
        Assert.True(exitCode == 0, errors);
        Assert.StartsWith("pipe-splice over pipe, 100K: 20 transfers on one connection, 20 confirmed by the receiver", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Send_FewerDescriptorsThanRequestsInFlight_SaysSoBeforehand()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the limit is read from /proc/self/limits");
        (int exitCode, string output, string errors) = await HarnessProcess.RunUnderAsync(["sh", "-c", "ulimit -n 200; exec \"$@\"", "sh"], "send", "--strategy", "http-body-32", "--size", "38890", "--count", "1");
        Assert.Equal(2, exitCode);
        Assert.Equal("", output);
        Assert.Contains("http-body-32 may open 32 connections, and a process may have 200 descriptors here", errors, StringComparison.Ordinal);
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
            Observations = connections is { } count ? [new Observation(Observation.Connections, count, ""), new Observation(Observation.WallTime, 44_200, "ns")] : [],
        };
        string words = SendCommand.InWords(report);
        Assert.Contains($": 256 transfers{where}, 256 confirmed by the receiver\n", words, StringComparison.Ordinal);
        Assert.Contains($"880 MB/s {(connections is null ? "at the median" : "in flight together")}\n", words, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Send_FileGrowsMeanwhile_FailsWithoutANumber() => await ChangeAsync(stream => stream.SetLength(stream.Length + 1), "grew from 100000 to 100001");

    [Fact]
    public async Task Send_FileShrinksMeanwhile_FailsWithoutANumber() => await ChangeAsync(stream => stream.SetLength(5), "shrank from 100000 to 5");

    [Fact]
    public async Task Send_ToAServeOfItsOwn_IsCountedThere()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "SIGTERM needs Unix");
        await using var serve = HarnessProcess.Start("serve");
        await serve.WaitForOutputAsync("\"ready\":true");
        using var ready = JsonDocument.Parse(serve.Output);
        string control = ready.RootElement.GetProperty("control").GetString()!;

        (int exitCode, string _, string errors) = await HarnessProcess.RunAsync("send", "--strategy", "send-file", "--size", "1K", "--count", "20", "--server", control, "--json");

        Assert.True(exitCode == 0, errors);
        using var client = new HttpClient();
        using var stats = JsonDocument.Parse(await client.GetStringAsync($"{control}/stats", TestContext.Current.CancellationToken));
        Assert.Equal(1, stats.RootElement.GetProperty("receivers").GetProperty("tcp-verify").GetProperty("frames").GetInt32());
        Assert.True(stats.RootElement.GetProperty("receivers").GetProperty("tcp").GetProperty("frames").GetInt32() >= 20);
        Signals.Send(serve.Id, Signals.Terminate);
        Assert.Equal(0, await serve.WaitAsync());
        Assert.Equal("", serve.Errors);
    }

    [Fact]
    public async Task Serve_BadArguments_SaysSoWithoutATrace()
    {
        (int exitCode, string _, string errors) = await HarnessProcess.RunAsync("serve", "--bind", "nowhere");
        Assert.Equal(2, exitCode);
        Assert.Contains("'nowhere' is no IP address", errors, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", errors, StringComparison.Ordinal);
    }

    private static async Task ChangeAsync(Action<FileStream> change, string message)
    {
        using var folder = new TemporaryFolder();
        string path = folder.File("payload", 100_000);
        await using var serve = HarnessProcess.Start("serve");
        await serve.WaitForOutputAsync("\"ready\":true");
        using var ready = JsonDocument.Parse(serve.Output);
        string control = ready.RootElement.GetProperty("control").GetString()!;
        foreach (string strategy in (string[])["send-file", "read-write-64k", "copy-to-async", "begin-send"])
        {
            File.WriteAllBytes(path, new byte[100_000]);
            long before = await FramesAsync(control);
            await using var send = HarnessProcess.Start("send", "--strategy", strategy, "--file", path, "--duration", "10m", "--server", control);
            for (long start = Stopwatch.GetTimestamp(); await FramesAsync(control) < before + 10;)
            {
                Assert.True(Stopwatch.GetElapsedTime(start) < s_limit, $"{strategy} does not begin: {send.Errors}");
                await Task.Delay(5, TestContext.Current.CancellationToken);
            }

            using (FileStream stream = File.Open(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite))
            {
                change(stream);
            }

            // Strategies that stop at the announced length go on delivering a file that grew: only the look at the file
            // after the last transfer tells, and the interrupt makes it the last.
            Signals.Send(send.Id, Signals.Interrupt);
            Assert.Equal(1, await send.WaitAsync());
            Assert.Contains(message, send.Errors, StringComparison.Ordinal);
            Assert.Equal("", send.Output);
        }
    }

    private static async Task<long> FramesAsync(string control)
    {
        using var client = new HttpClient();
        using var stats = JsonDocument.Parse(await client.GetStringAsync($"{control}/stats", TestContext.Current.CancellationToken));
        return stats.RootElement.GetProperty("receivers").GetProperty("tcp").GetProperty("frames").GetInt64();
    }
}
