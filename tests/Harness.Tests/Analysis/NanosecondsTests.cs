using FileTransfer.Results;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Harness.Tests.Analysis;

public sealed class NanosecondsTests
{
    [Theory]
    [InlineData(44_900, 44_000, 46_100, "44.9 µs (44.0–46.1)")]
    [InlineData(998_000, 990_000, 1_020_000, "998 µs (990 µs–1.02 ms)")]
    [InlineData(54, 54, 54, "54.0 ns (54.0–54.0)")]
    public void WithInterval_WritesTheUnitOnceWhereItIsTheSame(double value, double lower, double upper, string text) =>
        Assert.Equal(text, Nanoseconds.WithInterval(value, new Interval(lower, upper)));

    [Fact]
    public void WithInterval_NoInterval_IsTheDurationAlone() =>
        Assert.Equal("1.42 ms", Nanoseconds.WithInterval(1_420_000, interval: null));
}
