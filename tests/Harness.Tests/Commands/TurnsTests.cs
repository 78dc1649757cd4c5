using System.Text.Json;
using FileTransfer.Harness.Comparing;
using FileTransfer.Harness.Rounds;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>Senders take turns, in each placement, and are paired cycle by cycle.</summary>
public sealed class TurnsTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(5)]
    [InlineData(8)]
    public void Order_OverAWholeSquare_IsBalanced(int senders)
    {
        int rows = senders % 2 == 0 ? senders : 2 * senders;
        int[][] order = TurnOrder.Of(senders, rows, new Random(7));
        Assert.Equal(rows, order.Length);
        Assert.All(order, cycle => Assert.Equal(Enumerable.Range(0, senders), cycle.Order()));
        for (int position = 0; position < senders; position++)
        {
            Assert.All(order.CountBy(cycle => cycle[position]), times => Assert.Equal(rows / senders, times.Value));
        }

        // Everyone follows everyone else equally often.
        KeyValuePair<(int, int), int>[] followers =
            [.. order.SelectMany(cycle => cycle.Zip(cycle.Skip(1))).CountBy(pair => pair)];
        Assert.Equal(senders * (senders - 1), followers.Length);
        Assert.All(followers, times => Assert.Equal(rows / senders, times.Value));
    }

    [Fact]
    public async Task Bench_BothPlacements_TakesTurnsInEachAndConcludesInEach()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && ProcessorMask.Allowed().Count > 1, "needs Linux and two processors");
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "bench", "--profile", "smoke", "--strategies", "read-write-64k,send-file", "--sizes", "10K", "--output", folder.Path);
        Assert.True(exitCode == 0, output + errors);
        Assert.Contains("affinity=same,split\n", output, StringComparison.Ordinal);
        RunResult run = ResultsFile.Load(folder.Run());
        Assert.Empty(Results.ResultsSchemaTests.ViolationsOf(run));
        // Both processors of split; with one alone the command could not be repeated.
        Assert.Matches(" --affinity same,split --cpus [0-9]+,[0-9]+ ", run.Run.Command);
        // What sends nothing runs in one placement; everything else in both.
        Assert.Equal(
            ["null same", "read-write-64k same", "send-file same", "read-write-64k split", "send-file split"],
            run.Measurements.Select(one => $"{one.Strategy} {one.Placement}"));
        foreach (IGrouping<string?, Measurement> place in Some.Of(
            run.Measurements.Where(one => one.Strategy != "null").GroupBy(one => one.Placement)))
        {
            Launch[] launches = [.. place.Select(one => Assert.Single(one.Launches))];
            Assert.All(launches, launch => Assert.Equal(launch.Nanoseconds.Count, launch.Turns.Sum(turn => turn.Samples)));
            // In each cycle both had one turn, one after the other; what sends nothing had one as well.
            Assert.All(
                launches.SelectMany(launch => launch.Turns).GroupBy(turn => turn.Cycle),
                cycle => Assert.Equal(2, cycle.Select(turn => turn.Position).Distinct().Count()));
            Assert.All(launches, launch => Assert.Equal([1, 2, 3], launch.Turns.Select(turn => turn.Cycle)));
        }

        Assert.Equal(["same", "split"], PlacementText.Of(run));
        Assert.Contains("10K same", output, StringComparison.Ordinal);
        Assert.Contains("10K split", output, StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(folder.Run(), "report.html")));
    }

    /// <summary>One server for all: each is proven by what it counted in the sender's own turns.</summary>
    [Fact]
    public async Task Bench_ServerOfTheUser_SendersTakeTurnsThere()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "SIGTERM needs Unix");
        await using var serve = HarnessProcess.Start("serve");
        await serve.WaitForOutputAsync("\"ready\":true");
        using var ready = JsonDocument.Parse(serve.Output);
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "bench", "--profile", "smoke", "--strategies", "send-file,copy-to-async,http-put-stream", "--sizes", "10K",
            "--transport", "tcp,http", "--server", ready.RootElement.GetProperty("control").GetString()!, "--output", folder.Path);
        Assert.True(exitCode == 0, output + errors);
        Measurement[] measured = [.. ResultsFile.Load(folder.Run()).Measurements.Where(one => one.Strategy != "null")];

        Assert.Equal(3, measured.Length);
        Assert.All(measured, one => Assert.True(one.Outcome == Outcome.Measured, one.Reason));
        Assert.All(measured, one => Assert.Equal(one.Launches.Sum(launch => launch.Nanoseconds.Count), one.VerifiedByCount));
        Assert.All(measured, one => Assert.InRange(one.ReceiverCpuSecondsPerGB!.Value, 0.001, 1000));
        Assert.All(
            measured.SelectMany(one => one.Launches).SelectMany(launch => launch.Turns).GroupBy(turn => turn.Cycle),
            cycle => Assert.Equal(3, cycle.Select(turn => turn.Position).Distinct().Count()));
    }

    [ExhaustiveFact]
    public async Task Bench_OneProcessor_MeasuresOnThat()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/usr/bin/taskset"), "needs Linux and taskset");
        using var folder = new TemporaryFolder();
        int only = ProcessorMask.Allowed()[^1];
        (int exitCode, string output, string errors) = await HarnessProcess.RunUnderAsync(
            ["taskset", "-c", $"{only}"],
            "bench", "--profile", "smoke", "--strategies", "send-file", "--sizes", "1K", "--brief", "--output", folder.Path);
        Assert.True(exitCode == 0, output + errors);
        Assert.Contains("affinity=same\n", output, StringComparison.Ordinal);
        Assert.Contains($"cpus={only}\n", output, StringComparison.Ordinal);
    }

    /// <summary>Both ends are looked at where the scheduler is free to move them.</summary>
    [ExhaustiveFact]
    public async Task Bench_LeftToTheScheduler_RecordsWhereBothEndsRan()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "reads /proc");
        using var folder = new TemporaryFolder();
        (int exitCode, string output, string errors) = await HarnessProcess.RunHereAsync(
            "bench", "--profile", "smoke", "--strategies", "send-file", "--sizes", "10K", "--affinity", "none", "--output", folder.Path);
        Assert.True(exitCode == 0, output + errors);
        RunResult run = ResultsFile.Load(folder.Run());
        Assert.Empty(Results.ResultsSchemaTests.ViolationsOf(run));
        Measurement sent = run.Measurements.Single(one => one.Strategy == "send-file");
        Assert.All(sent.Launches.SelectMany(launch => launch.Turns), turn =>
        {
            Assert.All(turn.SenderProcessors!, processor => Assert.InRange(processor, 0, 1023));
            Assert.All(turn.ReceiverProcessors!, processor => Assert.InRange(processor, 0, 1023));
            Assert.Equal((2, 2), (turn.SenderProcessors!.Count, turn.ReceiverProcessors!.Count));
        });
        Assert.Matches("The scheduler had both ends on one processor in [0-9]+ % of the turns", StateNote.Of(run)!);
    }

    /// <summary>What drifts for longer than a cycle cancels, and a cycle in which the machine was busy changes nothing.</summary>
    [Fact]
    public void Difference_OfLaunchesThatDriftTogether_IsTheirs()
    {
        double[] drift = [1, 1.4, 2, 0.7, 1.1, 5, 0.9, 1.3, 1.2, 0.8];
        Launch one = WithTurns(cycle => 1000 * drift[cycle]);
        Launch other = WithTurns(cycle => 1100 * drift[cycle] * (cycle == 3 ? 9 : 1));
        Assert.Equal(Math.Log(1.1), PairedTurns.Difference(other, one), 12);
        Assert.Equal(-Math.Log(1.1), PairedTurns.Difference(one, other), 12);
        Assert.Equal(double.NaN, PairedTurns.Difference(one, null));
    }

    /// <summary>Where the scheduler places both ends, a turn on one processor is never compared with one on two.</summary>
    [Fact]
    public void Difference_WhereTheSchedulerPlaces_IsWithinTheSameState()
    {
        int[] one = [0, 0];
        int[] two = [1, 1];
        Launch first = WithTurns(_ => 1000, cycle => (one, cycle < 5 ? one : two));
        Launch second = WithTurns(cycle => cycle < 5 ? 1200 : 5000, cycle => (one, cycle < 7 ? one : two));
        // Cycles 5 and 6 were apart for one of the two only.
        Assert.Equal(8, PairedTurns.DifferencesOf(second, first).Count());
        Assert.Equal(double.NaN, PairedTurns.Difference(WithTurns(_ => 1, _ => (one, one)), WithTurns(_ => 1, _ => (one, two))));
        Assert.Null(new Turn(1, 1, 1, 1) { SenderProcessors = [0, 1], ReceiverProcessors = [0, 0] }.State);
    }

    /// <summary>Sides that took turns are compared by them: what they share, however large, hides no change.</summary>
    [Fact]
    public void Compare_SidesThatTookTurns_AreComparedCycleByCycle()
    {
        var random = new Random(11);
        ComparisonRound[] rounds = [.. Enumerable.Range(0, 8).Select(_ =>
        {
            double[] shared = [.. Enumerable.Range(0, 10).Select(_ => 0.5 + random.NextDouble())];
            RunResult Side(double factor) => SampleRuns.Run(SampleRuns.Measured("send-file", 1024, 1000) with
            {
                Launches = [WithTurns(cycle => 1000 * factor * shared[cycle] * (1 + (0.02 * random.NextDouble())))],
            });
            return new ComparisonRound(Side(1), Side(1), Side(1.1)) { AreTogether = true };
        })];
        ComparedCase one = Assert.Single(SideComparison.Of(rounds, 1.05).Cases);
        Assert.Equal(ChangeVerdict.Regression, one.Verdict);
        Assert.InRange(one.Ratio, 1.09, 1.11);
        Assert.InRange(one.SmallestSeen!.Value, 1, 1.03);
    }

    /// <summary>What is put into a run by cycles and by processes is told apart again.</summary>
    [Fact]
    public void Spreads_OfKnownCyclesAndProcesses_AreFound()
    {
        const int Rounds = 60;
        const double OfCycles = 0.1;
        const double OfProcesses = 0.05;
        var random = new Random(5);
        double Normal(double deviation) =>
            deviation * Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
        Measurement Of(string strategy) => SampleRuns.Measured(strategy, 1024, 1000) with
        {
            Launches = [.. Enumerable.Range(1, Rounds).Select(round =>
            {
                // Of the difference of two launches each has half of the variance.
                double process = Normal(OfProcesses / Math.Sqrt(2));
                return WithTurns(_ => 1000 * Math.Exp(process + Normal(OfCycles / Math.Sqrt(2)))) with { Round = round };
            })],
        };
        RunSpread spread = Assert.Single(Spreads.Of(SampleRuns.Run(Of("a"), Of("b"))));
        Assert.InRange(spread.Cycle, 0.8 * OfCycles, 1.2 * OfCycles);
        Assert.InRange(spread.Process, 0.7 * OfProcesses, 1.3 * OfProcesses);
        Assert.Equal(10, spread.Cycles);
        Assert.Empty(Spreads.Of(SampleRuns.Small()));
        string note = SpreadNote.Of(SampleRuns.Run(Of("a"), Of("b")))!;
        Assert.StartsWith("Ratios vary by ", note, StringComparison.Ordinal);
        Assert.EndsWith("more rounds would narrow the intervals the most.", note, StringComparison.Ordinal);
    }

    private static Launch WithTurns(Func<int, double> median, Func<int, (int[] Sender, int[] Receiver)>? place = null) => new()
    {
        Round = 1,
        Nanoseconds = [1],
        SendReturnedNanoseconds = [1],
        MedianNanoseconds = 1,
        Turns = [.. Enumerable.Range(0, 10).Select(cycle => new Turn(cycle + 1, 1, 1, median(cycle))
        {
            SenderProcessors = place?.Invoke(cycle).Sender,
            ReceiverProcessors = place?.Invoke(cycle).Receiver,
        })],
    };
}
