using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using static FileTransfer.Harness.Tests.SampleRuns;

namespace FileTransfer.Harness.Tests.Analysis;

public sealed class CacheNoteTests
{
    private const string Cold = "before every transfer the file was evicted, and no page of it was in the page cache when the clock "
        + "started, so that the times contain reading the disk.";

    [Fact]
    public void Of_EveryTransferCold_SaysSo() => Assert.Equal(
        $"Page cache: cold: {Cold}",
        CacheNote.Of(Run(Measured("null", Kilobyte, 40), In("send-file", "cold"), In("splice", "cold"))));

    [Fact]
    public void Of_OneStrategyCold_NamesIt() => Assert.Equal(
        $"Page cache: cold for send-file@cold: {Cold}",
        CacheNote.Of(Run(In("send-file", null), In("send-file@cold", "cold"))));

    [Fact]
    public void Of_Direct_SaysThatNoPageWasThereAfterwards() => Assert.Contains(
        "no page of it was in the page cache before or after it (O_DIRECT)",
        CacheNote.Of(Run(In("direct-read", "direct"))),
        StringComparison.Ordinal);

    [Fact]
    public void Of_UsualRun_IsNothing() => Assert.Null(CacheNote.Of(Small()));

    private static Measurement In(string strategy, string? cache)
    {
        Measurement measured = Measured(strategy, Kilobyte, Steps(1000, 0));
        return measured with { Dimensions = measured.Dimensions with { Cache = cache } };
    }
}
