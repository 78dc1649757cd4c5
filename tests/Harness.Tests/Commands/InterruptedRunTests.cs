using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>What is left of a run that is interrupted or killed.</summary>
public sealed class InterruptedRunTests
{
    private static readonly TimeSpan s_startLimit = TimeSpan.FromMinutes(6);
    private static readonly TimeSpan s_endLimit = TimeSpan.FromSeconds(30);

    public static TheoryData<int, bool> Ends { get; } = new(Exhaustive.Or<(int, bool)[]>(
        [(Signals.Interrupt, true)],
        [
            (Signals.Interrupt, true), (Signals.Interrupt, false), (Signals.Terminate, false), (Signals.Terminate, true),
            (Signals.HangUp, true),
        ]));

    /// <summary>To the harness alone, as from kill(1), or to all of its processes at once, as from a terminal.</summary>
    [Theory]
    [MemberData(nameof(Ends))]
    public async Task Bench_Interrupted_KeepsWhatWasMeasuredAndEndsEveryChild(int signal, bool toAll)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "finds the children in /proc");
        using var folder = new TemporaryFolder();
        await using HarnessProcess bench = StartLongRun(folder);
        await bench.WaitForOutputAsync("  p50 ");
        IReadOnlyList<LinuxProcess> children = await ChildrenWhileSendingAsync(bench);
        // What has been measured can be read now: it does not take an orderly end.
        RunResult soFar = ResultsFile.Load(folder.Run());
        Assert.True(soFar.Run.Partial);
        Assert.NotEmpty(soFar.Measurements);
        Signals.Send(toAll ? -bench.Id : bench.Id, signal);
        int exitCode = await bench.WaitAsync();

        Assert.True(exitCode == 130, bench.Output + bench.Errors);
        AssertPartialWithoutFailures(folder, bench);
        Assert.True(File.Exists(Path.Combine(folder.Run(), "report.html")));
        await EndedAsync(children);
    }

    [ExhaustiveFact]
    public async Task Bench_InterruptedTwice_EndsAtOnceAndLosesNothing()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "finds the children in /proc");
        using var folder = new TemporaryFolder();
        await using HarnessProcess bench = StartLongRun(folder);
        await bench.WaitForOutputAsync("  p50 ");
        IReadOnlyList<LinuxProcess> children = await ChildrenWhileSendingAsync(bench);
        Signals.Send(-bench.Id, Signals.Interrupt);
        Signals.Send(-bench.Id, Signals.Interrupt);
        Signals.Send(-bench.Id, Signals.Terminate);
        int exitCode = await bench.WaitAsync();

        Assert.True(exitCode == 130, bench.Output + bench.Errors);
        AssertPartialWithoutFailures(folder, bench);
        await EndedAsync(children);
    }

    [Fact]
    public async Task Bench_InterruptedBeforeTheFirstCase_LeavesNothingBehind()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "numbers signals as Linux does");
        using var folder = new TemporaryFolder();
        await using HarnessProcess bench = StartLongRun(folder);
        await bench.WaitForOutputAsync("repeat with:");
        Signals.Send(-bench.Id, Signals.Interrupt);
        int exitCode = await bench.WaitAsync();

        Assert.True(exitCode == 130, bench.Output + bench.Errors);
        Assert.Contains("interrupted", bench.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("FAILED", bench.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", bench.Output + bench.Errors, StringComparison.Ordinal);
        Assert.All(Directory.GetDirectories(folder.Path), run => Assert.NotEmpty(ResultsFile.Load(run).Measurements));
    }

    [Fact]
    public async Task Bench_InterruptedDuringTheReport_IsCompleteOrMarkedPartial()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "numbers signals as Linux does");
        using var folder = new TemporaryFolder();
        await using HarnessProcess bench = HarnessProcess.StartInGroup(
            "bench", "--profile", "smoke", "--strategies", "null", "--sizes", "1K", "--output", folder.Path);
        await bench.WaitForOutputAsync("  p50 ");
        Signals.Send(-bench.Id, Signals.Interrupt);
        int exitCode = await bench.WaitAsync();

        RunResult run = ResultsFile.Load(folder.Run());
        Assert.True(exitCode is 0 or 130, bench.Output + bench.Errors);
        Assert.Equal(exitCode == 130, run.Run.Partial);
        Assert.Equal(Outcome.Measured, Assert.Single(run.Measurements).Outcome);
        Assert.EndsWith(
            "</html>\n",
            await File.ReadAllTextAsync(Path.Combine(folder.Run(), "report.html"), TestContext.Current.CancellationToken),
            StringComparison.Ordinal);
    }

    [ExhaustiveFact]
    public async Task Bench_DiesWhileASenderStarts_SenderEndsWithoutAWord()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "finds the sender in /proc, and numbers signals as Linux does");
        using var folder = new TemporaryFolder();
        await using HarnessProcess bench = StartLongRun(folder);
        await bench.WaitForOutputAsync("  p50 ");
        IReadOnlyList<LinuxProcess> children = await ChildrenWhileSendingAsync(bench);
        LinuxProcess[] senders = [.. children.Where(child => child.IsSender)];
        // As early in its life as can be: what it reports first must find nobody.
        Array.ForEach(senders, sender => Signals.Send(sender.Id, Signals.Stop));
        Signals.Send(bench.Id, Signals.Kill);
        using var limit = new CancellationTokenSource(s_endLimit);
        while (bench.IsRunning)
        {
            await Task.Delay(20, limit.Token);
        }

        Array.ForEach(senders, sender => Signals.Send(sender.Id, Signals.Continue));
        await bench.WaitAsync();

        Assert.Equal("", bench.Errors);
        await EndedAsync(children);
    }

    /// <summary>More cases than a test waits for, however long it takes to notice the first on a busy machine.</summary>
    private static HarnessProcess StartLongRun(TemporaryFolder folder) => HarnessProcess.StartInGroup(
        "bench", "--profile", "smoke", "--strategies", "read-write-64k,coalesced-64k,send-file", "--affinity", "none",
        "--sizes", string.Join(',', Enumerable.Range(1, 60).Select(size => $"{size}K")), "--output", folder.Path);

    private static void AssertPartialWithoutFailures(TemporaryFolder folder, HarnessProcess bench)
    {
        RunResult run = ResultsFile.Load(folder.Run());
        Assert.True(run.Run.Partial);
        Assert.NotEmpty(run.Measurements);
        Assert.All(
            run.Measurements,
            measurement => Assert.True(measurement.Outcome == Outcome.Measured, $"{measurement.Strategy}: {measurement.Reason}"));
        Assert.DoesNotContain("FAILED", bench.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", bench.Output + bench.Errors, StringComparison.Ordinal);
    }

    private static async Task EndedAsync(IEnumerable<LinuxProcess> processes)
    {
        using var limit = new CancellationTokenSource(s_endLimit);
        while (processes.Any(process => process.IsRunning) && !limit.IsCancellationRequested)
        {
            await Task.Delay(20, TestContext.Current.CancellationToken);
        }

        Assert.DoesNotContain(processes, process => process.IsRunning);
    }

    /// <summary>All descendants at a moment at which the server and a sender are among them.</summary>
    private static async Task<IReadOnlyList<LinuxProcess>> ChildrenWhileSendingAsync(HarnessProcess bench)
    {
        using var limit = new CancellationTokenSource(s_startLimit);
        while (true)
        {
            Assert.True(bench.IsRunning, bench.Output + bench.Errors);
            IReadOnlyList<LinuxProcess> children = LinuxProcess.DescendantsOf(bench.Id);
            if (children.Any(child => child.IsServer) && children.Any(child => child.IsSender))
            {
                return children;
            }

            await Task.Delay(20, limit.Token);
        }
    }
}
