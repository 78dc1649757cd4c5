using FileTransfer.Strategies.Units;

namespace FileTransfer.Strategies.Tests;

public sealed class ByteSizeTests
{
    [Theory]
    [InlineData("0", 0L)]
    [InlineData("1500", 1500L)]
    [InlineData("1K", 1024L)]
    [InlineData("64k", 65_536L)]
    [InlineData("10M", 10_485_760L)]
    [InlineData("1g", 1_073_741_824L)]
    [InlineData("0K", 0L)]
    [InlineData(" 2K ", 2048L)]
    [InlineData("40KB", 40_960L)]
    [InlineData("40KiB", 40_960L)]
    [InlineData("1.5M", 1_572_864L)]
    [InlineData("1.5mib", 1_572_864L)]
    [InlineData("0.5K", 512L)]
    [InlineData("1.0K", 1024L)]
    [InlineData("9223372036854775807", long.MaxValue)]
    [InlineData("8589934591G", 9_223_372_035_781_033_984L)]
    public void TryParse_Size_ReadsPowersOf1024(string text, long bytes)
    {
        Assert.True(ByteSize.TryParse(text, out ByteSize size));
        Assert.Equal(bytes, size.Bytes);
    }

    [Theory]
    [InlineData("")]
    [InlineData(" ")]
    [InlineData("K")]
    [InlineData("-1")]
    [InlineData("-1K")]
    [InlineData("+1K")]
    [InlineData("1,000")]
    [InlineData("1 K")]
    [InlineData("1.5")]
    [InlineData("1.0001K")]
    [InlineData(".5K")]
    [InlineData("1.K")]
    [InlineData("1B")]
    [InlineData("1iB")]
    [InlineData("KB")]
    [InlineData("1KBB")]
    [InlineData("1KK")]
    [InlineData("0x10")]
    [InlineData("1T")]
    [InlineData("99999999999G")]
    [InlineData("8589934592G")]
    [InlineData("9223372036854775808")]
    public void TryParse_NoSize_IsRejected(string text)
    {
        Assert.False(ByteSize.TryParse(text, out ByteSize size));
        Assert.Equal(0, size.Bytes);
    }

    [Theory]
    [InlineData(0L, "0")]
    [InlineData(1L, "1")]
    [InlineData(1023L, "1023")]
    [InlineData(1024L, "1K")]
    [InlineData(1025L, "1025")]
    [InlineData(1_536_000L, "1500K")]
    [InlineData(1_048_576L, "1M")]
    [InlineData(1_073_741_824L, "1G")]
    [InlineData(long.MaxValue, "9223372036854775807")]
    public void ToString_Size_IsTheShortestThatParsesBack(long bytes, string text)
    {
        Assert.Equal(text, new ByteSize(bytes).ToString());
        Assert.True(ByteSize.TryParse(text, out ByteSize back));
        Assert.Equal(bytes, back.Bytes);
    }

    [Fact]
    public void Compare_TwoSizes_IsByBytes()
    {
        var small = new ByteSize(1023);
        var large = new ByteSize(1024);
        Assert.True(small < large);
        Assert.True(large > small);
        Assert.True(small <= large && small <= new ByteSize(1023));
        Assert.True(large >= small && large >= new ByteSize(1024));
        Assert.Equal([small, large], new[] { large, small }.Order());
    }
}
