using System.Text.Json;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Lab.LinkProof;
using FileTransfer.Links;
using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Links;

/// <summary>The real link between two network namespaces: deliveries, losses that follow the seed, and nothing left behind.</summary>
public sealed class SimulatedLinkTests
{
    private const double RoundTripNanoseconds = 10e6;

    public static TheoryData<string, int> Lossy { get; } = new(
        Exhaustive.Or<(string, int)[]>([("send-file", 101)], [("send-file", 101), ("http-put-stream", 102)]));

    /// <summary>A killed program can tidy nothing up; what an interrupted one does, other tests ask too.</summary>
    public static TheoryData<int, int> Ends { get; } = new(
        Exhaustive.Or<(int, int)[]>([(108, Signals.Kill)], [(107, Signals.Interrupt), (108, Signals.Kill)]));

    [ExhaustiveTheory]
    [MemberData(nameof(Lossy))]
    public async Task Send_OverALossyLink_EveryTransferIsVerifiedAndNothingIsLeftBehind(string strategy, int seed)
    {
        SimulatedLink.SkipUnlessPossible();
        var link = new SimulatedLink(seed);
        await using HarnessProcess harness = HarnessProcess.Start(
            "send", "--strategy", strategy, "--size", "300K", "--count", "8", "--warmup", "1", "--json",
            "--link", link.Spec("rtt=10ms,loss=1%"));
        string[] namespaces = SimulatedLink.NamespacesOf(await link.FindProcessAsync(harness));
        Assert.True(await harness.WaitAsync() == 0, harness.Output + harness.Errors);

        using var document = JsonDocument.Parse(harness.Output);
        JsonElement report = document.RootElement;
        Assert.Equal(8, report.GetProperty("verifiedTransfers").GetInt32());
        // No transfer is faster than the light on this link.
        Assert.True(report.GetProperty("latencyNanoseconds").GetProperty("min").GetDouble() >= RoundTripNanoseconds);
        Assert.Equal(seed, report.GetProperty("link").GetProperty("seed").GetInt32());
        Assert.StartsWith("forwarder", report.GetProperty("link").GetProperty("mechanism").GetString(), StringComparison.Ordinal);
        JsonElement there = report.GetProperty("linkUse").GetProperty("toReceiver");
        // 8 × 300 KiB in segments of 1448 bytes.
        Assert.True(there.GetProperty("forwarded").GetInt64() > 1600);
        Assert.True(there.GetProperty("lost").GetInt64() > 0);
        Assert.Equal("", harness.Errors);
        await link.AssertGoneAsync(namespaces);
    }

    [ExhaustiveFact]
    public async Task Bench_OverALink_RecordsIt()
    {
        SimulatedLink.SkipUnlessPossible();
        using var folder = new TemporaryFolder();
        var link = new SimulatedLink(103);
        string spec = link.Spec("rtt=5ms,mtu=9000");
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "bench", "--strategies", "send-file", "--sizes", "64K", "--profile", "smoke", "--link", spec, "--output", folder.Path);
        Assert.True(exitCode == 0, output + errors);

