using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests.Wire;

public sealed class FrameHeaderTests
{
    [Theory]
    [InlineData(0L, "0000000000000000")]
    [InlineData(1L, "0000000000000001")]
    [InlineData(12_345_678L, "0000000000BC614E")]
    [InlineData(1L << 40, "0000010000000000")]
    [InlineData(long.MaxValue, "7FFFFFFFFFFFFFFF")]
    [InlineData(-1L, "FFFFFFFFFFFFFFFF")]
    public void Write_Length_IsBigEndianAndReadsBack(long length, string hex)
    {
        byte[] bytes = new byte[FrameHeader.Size];
        FrameHeader.Write(bytes, length);
        Assert.Equal(hex, Convert.ToHexString(bytes));
        Assert.Equal(length, FrameHeader.Read(bytes));
    }
}
