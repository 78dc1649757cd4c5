using FileTransfer.Harness.Load.Model;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Links;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.Links;

/// <summary>Loads and runs over the real link: what it did is recorded, and what was measured outlives it.</summary>
public sealed class LoadOverLinkTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    [ExhaustiveFact]
    public async Task Load_OverALink_RecordsWhatItDid()
    {
        SimulatedLink.SkipUnlessPossible();
        using var folder = new TemporaryFolder();
        string file = folder.File("result.json");
        string spec = new SimulatedLink(120).Spec("rtt=5ms,loss=1%,mtu=9000");
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "send", "--strategy", "send-async", "--size", "64K", "--connections", "4", "--count", "200", "--warmup", "4", "--link", spec,
            "--output", file);
        Assert.True(exitCode == 0, output + errors);

        LoadResult result = LoadFile.Load(file);
        Assert.Equal(LinkSpec.Parse(spec).ToString(), result.Environment.Link!.Specification);
        Assert.False(result.Environment.Loopback);
        Assert.Equal(9000, result.Environment.Path!.MtuBytes);
        Assert.True(result.Environment.Path.RoundTripMicroseconds >= 5000);
        Assert.True(result.LinkUse!.ToReceiver.Forwarded >= 200 * 64 / 9);
        Assert.True(Observation.Find(result.Observations!, Observation.Segments) >= 64 / 9);
        Assert.Contains("Over a simulated network", output, StringComparison.Ordinal);
        Assert.Contains("The path, as TCP sees it: round trip ", output, StringComparison.Ordinal);
        Assert.Contains("packets arrived", output, StringComparison.Ordinal);
    }

    /// <summary>A link that is busy for longer than it may be late is no link, whatever the transfers took.</summary>
    [ExhaustiveFact]
    public async Task Load_LinkIsTheLimit_IsNoResult()
    {
        SimulatedLink.SkipUnlessPossible();
        using var folder = new TemporaryFolder();
        string file = folder.File("result.json");
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "send", "--strategy", "send-async", "--size", "1M", "--connections", "2", "--count", "20", "--warmup", "2",
            "--link", "rtt=5ms,rate=100mbit,late=1us,by=forwarder,seed=121", "--output", file);
        Assert.Equal(1, exitCode);
        Assert.Contains("error: the simulated link itself was the limit: ", errors, StringComparison.Ordinal);
        Assert.Equal("", output);
        Assert.StartsWith("the simulated link itself was the limit", LoadFile.Load(file).Partial, StringComparison.Ordinal);
    }

    public static TheoryData<string, int> Loads { get; } = new(
        Exhaustive.Or<(string, int)[]>([("send-async", 122)], [("send-async", 122), ("send-file", 123)]));

    [ExhaustiveTheory]
    [MemberData(nameof(Loads))]
    public async Task LinkProcess_KilledUnderLoad_LeavesWhatWasMeasuredMarkedAsPartial(string strategy, int seed)
    {
        SimulatedLink.SkipUnlessPossible();
        using var folder = new TemporaryFolder();
        string file = folder.File("result.json");
        var link = new SimulatedLink(seed);
        await using HarnessProcess harness = HarnessProcess.Start(
            "send", "--strategy", strategy, "--size", "64K", "--connections", "3", "--duration", "10m", "--warmup", "3",
            "--link", link.Spec("rtt=5ms,rate=100mbit"), "--output", file);
        int process = await link.FindProcessAsync(harness);
        // A line a second, once it records.
        await harness.WaitForErrorAsync(" errors");
        Signals.Send(process, Signals.Kill);

        Assert.True(await harness.WaitAsync() == 1, harness.Output + harness.Errors);
        string died = $"the process of the simulated link (id {process}) has ended";
        Assert.Single(harness.Errors.Split('\n'), line => line.Contains(died, StringComparison.Ordinal));
        Assert.Contains($"what was measured is in {file}, marked as partial", harness.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", harness.Output + harness.Errors, StringComparison.Ordinal);
        LoadResult result = LoadFile.Load(file);
        Assert.StartsWith(died, result.Partial, StringComparison.Ordinal);
        Assert.True(result.Transfers > 0);
        Assert.Equal(0, result.VerifiedTransfers);
    }

    [ExhaustiveFact]
    public async Task LinkProcess_KilledInABench_LeavesTheCasesThatHadEnded()
    {
        SimulatedLink.SkipUnlessPossible();
        using var folder = new TemporaryFolder();
        var link = new SimulatedLink(124);
        await using HarnessProcess harness = HarnessProcess.Start(
            "bench", "--strategies", "send-file,read-write-64k", "--sizes", "1K,64K", "--profile", "quick", "--rounds", "20",
            "--link", link.Spec("rtt=1ms"), "--output", folder.Path);
        int process = await link.FindProcessAsync(harness);
        await UntilAsync(() => Partial(folder) is { } file && File.ReadLines(file).Any());
        Signals.Send(process, Signals.Kill);

        Assert.Equal(1, await harness.WaitAsync());
        Assert.Contains($"the process of the simulated link (id {process}) has ended", harness.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", harness.Output + harness.Errors, StringComparison.Ordinal);
        string[] kept = Directory.GetFiles(Directory.GetDirectories(folder.Path).Single(), "results*");
        Assert.Contains(kept, file => new FileInfo(file).Length > 0);
    }

    private static string? Partial(TemporaryFolder folder) =>
        Directory.GetFiles(folder.Path, "results.partial.jsonl", SearchOption.AllDirectories).FirstOrDefault();

    private static async Task UntilAsync(Func<bool> isSo)
    {
        for (long start = Environment.TickCount64; !isSo(); await Task.Delay(20, TestContext.Current.CancellationToken))
        {
            Assert.True(Environment.TickCount64 - start < s_limit.TotalMilliseconds, "no case has ended");
        }
    }
}
