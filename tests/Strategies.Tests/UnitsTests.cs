using FileTransfer.Strategies.Units;

namespace FileTransfer.Strategies.Tests;

/// <summary>Short times and rates, as thresholds are written.</summary>
public sealed class UnitsTests
{
    [Theory]
    [InlineData("150ns", 150)]
    [InlineData("20us", 20_000)]
    [InlineData("20\u00b5s", 20_000)]
    [InlineData("20\u03bcs", 20_000)]
    [InlineData("1.5ms", 1_500_000)]
    [InlineData("2s", 2e9)]
    public void TryParseNanoseconds_Time_IsRead(string text, double expected)
    {
        Assert.True(Duration.TryParseNanoseconds(text, out double nanoseconds));
        Assert.Equal(expected, nanoseconds, 1e-6);
    }

    [Theory]
    [InlineData("")]
    [InlineData("2")]
    [InlineData("0ms")]
    [InlineData("-1ms")]
    [InlineData("NaNms")]
    [InlineData("Infinitys")]
    [InlineData("2 ms")]
    [InlineData("1,5ms")]
    [InlineData("2m")]
    public void TryParseNanoseconds_AnythingElse_IsNone(string text) => Assert.False(Duration.TryParseNanoseconds(text, out _));

    [Theory]
    [InlineData("500MB/s", 5e8)]
    [InlineData("1.2GB/s", 1.2e9)]
    [InlineData("800kB/s", 8e5)]
    [InlineData("800KB/s", 8e5)]
    [InlineData("5B/s", 5)]
    public void TryParse_ByteRate_IsReadInPowersOf10(string text, double expected)
    {
        Assert.True(ByteRate.TryParse(text, out double bytesPerSecond));
        Assert.Equal(expected, bytesPerSecond, 1e-3);
    }

    [Theory]
    [InlineData("")]
    [InlineData("500")]
    [InlineData("500MB")]
    [InlineData("500Mb/s")]
    [InlineData("0MB/s")]
    [InlineData("NaNMB/s")]
    [InlineData("-5MB/s")]
    public void TryParse_AnythingElse_IsNoByteRate(string text) => Assert.False(ByteRate.TryParse(text, out _));
}
