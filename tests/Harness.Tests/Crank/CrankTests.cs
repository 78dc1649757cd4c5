using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Harness.Tests.Commands;

namespace FileTransfer.Harness.Tests.Crank;

/// <summary>Loads of several senders by crank's own agent and controller: what is merged, and what is missing.</summary>
public sealed class CrankTests
{
    /// <summary>Width of a bucket of a histogram with three digits, relative to its values.</summary>
    private const double Bucket = 1 / 1024.0;

    private static readonly TimeSpan s_limit = Hang.Limit;
    private static readonly string[] s_short =
    [
        "--variable", "duration=3s", "--variable", "warmup=200ms", "--variable", "connections=2", "--variable", "size=100K",
    ];

    [ExhaustiveTheory]
    [InlineData("one-to-one", 1)]
    [InlineData("many-to-one", 8)]
    public async Task Crank_Senders_MergedPercentilesAreThoseOfAllSamples(string scenario, int senders)
    {
        CrankTool tool = CrankTool.FindOrSkip();
        await using CrankFleet fleet = await CrankFleet.StartAsync(tool);
        await CheckMergedAsync(fleet, scenario, senders);
    }

    [ExhaustiveTheory]
    [InlineData("rpc")]
    [InlineData("receive")]
    public async Task Crank_OtherScenarios_MergedPercentilesAreThoseOfAllSamples(string scenario)
    {
        CrankTool tool = CrankTool.FindOrSkip();
        await using CrankFleet fleet = await CrankFleet.StartAsync(tool);
        await CheckMergedAsync(fleet, scenario, senders: 2);
    }

    /// <summary>A server and two senders on each of two hosts.</summary>
    [ExhaustiveFact]
    public async Task Crank_ServersOnTwoHosts_MergedPercentilesAreThoseOfAllSamples()
    {
        CrankTool tool = CrankTool.FindOrSkip();
        TwoHosts.SkipUnlessPossible();
        using var hosts = new TwoHosts();
        await using CrankFleet fleet = await CrankFleet.StartAsync(tool, hosts);
        await CheckMergedAsync(fleet, "many-to-many", senders: 4);
    }

    /// <summary>The others wait for it at the end, for a minute, and then their transfers cannot be proven.</summary>
    [ExhaustiveFact]
    public async Task Crank_ASenderThatIsKilled_IsNamedAndThereAreNoPercentiles()
    {
        CrankTool tool = CrankTool.FindOrSkip();
        Assert.SkipUnless(OperatingSystem.IsLinux(), "finds the sender by /proc");
        CrankFleet.SkipUnlessCountable();
        await using CrankFleet fleet = await CrankFleet.StartAsync(tool);
        Task<(int ExitCode, JsonElement Result, string Output)> run = fleet.RunAsync(
            "many-to-one", 2, "--variable", "duration=20s", "--variable", "warmup=0");
        await UnderLoadAsync(fleet, run);
        using Process killed = await FindSenderAsync(fleet);
        killed.Kill();
        (int exitCode, JsonElement jobs, string output) = await run;
        Assert.Equal(1, exitCode);
        JsonElement results = jobs.GetProperty("sender").GetProperty("results");
        string problem = results.GetProperty("filetransfer/problem").GetString()!;
        Assert.Matches("sender [12] of 2 left no statistics", problem);
        Assert.Matches("sender [12] of 2 is partial", problem);
        Assert.Contains(problem, output, StringComparison.Ordinal);
        Assert.False(results.TryGetProperty("filetransfer/p50", out _), "percentiles of one sender were shown as those of two");
    }

    /// <summary>A host that is lost under load: its server and its senders go with it.</summary>
    [ExhaustiveFact]
    public async Task Crank_AnAgentThatIsGone_IsToldAndThereIsNoResult()
    {
        CrankTool tool = CrankTool.FindOrSkip();
        TwoHosts.SkipUnlessPossible();
        CrankFleet.SkipUnlessCountable();
        using var hosts = new TwoHosts();
        await using CrankFleet fleet = await CrankFleet.StartAsync(tool, hosts);
        Task<(int ExitCode, JsonElement Result, string Output)> run = fleet.RunAsync(
            "many-to-many", 4, "--variable", "duration=20s", "--variable", "warmup=0");
        await UnderLoadAsync(fleet, run);
        await fleet.LoseAsync(1);
        (int exitCode, JsonElement jobs, string output) = await run;
        Assert.NotEqual(0, exitCode);
        Assert.Contains($"Could not ping the agent on '{TwoHosts.SenderAddress}:", output, StringComparison.Ordinal);
        Assert.Equal(JsonValueKind.Undefined, jobs.ValueKind);
        Assert.DoesNotContain("P50 of all transfers", output, StringComparison.Ordinal);
        // Those of the other host leave what they measured, unless crank ends them before.
        Assert.All(
            Directory.GetFiles(fleet.Samples).Select(LoadFile.Load),
            one => Assert.True(one.Partial is not null || one.Transfers == one.VerifiedTransfers, "neither proven nor marked"));
    }

