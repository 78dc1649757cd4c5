using FileTransfer.Harness.Comparing;
using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Comparing;

public sealed class SameNamesTests
{
    [Fact]
    public void Of_AVariantOnOneSide_IsComparedWithItsOriginal() =>
        Assert.Equal("send-file splice", Names(Round("send-file splice", "send-file@cold splice@cold").Other));

    [Theory]
    [InlineData("send-file@poll", "send-file@poll")]
    [InlineData("send-file send-file@2", "send-file send-file@cold")]
    public void Of_TheSameIdsOrTwoVariantsOfOne_KeepTheirs(string one, string other)
    {
        ComparisonRound round = Round(one, other);

        Assert.Equal((one, other), (Names(round.First), Names(round.Other)));
    }

    private static string Names(RunResult run) => string.Join(' ', run.Measurements.Select(measurement => measurement.Strategy));

    private static ComparisonRound Round(string one, string other) => SameNames.Of(new ComparisonRound(Run(one), Run(one), Run(other)));

    private static RunResult Run(string ids) => SampleRuns.Run([.. ids.Split(' ').Select(id => SampleRuns.Measured(id, 1024, 1000))]);
}