        RunResult run = ResultsFile.Load(Directory.GetDirectories(folder.Path)[0]);
        Assert.Equal(LinkSpec.Parse(spec).ToString(), run.Environment.Link!.Specification);
        Assert.False(run.Environment.Loopback);
        Assert.Equal(9000, run.Environment.Path!.MtuBytes);
        Assert.True(run.Environment.Path.RoundTripMicroseconds >= 5000);
        Assert.Contains($"--link {run.Environment.Link.Specification}", run.Run.Command, StringComparison.Ordinal);
        Measurement sent = run.Measurements.First(measurement => measurement.Strategy == "send-file");
        Assert.All(sent.Launches, launch => Assert.True(launch.Link!.ToReceiver.Forwarded > 0));
        Assert.Contains(sent.Observations, observation => observation.Key == Strategies.Contracts.Observation.Segments);
        Assert.Contains("Over a simulated network", output, StringComparison.Ordinal);
    }

    /// <summary>Packets are counted from the first one, so datagram and packet have the same number.</summary>
    [ExhaustiveFact]
    public async Task Datagrams_OverLinksWithTheSameSeed_AreLostTheSame()
    {
        SimulatedLink.SkipUnlessPossible();
        long[] first = await LostAsync("loss=3%,seed=104,by=forwarder");
        Assert.Equal(first, await LostAsync("loss=3%,seed=104,by=forwarder"));
        Assert.NotEqual(first, await LostAsync("loss=3%,seed=105,by=forwarder"));
        var chance = new Chance(seed: 104, stream: 0, share: 0.03);
        Assert.Equal(Enumerable.Range(0, 2000).Select(packet => (long)packet).Where(chance.Happens), first);
    }

    [ExhaustiveFact]
    public async Task LinkProcess_KilledInTheMiddle_EndsTheRunWithAClearError()
    {
        SimulatedLink.SkipUnlessPossible();
        var link = new SimulatedLink(106);
        await using HarnessProcess harness = HarnessProcess.Start(
            "send", "--strategy", "send-file", "--size", "10M", "--duration", "10m", "--link", link.Spec("rtt=10ms,rate=50mbit"));
        int process = await link.FindProcessAsync(harness);
        await SimulatedLink.WaitForTrafficAsync(harness, segments: 2000);
        string[] namespaces = SimulatedLink.NamespacesOf(process);
        Assert.Equal(2, namespaces.Length);
        Signals.Send(process, Signals.Kill);

        Assert.Equal(1, await harness.WaitAsync());
        Assert.Contains(
            $"error: the process of the simulated link (id {process}) has ended",
            harness.Errors,
            StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", harness.Output + harness.Errors, StringComparison.Ordinal);
        await link.AssertGoneAsync(namespaces);
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public async Task Program_EndedBySignal_LeavesNothingBehind(int seed, int signal)
    {
        SimulatedLink.SkipUnlessPossible();
        var link = new SimulatedLink(seed);
        await using HarnessProcess harness = HarnessProcess.Start(
            "send", "--strategy", "send-file", "--size", "64K", "--duration", "10m", "--link", link.Spec("rtt=10ms"));
        int process = await link.FindProcessAsync(harness);
        await SimulatedLink.WaitForTrafficAsync(harness, segments: 500);
        string[] namespaces = SimulatedLink.NamespacesOf(process);
        Signals.Send(harness.Id, signal);

        Assert.Equal(signal == Signals.Kill ? 128 + Signals.Kill : 130, await harness.WaitAsync());
        await link.AssertGoneAsync(namespaces);
    }

    [Fact]
    public async Task Send_WithoutAnyRights_SaysWhatIsMissing()
    {
        SimulatedLink.SkipUnlessPossible();
        // In a user namespace that allows no other, as a root that may do nothing.
        const string Nobody = "echo 0 > /proc/sys/user/max_user_namespaces && exec setpriv --bounding-set=-all --inh-caps=-all -- \"$@\"";
        string[] launcher = ["unshare", "--user", "--map-root-user", "sh", "-c", Nobody, "sh"];
        (int exitCode, string output, string errors) = await HarnessProcess.RunUnderAsync(
            launcher, "send", "--size", "1K", "--count", "1", "--link", new SimulatedLink(109).Spec("rtt=1ms"));
        Assert.True(exitCode == 2, output + errors);
        Assert.Contains("--link needs network namespaces, and this user may not make them", errors, StringComparison.Ordinal);
        Assert.Contains("run it as root", errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Required argument missing for option: '--link'", "send", "--link")]
    [InlineData("there is no 'rt'; did you mean rtt?", "send", "--link", "rt=5ms")]
    [InlineData("leave --server out", "send", "--link", "rtt=5ms", "--server", "http://127.0.0.1:1")]
    [InlineData("transport 'unix' does not use one", "bench", "--transport", "unix", "--link=rtt=5ms,seed=110")]
    public async Task Link_WrongUsage_IsRefusedWithAReason(string said, params string[] arguments)
    {
        SimulatedLink.SkipUnlessPossible();
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(arguments);
        Assert.True(exitCode == 2, output + errors);
        Assert.Contains(said, errors, StringComparison.Ordinal);
    }

    private static async Task<long[]> LostAsync(string spec)
    {
        using ProvedLink link = await Task.Run(() => ProvedLink.Make(spec));
        DatagramRun run = await Task.Run(() => DatagramRun.Make(
            link, isFromSender: true, count: 2000, length: 200, perSecond: 5000, TestContext.Current.CancellationToken));
        Assert.Equal(run.Missing, link.Lost().ToReceiver);
        return run.Missing;
    }
}
