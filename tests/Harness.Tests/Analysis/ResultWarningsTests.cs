using FileTransfer.Harness.Analysis;
using FileTransfer.Harness.Results;
using Xunit;
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

        Assert.StartsWith("The run was interrupted", Assert.Single(ResultWarnings.Of(run with { Run = run.Run with { Partial = true } })), StringComparison.Ordinal);
    }

    [Fact]
    public void Of_FailedMeasurement_CountsIt() =>
        Assert.StartsWith("Failed measurements, which have no numbers: 1 of 2.", Assert.Single(ResultWarnings.Of(Run(Failed("send-file", 1, "short"), Unsupported("splice", 1, "not here")))), StringComparison.Ordinal);

    [Fact]
    public void Of_FewLaunches_CountsThem() => Assert.StartsWith(
        "Measurements of fewer than 10 rounds, so that their verdicts are provisional: 1 of 2.",
        Assert.Single(ResultWarnings.Of(Run(Measured("send-file", 1, 1000, 1000, 1000, 1000), Measured("begin-send", 1, Steps(1000, 0))))),
        StringComparison.Ordinal);

    [Fact]
    public void Of_RunWithoutRounds_SaysSo()
    {
        Measurement measured = Measured("send-file", 1, Steps(1000, 1));
        Assert.StartsWith("The run was made without rounds", Assert.Single(ResultWarnings.Of(Run(measured with { Launches = [.. measured.Launches.Select(launch => launch with { Round = null })] }))), StringComparison.Ordinal);
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
            Nanoseconds = [.. launch.Nanoseconds.OrderDescending()],
        })];
        IReadOnlyList<string> warnings = ResultWarnings.Of(Run(measured with { Launches = launches }));

        Assert.Equal(isTold ? ["Not steady after the longest warm-up: 1 of 1 measurements, most send-file over tcp at 1K (from 1.02 µs to 1.00 µs within a launch; 3 of 10 launches). Measure longer (--profile full), on an idle machine."] : Array.Empty<string>(), warnings);
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

        Assert.Equal(isTold ? 1 : 0, warnings.Count(warning => warning.StartsWith("Methods were still compiled while samples were taken, more than 32 in a launch, in 1 of 1 measurements, most in send-file over tcp at 1K: 60.", StringComparison.Ordinal)));
    }

    [Fact]
    public void Of_LaunchesFarApart_NamesTheWorst() => Assert.StartsWith(
        "Launches of the same case differ by more than 1.5× in 2 of 3, most in send-file over tcp at 1K: 2.1× (20.2 µs to 42.4 µs). That is placement or drift: pin both ends",
        Assert.Single(ResultWarnings.Of(Run(
            Measured("begin-send", Kilobyte, [20_000, 25_000, 30_000, 35_000, 38_000, 20_000, 25_000, 30_000, 35_000, 38_000]),
            Measured("send-file", Kilobyte, [20_000, 25_000, 30_000, 35_000, 42_000, 20_000, 25_000, 30_000, 35_000, 42_000]),
            Measured("read-write-1k", Kilobyte, Steps(20_000, 0))))),
        StringComparison.Ordinal);
}
