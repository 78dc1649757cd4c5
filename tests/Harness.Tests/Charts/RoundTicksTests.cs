using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Charts.Sources;

namespace FileTransfer.Harness.Tests.Charts;

public sealed class RoundTicksTests
{
    [Theory]
    [InlineData(900, 1.2e6, new[] { 1e3, 1e4, 1e5, 1e6 })]
    [InlineData(30, 900, new[] { 50d, 100, 200, 500 })]
    [InlineData(41, 44.1, new[] { 41d, 42, 43, 44 })]
    [InlineData(0.15, 0.9, new[] { 0.2, 0.5 })]
    public void Log_Range_GivesRoundValues(double min, double max, double[] expected) => Assert.Equal(expected, RoundTicks.Log(min, max));

    [Fact]
    public void Log_LittleRoom_GivesEvenlySpacedValues() => Assert.Equal([100e3, 300e3, 1e6, 3e6], RoundTicks.Log(90e3, 4e6, most: 4));

    [Fact]
    public void Log_ManyDecades_LeavesSomeOut() => Assert.Equal([1, 100, 1e4, 1e6, 1e8, 1e10], RoundTicks.Log(1, 1e11));

    [Theory]
    [InlineData(0, 1, 5, new[] { 0, 0.2, 0.4, 0.6, 0.8, 1 })]
    [InlineData(0, 97, 3, new[] { 0, 50d })]
    [InlineData(3, 3, 3, new[] { 3d })]
    public void Linear_Range_GivesRoundValues(double min, double max, int about, double[] expected) =>
        Assert.Equal(expected, RoundTicks.Linear(min, max, about));

    [Theory]
    [InlineData(10_000, "10 µs")]
    [InlineData(100_000, "100 µs")]
    [InlineData(1_000_000, "1 ms")]
    [InlineData(2e9, "2 s")]
    [InlineData(50, "50 ns")]
    [InlineData(0.5, "0.5 ns")]
    public void Time_Tick_IsShort(double nanoseconds, string expected) => Assert.Equal(expected, TickText.Time(nanoseconds));

    [Theory]
    [InlineData(1L << 10, "1K")]
    [InlineData(100L << 10, "100K")]
    [InlineData(1_234_567L, "1.18M")]
    [InlineData(1_500L, "1500")]
    public void Size_Tick_IsShort(long bytes, string expected) => Assert.Equal(expected, SizeText.Of(bytes));

    [Theory]
    [InlineData(new[] { 1024L }, "at 1K")]
    [InlineData(new[] { 1024L, 4096 }, "at 1K and 4K")]
    [InlineData(new[] { 1024L, 2048, 4096 }, "from 1K to 4K")]
    [InlineData(new[] { 1024L, 4096, 8192, 16384 }, "at 1K and from 4K to 16K")]
    [InlineData(new[] { 1024L, 2048, 4096, 8192, 16384 }, "at every size")]
    public void At_Sizes_NamesThemInFewWords(long[] sizes, string expected) =>
        Assert.Equal(expected, SizeText.At(sizes, [1024, 2048, 4096, 8192, 16384]));
}
