using System.Text.Json;
using FileTransfer.Harness.Load.Generating;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Harness.Tests.Commands;
using FileTransfer.Harness.Tests.Measuring;
using FileTransfer.Senders.Servers;

namespace FileTransfer.Harness.Tests.Load;

/// <summary>Senders that wait for each other, at one server or at several.</summary>
public sealed class SendersTogetherTests(ServerFixture server) : IClassFixture<ServerFixture>
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task Send_TwoWithABarrier_StartTogetherAndAreProvenTogether()
    {
        using var folder = new TemporaryFolder();
        string[] files = [folder.File("a.json"), folder.File("b.json")];
        (int ExitCode, string Output, string Errors)[] all = await Task.WhenAll(files.Select((file, i) => HarnessProcess.RunWithAsync(
            new FakeMeasurer(),
            [
                "send", "--strategy", "send-async", "--size", "1K", "--connections", "2", "--count", i == 0 ? "300" : "500",
                "--warmup", "10", "--barrier", "both:2", "--server", server.Process.Control.ToString(), "--output", file,
            ])));
        Assert.All(all, one => Assert.True(one.ExitCode == 0, one.Errors));
        LoadResult[] results = [.. files.Select(LoadFile.Load)];
        Assert.Equal(results[0].IntendedStartUtc, results[1].IntendedStartUtc);
        Assert.Equal([300, 500], results.Select(result => result.Transfers + result.CheckedByChecksum));
        Assert.All(results, result => Assert.Equal(result.Transfers, result.VerifiedTransfers));

        (int exitCode, string output, string errors) = await HarnessProcess.RunWithAsync(
            new FakeMeasurer(), ["merge", .. files, "--json"]);
        Assert.True(exitCode == 0, errors);
        LoadResult merged = JsonSerializer.Deserialize(output, LoadJson.Default.LoadResult)!;
        Assert.Equal(results.SelectMany(result => result.Samples!), merged.Samples!);
    }

    [ExhaustiveFact]
    public async Task Send_ThreeWithTwoServers_ShareThemOutAndStartTogether()
    {
        await using ServerProcess second = await ServerProcess.StartAsync([], TestContext.Current.CancellationToken);
        using var folder = new TemporaryFolder();
        string[] files = [folder.File("a.json"), folder.File("b.json"), folder.File("c.json")];
        (int ExitCode, string Output, string Errors)[] all = await Task.WhenAll(files.Select(file => HarnessProcess.RunWithAsync(
            new FakeMeasurer(),
            [
                "send", "--strategy", "send-async", "--size", "1K", "--connections", "2", "--count", "300", "--warmup", "10",
                "--barrier", "fleet:3", "--server", $"{server.Process.Control},{second.Control}", "--output", file,
            ])));
        Assert.All(all, one => Assert.True(one.ExitCode == 0, one.Errors));
        LoadResult[] results = [.. files.Select(LoadFile.Load)];
        Assert.Equal([1, 2], results.GroupBy(result => result.ServerInstance).Select(shared => shared.Count()).Order());
        Assert.All(results, result => Assert.Equal(result.Transfers, result.VerifiedTransfers));
        TimeSpan spread = results.Max(result => result.IntendedStartUtc) - results.Min(result => result.IntendedStartUtc);
        Assert.InRange(spread, TimeSpan.Zero, s_limit);
    }

    [Theory]
    [InlineData(1, 1, 1)]
    [InlineData(5, 2, 3, 2)]
    [InlineData(16, 4, 4, 4, 4, 4)]
    [InlineData(7, 4, 2, 2, 2, 1)]
    public void Parties_OfEachServer_AreAllSenders(int senders, int servers, params int[] parties)
    {
        var fleet = new FleetPlan(
            [.. Enumerable.Range(0, servers).Select(i => new Uri($"http://10.0.0.{i + 1}:5000"))], new BarrierPlan("x", senders));
        Assert.Equal(parties, Enumerable.Range(0, servers).Select(server => LoadStart.PartiesOf(server, fleet)));
    }
}
