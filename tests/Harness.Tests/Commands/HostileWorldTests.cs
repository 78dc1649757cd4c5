using System.Runtime.InteropServices;
using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>What the world does to a run: its processes are killed and suspended, its disk is full, its folder is gone.</summary>
public sealed class HostileWorldTests
{
    private static readonly TimeSpan s_limit = Hang.Limit;

    [ExhaustiveFact]
    public async Task Bench_SenderKilled_FailsThatCaseWithTheSignalAndMeasuresTheNext()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "finds the children in /proc");
        using var folder = new TemporaryFolder();
        await using HarnessProcess bench = Start(folder, "read-write-1k,send-file", "1K");
        LinuxProcess sender = await ChildAsync(bench, child => child.IsSender);
        Signals.Send(sender.Id, Signals.Kill);
        int exitCode = await bench.WaitAsync();

        Assert.True(exitCode == 1, bench.Output + bench.Errors);
        RunResult run = ResultsFile.Load(folder.Run());
        Measurement failed = Assert.Single(run.Measurements, measurement => measurement.Outcome == Outcome.Failed);
        Assert.Contains("SIGKILL", failed.Reason, StringComparison.Ordinal);
        // Whichever came first, which may be the empty operation of a size.
        Assert.Equal(run.Measurements.Count - 1, run.Measurements.Count(measurement => measurement.Outcome == Outcome.Measured));
        Assert.Equal(2, run.Measurements.Count(measurement => measurement.Strategy != "null"));
        Assert.DoesNotContain("   at ", bench.Output + bench.Errors, StringComparison.Ordinal);
    }

    /// <summary>At any moment; RealRunTests kill it within a transfer.</summary>
    [ExhaustiveFact]
    public async Task Bench_ReceiverKilled_FailsThatCaseAndMeasuresTheNextWithAnother()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "finds the children in /proc");
        using var folder = new TemporaryFolder();
        await using HarnessProcess bench = Start(folder, "read-write-1k,send-file", "1K,2K,3K");
        await ChildAsync(bench, child => child.IsSender);
        LinuxProcess server = await ChildAsync(bench, child => child.IsServer);
        Signals.Send(server.Id, Signals.Kill);
        int exitCode = await bench.WaitAsync();

        RunResult run = ResultsFile.Load(folder.Run());
        Measurement[] failed = [.. run.Measurements.Where(measurement => measurement.Outcome != Outcome.Measured)];
        // Between two senders nobody may have noticed.
        Assert.InRange(failed.Length, 0, 2);
        Assert.True(exitCode == (failed.Length == 0 ? 0 : 1), bench.Output + bench.Errors);
        Assert.All(failed, measurement => Assert.NotEmpty(measurement.Reason!));
        Assert.Equal(6, run.Measurements.Count(measurement => measurement.Strategy != "null"));
        Assert.DoesNotContain("   at ", bench.Output + bench.Errors, StringComparison.Ordinal);
    }

    /// <summary>A sample during which the receiver stood still is none, and nobody can tell which of a launch those were.</summary>
    [ExhaustiveFact]
    public async Task Bench_ReceiverSuspendedAndContinued_FailsThatCaseAndMeasuresTheNext()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "finds the children in /proc");
        using var folder = new TemporaryFolder();
        // Large enough that a case records for longer than the pauses in between.
        await using HarnessProcess bench = Start(folder, "read-write-1k,read-write-64k", "16M,17M");
        await ChildAsync(bench, child => child.IsSender);
        while (bench.IsRunning && !bench.Output.Contains("FAILED", StringComparison.Ordinal))
        {
            // Each sender has a server of its own; some end meanwhile.
            LinuxProcess[] servers = [.. LinuxProcess.DescendantsOf(bench.Id).Where(child => child.IsServer)];
            Array.ForEach(servers, server => Signals.TrySend(server.Id, Signals.Stop));
            await Task.Delay(TimeSpan.FromMilliseconds(50), TestContext.Current.CancellationToken);
            Array.ForEach(servers, server => Signals.TrySend(server.Id, Signals.Continue));
            await Task.Delay(TimeSpan.FromMilliseconds(20), TestContext.Current.CancellationToken);
        }

        int exitCode = await bench.WaitAsync();

        Assert.True(exitCode == 1, bench.Output + bench.Errors);
        Measurement[] cases = [.. ResultsFile.Load(folder.Run()).Measurements.Where(measurement => measurement.Strategy != "null")];
        Assert.Equal(4, cases.Length);
        Measurement[] failed = [.. cases.Where(measurement => measurement.Outcome == Outcome.Failed)];
        Assert.All(
            Some.Of(failed),
            measurement => Assert.Contains("the server was suspended and continued", measurement.Reason, StringComparison.Ordinal));
        Assert.NotEmpty(cases.Except(failed));
        Assert.All(cases.Except(failed), measurement => Assert.Equal(Outcome.Measured, measurement.Outcome));
    }

    /// <summary>Each sender and its server take some descriptors of the harness.</summary>
    [Fact]
    public async Task Bench_TooFewDescriptorsForTheSenders_SaysSoBeforeTheFirstTurn()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/usr/bin/prlimit"), "needs Linux and prlimit");
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunUnderAsync(
            ["prlimit", "--nofile=310:310"],
            "bench", "--profile", "smoke", "--strategies", "read-write-1k,send-file", "--sizes", "1K", "--output", folder.Path);

        Assert.True(exitCode == 2, output + errors);
        Assert.Contains(
            "there is no room for two senders that take turns: a process here is limited to 310 descriptors, and each takes 12 (ulimit -n)",
            errors,
            StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", output + errors, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(folder.Path));
    }

    [ExhaustiveFact]
    public async Task Bench_FolderRemovedMeanwhile_SaysSoAndLosesNothing()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "files in use can be removed on Unix");
        using var folder = new TemporaryFolder();
        await using HarnessProcess bench = Start(folder, "read-write-1k,send-file", "1K");
        await bench.WaitForOutputAsync("  p50 ");
        Remove(folder.Run());
        int exitCode = await bench.WaitAsync();

        Assert.True(exitCode == 1, bench.Output + bench.Errors);
        Assert.Contains("error: something removed the results of this run", bench.Errors, StringComparison.Ordinal);
        Assert.Contains(folder.Run(), bench.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", bench.Output + bench.Errors, StringComparison.Ordinal);
        Measurement[] cases = [.. ResultsFile.Load(folder.Run()).Measurements.Where(measurement => measurement.Strategy != "null")];
        Assert.Equal(2, cases.Length);
        Assert.All(cases, measurement => Assert.Equal(Outcome.Measured, measurement.Outcome));
        Assert.True(File.Exists(Path.Combine(folder.Run(), "report.html")));
    }

    /// <summary>On a file system of 200 KB, which the results do not fit on.</summary>
    [ExhaustiveFact]
    public async Task Bench_NoSpaceForTheResults_SaysSoAndShowsWhatWasMeasured()
    {
        Assert.SkipUnless(
            OperatingSystem.IsLinux() && File.Exists("/usr/bin/unshare") && CanMount(),
            "needs the right to mount a file system");
        using var folder = new TemporaryFolder();
        string full = Directory.CreateDirectory(folder.File("full")).FullName;
        (int exitCode, string output, string errors) = await HarnessProcess.RunUnderAsync(
            ["unshare", "-m", "/bin/sh", "-c", $"mount -t tmpfs -o size=200k tmpfs {full} && exec \"$0\" \"$@\""],
            "bench", "--profile", "smoke", "--strategies", "read-write-1k,send-file", "--sizes", "1K,2K,3K,4K,5K,6K",
            "--affinity", "none", "--output", full);

        Assert.True(exitCode == 1, output + errors);
        Assert.Contains("No space left on device", errors, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", output + errors, StringComparison.Ordinal);
        Assert.Contains("  p50 ", output, StringComparison.Ordinal);
    }

    /// <summary>The same that scripts/soak.sh does for hours.</summary>
    [ExhaustiveFact]
    public async Task Siege_Soak_EveryHonestTransferIsVerifiedOrReportedFailed()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "siege reads /proc");
        (int exitCode, string output, string errors) = await HarnessProcess.RunLabAsync("siege", "--soak", "60s", "--seed", "3");
        Assert.True(exitCode == 0, output + errors);
        Assert.StartsWith("held: 256 connections for 60 s", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Siege_SoakOfNoTime_ExitCodeTwo()
    {
        (int exitCode, string _, string errors) = await HarnessProcess.RunLabWithAsync("siege", "--soak", "ever");
        Assert.Equal(2, exitCode);
        Assert.Contains("--soak: 'ever' is no duration", errors, StringComparison.Ordinal);
    }

    private static HarnessProcess Start(TemporaryFolder folder, string strategies, string sizes) => HarnessProcess.StartInGroup(
        "bench", "--profile", "smoke", "--strategies", strategies, "--sizes", sizes, "--affinity", "none", "--output", folder.Path);

    /// <summary>Removes a folder in which the run may be making another file.</summary>
    private static void Remove(string folder)
    {
        const int Attempts = 100;
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                Directory.Delete(folder, recursive: true);
                return;
            }
            catch (IOException) when (attempt < Attempts && Directory.Exists(folder))
            {
                // Another file came meanwhile.
            }
        }
    }

    private static async Task<LinuxProcess> ChildAsync(HarnessProcess bench, Func<LinuxProcess, bool> isWanted)
    {
        using var limit = new CancellationTokenSource(s_limit);
        while (true)
        {
            Assert.True(bench.IsRunning, bench.Output + bench.Errors);
            if (LinuxProcess.DescendantsOf(bench.Id).FirstOrDefault(isWanted) is { } child)
            {
                return child;
            }

            await Task.Delay(20, limit.Token);
        }
    }

    private static bool CanMount() => Environment.IsPrivilegedProcess && RuntimeInformation.IsOSPlatform(OSPlatform.Linux);
}