    [Theory]
    [InlineData("--crank and --json exclude each other", "send", "--crank", "--json", "--connections", "2")]
    [InlineData("--crank is an option of send", "load", "--crank")]
    public async Task Crank_BesideAnotherReader_Exits2(string message, params string[] arguments)
    {
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync([.. arguments, "--strategy", "send-async"]);
        Assert.Contains(message, errors, StringComparison.Ordinal);
        Assert.Equal(("", 2), (output, exitCode));
    }

    [ExhaustiveFact]
    public async Task Send_Crank_PrintsTheBlockAndNothingElse()
    {
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunAsync(
            "send", "--strategy", "send-async", "--size", "1K", "--connections", "2", "--count", "100", "--crank", "--output", folder.Path);
        Assert.Equal((0, ""), (exitCode, errors));
        string[] lines = output.Trim().Split('\n');
        Assert.Equal(("#StartJobStatistics", 3, "#EndJobStatistics"), (lines[0], lines.Length, lines[^1]));
        using var block = JsonDocument.Parse(lines[1]);
        Assert.Equal("filetransfer/load", block.RootElement.GetProperty("metadata")[0].GetProperty("name").GetString());
        using var load = JsonDocument.Parse(block.RootElement.GetProperty("measurements")[0].GetProperty("value").GetString()!);
        LoadResult result = LoadFile.Load(Assert.Single(Directory.GetFiles(folder.Path)));
        long[] pairs = [.. load.RootElement.GetProperty("histogram").EnumerateArray().Select(number => number.GetInt64())];
        Assert.Equal(result.Transfers, pairs.Where((_, i) => i % 2 == 1).Sum());
        Assert.Equal(result.Samples!.Max(), load.RootElement.GetProperty("max").GetDouble());
        Assert.Equal(result.VerifiedTransfers, load.RootElement.GetProperty("verified").GetInt64());
    }

    private static async Task CheckMergedAsync(CrankFleet fleet, string scenario, int senders)
    {
        (int exitCode, JsonElement jobs, string output) = await fleet.RunAsync(scenario, senders, s_short);
        Assert.True(exitCode == 0, output);
        JsonElement results = jobs.GetProperty("sender").GetProperty("results");
        Assert.False(results.TryGetProperty("filetransfer/problem", out JsonElement problem), problem.ToString());

        LoadResult[] all = [.. Directory.GetFiles(fleet.Samples).Select(LoadFile.Load)];
        Assert.Equal(senders, all.Length);
        long[] samples = [.. all.SelectMany(one => one.Samples!).Order()];
        Assert.Equal(samples.Length, Number(results, "transfers"));
        Assert.Equal(senders, Number(results, "senders"));
        Assert.All(
            samples.Length >= 10_000 ? (double[])[50, 90, 99, 99.9] : [50, 90],
            percent =>
            {
                double exact = samples[Math.Max(1, (int)Math.Floor((percent / 100 * samples.Length) + 0.5)) - 1] / 1000.0;
                string name = string.Create(CultureInfo.InvariantCulture, $"p{percent}");
                Assert.InRange(Number(results, name), exact, exact * (1 + Bucket));
            });
        Assert.Equal(samples[^1] / 1000.0, Number(results, "max"), tolerance: 0.001);
        // They began together: the barrier told all of them the same start, which every host puts down by its own clock.
        Assert.InRange(all.Select(one => one.IntendedStartUtc).Distinct().Count(), 1, fleet.Hosts);
        Assert.Contains("P50 of all transfers", output, StringComparison.Ordinal);
    }

    private static double Number(JsonElement results, string name) => results.GetProperty($"filetransfer/{name}").GetDouble();

    /// <summary>A sender of a fleet, by its command line: proc_pid_cmdline(5).</summary>
    private static async Task<Process> FindSenderAsync(CrankFleet fleet)
    {
        Process[] all = Process.GetProcessesByName("dotnet");
        var senders = new List<Process>();
        foreach (Process process in all)
        {
            string line = string.Create(CultureInfo.InvariantCulture, $"/proc/{process.Id}/cmdline");
            string[] words = File.Exists(line)
                ? (await File.ReadAllTextAsync(line, TestContext.Current.CancellationToken)).Split('\0')
                : [];
            if (words.Contains("send") && words.Contains(fleet.Samples))
            {
                senders.Add(process);
            }
        }

        Array.ForEach([.. all.Except(senders.Take(1))], process => process.Dispose());
        return senders[0];
    }

    /// <summary>
    /// Waits until every server of a fleet has acknowledged many frames: without a warm-up, nothing but the load sends as many. Before
    /// that, senders may still wait for the common start, and would wait for a lost one as long as for a late one.
    /// </summary>
    private static async Task UnderLoadAsync(CrankFleet fleet, Task<(int ExitCode, JsonElement Result, string Output)> run)
    {
        const int Many = 500;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        limit.CancelAfter(s_limit);
        for (int host = 0; host < fleet.Hosts; host++)
        {
            while (await fleet.FramesAsync(host) < Many)
            {
                Assert.False(run.IsCompleted, run.IsCompleted ? $"the run was over before it was under load: {(await run).Output}" : "");
                await Task.Delay(50, limit.Token);
            }
        }
    }
}
