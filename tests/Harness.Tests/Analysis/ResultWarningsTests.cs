using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using static FileTransfer.Harness.Tests.SampleRuns;

namespace FileTransfer.Harness.Tests.Analysis;

public sealed class ResultWarningsTests
{
    [Fact]
    public void Of_SoundRun_IsEmpty() => Assert.Empty(ResultWarnings.Of(Run(
        Measured("null", Kilobyte, 40),
        Measured("send-file", Kilobyte, 1000, 1010, 1020, 1030, 1490, 1000, 1010, 1020, 1030, 1040),
        Unsupported("splice", Kilobyte, "not here"))));

    [Fact]
    public void Of_PartialRun_SaysSo()
    {
        RunResult run = Run();

        Assert.StartsWith(
            "The run was interrupted",
            Assert.Single(ResultWarnings.Of(run with { Run = run.Run with { Partial = true } })),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Of_FailedMeasurement_CountsIt() =>
        Assert.StartsWith(
            "Failed measurements, without numbers: 1 of 2.",
            Assert.Single(ResultWarnings.Of(Run(Failed("send-file", 1, "short"), Unsupported("splice", 1, "not here")))),
            StringComparison.Ordinal);

    [Fact]
    public void Of_FewLaunches_CountsThem() => Assert.StartsWith(
        "Measurements with fewer than 6 rounds, whose verdicts are provisional: 2 of 2.",
        Assert.Single(
            ResultWarnings.Of(Run(Measured("send-file", 1, 1000, 1000), Measured("begin-send", 1, 1000, 1000)))),
        StringComparison.Ordinal);

    [Fact]
    public void Of_LaunchTakenAway_SaysWhere()
    {
        Measurement shorter = Measured("send-file", Kilobyte, Steps(1000, 0));
        IReadOnlyList<string> warnings = ResultWarnings.Of(Run(Measured("begin-send", Kilobyte, [.. Steps(1000, 0), 1000]), shorter));
        Assert.Equal(
            "Launches are missing in 1 of 2 measurements, most in send-file over tcp at 1K: "
            + "1 of 11. The comparisons rest on incomplete data: measure again.",
            Assert.Single(warnings));
    }

    [Fact]
    public void Of_FileNotInMemory_SaysSo()
    {
        Measurement measured = Measured("send-file", Kilobyte, Steps(1000, 0));
        Launch[] launches = [.. measured.Launches.Select((launch, index) => launch with { ResidentShare = index == 3 ? 0.507 : 1 })];
        Assert.Equal(
            "The file was not completely in the page cache in 1 of 1 measurements, least in send-file over tcp at "
            + "1K: 50 % of it. These times include disk reads: free memory, or send smaller files.",
            Assert.Single(ResultWarnings.Of(Run(measured with { Launches = launches }))));
    }

    [Theory]
    [InlineData(0.1, 0, 0, null, "The hypervisor took away 2.5 % of the CPU time (steal)")]
    [InlineData(0, 0.05, 0, null, "The CPU quota of the control group throttled the run for 0.50 s")]
    [InlineData(0, 0, 1, null, "Other processes used 25 % of the CPU time")]
    // What sender and receiver did in the turn before anything was recorded.
    [InlineData(0, 0, 1, 2.4, null)]
    [InlineData(0.01, 0, 0.5, null, null)]
    public void Of_ProcessorsTakenAway_SaysByWhom(double steal, double throttled, double others, double? own, string? begins)
    {
        const double Own = 1.5;
        Measurement measured = Measured("send-file", Kilobyte, Steps(1000, 0));
        // Two processors for two seconds each.
        var disturbance = new Disturbance
        {
            Seconds = 2,
            StealSeconds = steal,
            ThrottledSeconds = throttled,
            MachineCpuSeconds = Own + others,
            OwnCpuSeconds = own,
            Collections = 0,
            CollectionPauseSeconds = 0,
            CompiledMethods = 0,
        };
        Launch[] launches = [.. measured.Launches
            .Select(launch => launch with { Disturbance = disturbance, SenderCpuSeconds = 1, ReceiverCpuSeconds = Own - 1 })];
        IReadOnlyList<string> warnings = ResultWarnings.OfDisturbances(Run(measured with { Launches = launches }));
        if (begins is null)
        {
            Assert.Empty(warnings);
        }
        else
        {
            Assert.StartsWith(begins, Assert.Single(warnings), StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData(3, true)]
    [InlineData(0, false)]
    public void Of_CoreThatWasSlower_SaysInHowManyLaunches(int slow, bool isTold)
    {
        Measurement measured = Measured("send-file", Kilobyte, Steps(1000, 0));
        Launch[] launches = [.. measured.Launches.Select((launch, index) => launch with
        {
            Disturbance = new Disturbance
            {
                Seconds = 1,
                CopyNanosecondsBefore = 130,
                CopyNanosecondsAfter = index < slow ? 182 : 131,
                Collections = 0,
                CollectionPauseSeconds = 0,
                CompiledMethods = 0,
            },
        })];
        IReadOnlyList<string> warnings = ResultWarnings.OfMoving(Run(measured with { Launches = launches }));

        Assert.Equal(
            isTold
                ? ["The sender's core was slower in 3 of 10 launches, by up to 1.39×: another machine of the host uses the same core, or "
                    + "its clock frequency changed. Where ten rounds are left, comparisons leave out those in which only one of the two "
                    + "was slow. Measure on a machine whose cores are its own."]
                : Array.Empty<string>(),
            warnings);
    }

    [Theory]
    [InlineData(3, true)]
    [InlineData(2, false)]
    public void Of_LaunchesThatDidNotSettle_SaysHowTheyMove(int unsettled, bool isTold)
    {
        Measurement measured = Measured("send-file", Kilobyte, Steps(1000, 1));
        Launch[] launches = [.. measured.Launches.Select((launch, index) => launch with
        {
            IsSettled = index >= unsettled,
            Nanoseconds = [.. Enumerable.Range(0, 20).Select(index => 2000L - (50 * index))],
        })];
        IReadOnlyList<string> warnings = ResultWarnings.OfMoving(Run(measured with { Launches = launches }));

        Assert.Equal(
            isTold
                ? ["Not steady after the longest warm-up: 1 of 1 measurements, most send-file over tcp at 1K (from 1.95 µs to "
                    + "1.15 µs within a launch; 3 of 10 launches). Measure longer (--profile full), on an idle machine."]
                : Array.Empty<string>(),
            warnings);
    }

    [Theory]
    [InlineData(60, true)]
    [InlineData(20, false)]
    public void Of_MethodsCompiledWhileRecording_AreCounted(int methods, bool isTold)
    {
        Measurement measured = Measured("send-file", Kilobyte, Steps(1000, 1));
        Launch[] launches = [.. measured.Launches.Select(launch => launch with
        {
            Disturbance = new Disturbance { Seconds = 1, Collections = 0, CollectionPauseSeconds = 0, CompiledMethods = methods },
        })];
        IReadOnlyList<string> warnings = ResultWarnings.Of(Run(measured with { Launches = launches }));

        Assert.Equal(isTold ? 1 : 0, warnings.Count(warning => warning.StartsWith(
            "The JIT compiled more than 32 methods in a launch while samples were taken, "
            + "in 1 of 1 measurements, most in send-file over tcp at 1K: 60.",
            StringComparison.Ordinal)));
    }

    [Fact]
    public void Of_LaunchesFarApart_NamesTheWorst() => Assert.StartsWith(
        "Launches of the same case differ by more than 1.5× in 2 of 3 measurements, most in send-file over tcp "
        + "at 1K: 2.1× (20.2 µs to 42.4 µs). The cause is the scheduler or drift: pin both ends",
        Assert.Single(ResultWarnings.OfMoving(Run(
            Measured("begin-send", Kilobyte, [20_000, 25_000, 30_000, 35_000, 38_000, 20_000, 25_000, 30_000, 35_000, 38_000]),
            Measured("send-file", Kilobyte, [20_000, 25_000, 30_000, 35_000, 42_000, 20_000, 25_000, 30_000, 35_000, 42_000]),
            Measured("read-write-1k", Kilobyte, Steps(20_000, 0))))),
        StringComparison.Ordinal);
}
