using FileTransfer.Results.Analysis;

namespace FileTransfer.Harness.Tests.Analysis;

public sealed class DigitsTests
{
    [Theory]
    [InlineData(1234.5, 3, "1230")]
    [InlineData(0.0456, 2, "0.046")]
    [InlineData(9.996, 3, "10.0")]
    [InlineData(10, 3, "10.0")]
    [InlineData(0.000012345, 3, "0.0000123")]
    [InlineData(123456789012, 3, "123000000000")]
    [InlineData(-1.26, 2, "-1.3")]
    [InlineData(0, 3, "0")]
    [InlineData(double.NaN, 3, "NaN")]
    public void Significant_Value_HasSoManyDigits(double value, int digits, string expected) =>
        Assert.Equal(expected, Digits.Significant(value, digits));

    [Theory]
    [InlineData(0.951, "0.95")]
    [InlineData(0.996, "0.996")]
    [InlineData(1.0151, "1.02")]
    [InlineData(1.996, "2.0")]
    [InlineData(3.0999, "3.1")]
    [InlineData(12.34, "12")]
    [InlineData(0.0123, "0.012")]
    public void Ratio_Value_IsWrittenShort(double value, string expected) => Assert.Equal(expected, Digits.Ratio(value));

    [Theory]
    [InlineData(38, "38.0 ns")]
    [InlineData(999.4, "999 ns")]
    [InlineData(999.7, "1.00 µs")]
    [InlineData(40_260, "40.3 µs")]
    [InlineData(160_000, "160 µs")]
    [InlineData(999_700, "1.00 ms")]
    [InlineData(1_420_000, "1.42 ms")]
    [InlineData(83.5e9, "83.5 s")]
    [InlineData(0, "0 ns")]
    public void Nanoseconds_Value_HasASensibleUnit(double value, string expected) =>
        Assert.Equal(expected, new Nanoseconds(value).ToString());
}
