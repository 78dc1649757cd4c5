using FileTransfer.Results;
using FileTransfer.Results.Statistics;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.Statistics;

public sealed class PlausibilityTests
{
    [Fact]
    public void Check_PossibleSamples_IsNull() =>
        Assert.Null(Plausibility.Check(Of(100, 200), sizeBytes: 1000, verifiedByCount: 2, memoryCopyGBps: 10));

    [Theory]
    [InlineData(0)]
    [InlineData(-5)]
    public void Check_NoDuration_SaysWhich(long duration) => Assert.Equal(
        $"transfer 2 of 2 took {duration} ns: the clock is not usable",
        Plausibility.Check(Of(100, duration), sizeBytes: 0, verifiedByCount: 2, memoryCopyGBps: 10));

    [Fact]
    public void Check_FasterThanMemory_SaysByHowMuch() => Assert.Equal(
        "transfer 2 of 2 delivered 1000 bytes in 80 ns, but an empty frame takes at least 0 ns "
        + "and copying the payload another 100 ns (10 GB/s): it was not a delivery",
        Plausibility.Check(Of(100, 80), sizeBytes: 1000, verifiedByCount: 2, memoryCopyGBps: 10));

    [Fact]
    public void Check_FasterThanAnEmptyFrame_SaysByHowMuch() => Assert.Equal(
        "transfer 1 of 2 delivered 1000 bytes in 6000 ns, but an empty frame takes at least 8000 ns "
        + "and copying the payload another 100 ns (10 GB/s): it was not a delivery",
        Plausibility.Check(Of(6000, 30_000), sizeBytes: 1000, verifiedByCount: 2, memoryCopyGBps: 10, shortestNanoseconds: 8000));

    [Fact]
    public void Check_SendsNothing_MayBeFasterThanMemory() =>
        Assert.Null(Plausibility.Check(Of(100, 80), sizeBytes: 1000, verifiedByCount: 2, memoryCopyGBps: 10, delivers: false));

    [Fact]
    public void Check_FewerConfirmed_SaysHowMany() =>
        Assert.Equal(
            "the receiver confirmed 1 of 2 timed transfers",
            Plausibility.Check(Of(100, 200), sizeBytes: 1, verifiedByCount: 1, memoryCopyGBps: 10));

    [Fact]
    public void Check_ListsOfDifferentLength_SaysSo() => Assert.Equal(
        "2 transfers were timed, but 1 have a send-returned time",
        Plausibility.Check(Of(100, 200) with { SendReturnedNanoseconds = [50] }, sizeBytes: 1, verifiedByCount: 2, memoryCopyGBps: 10));

    [Theory]
    [InlineData(50, false)]
    [InlineData(1000, false)]
    [InlineData(1001, true)]
    [InlineData(4000, true)]
    public void ThrowUnlessFilled_MoreTimeBetweenTransfersThanInThem_Throws(long gap, bool isTooShort)
    {
        // The last two were taken off their processor, one within and one before it.
        Exception? exception = Record.Exception(
            () => Plausibility.ThrowUnlessFilled([1000, 1000, 1000, 90_000, 1000], [0, gap, gap, gap, 90_000]));
        Assert.Equal(isTooShort, exception is TransferException);
    }

    private static Launch Of(params long[] samples) =>
        new() { Round = 1, Nanoseconds = samples, SendReturnedNanoseconds = samples, MedianNanoseconds = 1 };
}
