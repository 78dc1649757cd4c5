using System.Text.Json;
using FileTransfer.Results;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>Whole runs in which servers die.</summary>
public sealed class ServerDeathTests
{
    private static readonly TimeSpan s_startLimit = TimeSpan.FromMinutes(6);

    /// <summary>Nothing that was measured beside a server that died counts; then everything is measured again.</summary>
    [ExhaustiveFact]
    public async Task Bench_ServerDies_VoidsTheTurnsAndRepeatsThem()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "finds the server in /proc");
        using var folder = new TemporaryFolder();
        string results = folder.File("results");
        await using HarnessProcess bench = StartWithALargeFile(folder, results, Profile.Smoke.Cycles);
        // A case is under way as soon as its receiver has drained a frame.
        await WaitUntilDrainingAsync(bench);
        KillServersOf(bench);

        int exitCode = await bench.WaitAsync();

        RunResult run = ResultsFile.Load(Assert.Single(Directory.GetDirectories(results)));
        Assert.False(run.Run.Partial);
        Assert.True(exitCode == 0, bench.Output + bench.Errors);
        Assert.Matches("the server of (send-file|read-write-1m) died in round 1 at 256M: the turns there are void", bench.Output);
        Assert.All(run.Measurements, one => Assert.Equal(Outcome.Measured, one.Outcome));
        foreach (Measurement one in Some.Of(run.Measurements.Where(one => one.Strategy != "null")))
        {
            Assert.Equal(one.Statistics!.N, one.VerifiedByCount);
            Assert.Equal(Profile.Smoke.Cycles, Assert.Single(one.Launches).Turns.Count);
        }

        Assert.DoesNotContain("   at ", bench.Output + bench.Errors, StringComparison.Ordinal);
    }

    /// <summary>Turns are repeated once: where the next server dies too, the cases have failed, and say why.</summary>
    [ExhaustiveFact]
    public async Task Bench_ServersDieTwice_FailsTheCasesAndSaysWhy()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "finds the server in /proc");
        // As many as it takes to look twice, even beside other programs.
        const int Cycles = 40;
        using var folder = new TemporaryFolder();
        string results = folder.File("results");
        await using HarnessProcess bench = StartWithALargeFile(folder, results, Cycles);
        await WaitUntilDrainingAsync(bench);
        KillServersOf(bench);
        using var limit = new CancellationTokenSource(s_startLimit);
        while (!bench.Output.Contains("the turns there are void", StringComparison.Ordinal))
        {
            Assert.True(bench.IsRunning, bench.Output + bench.Errors);
            await Task.Delay(10, limit.Token);
        }

        await WaitUntilDrainingAsync(bench);
        KillServersOf(bench);
        int exitCode = await bench.WaitAsync();

        Assert.True(exitCode == ExitCode.Failed, $"{exitCode}: {bench.Output}{bench.Errors}");
        RunResult run = ResultsFile.Load(Assert.Single(Directory.GetDirectories(results)));
        // The other's server may not have been started again by then: it has all of its turns.
        Assert.All(
            run.Measurements.Where(one => one.Outcome == Outcome.Measured && one.Strategy != "null"),
            one => Assert.Equal(Cycles, Assert.Single(one.Launches).Turns.Count));
        Assert.All(Some.Of(run.Measurements.Where(one => one.Outcome != Outcome.Measured)), one =>
        {
            // The second is said of one that was being started just then.
            Assert.Matches("^the server (died: |exited at once with exit code 137)", one.Reason);
            Assert.Null(one.Statistics);
        });
        Assert.Contains("FAILED: the server ", bench.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", bench.Output + bench.Errors, StringComparison.Ordinal);
    }

    /// <summary>Large enough that a case lasts for many looks at the server, although it is a smoke run.</summary>
    private static HarnessProcess StartWithALargeFile(TemporaryFolder folder, string results, int cycles)
    {
        string file = folder.File("payload");
        using (FileStream stream = File.Create(file))
        {
            stream.SetLength(256 << 20);
        }

        return HarnessProcess.Start(
            "bench", "--profile", "smoke", "--strategies", "send-file,read-write-1m", "--affinity", "none", "--file", file,
            "--cycles", $"{cycles}", "--output", results);
    }

    /// <summary>Whose server is whose cannot be told from outside, so all of them die.</summary>
    private static void KillServersOf(HarnessProcess bench)
    {
        foreach (LinuxProcess server in LinuxProcess.DescendantsOf(bench.Id).Where(child => child.IsServer))
        {
            Signals.TrySend(server.Id, Signals.Kill);
        }
    }

    /// <summary>Waits until a server has drained a frame that is to be timed or warms up for that.</summary>
    private static async Task WaitUntilDrainingAsync(HarnessProcess bench)
    {
        using var limit = new CancellationTokenSource(s_startLimit);
        using var client = new HttpClient();
        while (true)
        {
            Assert.True(bench.IsRunning, bench.Output + bench.Errors);
            IReadOnlyList<LinuxProcess> children = LinuxProcess.DescendantsOf(bench.Id);
            foreach (LinuxProcess sender in children.Where(child => child.IsSender && child.ServerAddress is not null))
            {
                try
                {
                    using var stats = JsonDocument.Parse(await client.GetStringAsync($"{sender.ServerAddress}stats", limit.Token));
                    if (stats.RootElement.GetProperty("receivers").GetProperty("tcp").GetProperty("bytes").GetInt64() > 0)
                    {
                        return;
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
