using FileTransfer.Results;
using FileTransfer.Results.Analysis;

using static FileTransfer.Harness.Tests.SampleRuns;

namespace FileTransfer.Harness.Tests.Analysis;

/// <summary>What disturbed a run is a warning only where it may be why an answer is open.</summary>
public sealed class RunWarningsTests
{
    private const string Steal = "The hypervisor took away";
    private const string Consequence = " while samples were taken, which may be why 1 of 1 answers are open. ";

    [Theory]
    [InlineData(2000, 0, true, false)]
    [InlineData(1030, 0.25, true, true)]
    [InlineData(2000, 0, false, true)]
    public void Of_ProcessorTakenAway_WarnsWhereAnAnswerMayBeOpenForIt(long other, double noise, bool turns, bool isWarning)
    {
        RunResult run = Run(Disturbed("send-file", 1000, noise, turns), Disturbed("begin-send", other, -noise, turns));
        string[] told = [.. RunWarnings.Of(run).Where(one => one.StartsWith(Steal, StringComparison.Ordinal))];

        Assert.Equal(isWarning, told.Length == 1);
        Assert.Equal(!isWarning, RunWarnings.Answered(run).Any(one => one.StartsWith(Steal, StringComparison.Ordinal)));
        Assert.All(told, one => Assert.Equal(turns, one.Contains(Consequence, StringComparison.Ordinal)));
    }

    /// <summary>Eight launches that lost a fifth of the time; they are faster and slower by a share, in turn.</summary>
    private static Measurement Disturbed(string strategy, long median, double noise, bool turns)
    {
        Measurement measured = Measured(
            strategy,
            1024,
            [.. Enumerable.Range(0, 8).Select(round => (long)(median * (1 + ((round % 2 == 0 ? 1 : -1) * noise))) + round)]);
        return measured with
        {
            Launches =
            [
                .. measured.Launches.Select(launch => launch with
                {
                    Disturbance = new Disturbance
                    {
                        Seconds = 1, StealSeconds = 0.4, Collections = 0, CollectionPauseSeconds = 0, CompiledMethods = 0,
                    },
                    Turns = turns
                        ? [.. Enumerable.Range(1, 2).Select(cycle => new Turn(cycle, 1, 10, launch.MedianNanoseconds))]
                        : [],
                }),
            ],
        };
    }
}
