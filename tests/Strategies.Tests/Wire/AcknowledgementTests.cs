using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests.Wire;

public sealed class AcknowledgementTests
{
    [Theory]
    [InlineData(0L, 0U, "00000000000000000000000000000000")]
    [InlineData(9L, 0xE3069283U, "000000000000000900000000E3069283")]
    [InlineData(1L << 40, uint.MaxValue, "000001000000000000000000FFFFFFFF")]
    [InlineData(AcknowledgementStatus.BadLength, 0U, "FFFFFFFFFFFFFFFF0000000000000000")]
    [InlineData(AcknowledgementStatus.TooLarge, 0U, "FFFFFFFFFFFFFFFE0000000000000000")]
    [InlineData(AcknowledgementStatus.ReceiverFailure, 0U, "FFFFFFFFFFFFFFFD0000000000000000")]
    [InlineData(AcknowledgementStatus.ServerStopping, 0U, "FFFFFFFFFFFFFFFC0000000000000000")]
    public void Write_Acknowledgement_IsBigEndianAndReadsBack(long status, uint crc, string hex)
    {
        byte[] bytes = new byte[Acknowledgement.Size];
        new Acknowledgement(status, crc).Write(bytes);
        Assert.Equal(hex, Convert.ToHexString(bytes));
        Assert.Equal(new Acknowledgement(status, crc), Acknowledgement.Read(bytes));
    }

    [Theory]
    [InlineData("00000000000000010000000100000000")]
    [InlineData("0000000000000001FFFFFFFFFFFFFFFF")]
    [InlineData("485454502F312E312034303020426164")]
    public void Read_ChecksumFieldThatIsNone_Throws(string hex)
    {
        InvalidDataException exception = Assert.Throws<InvalidDataException>(() => Acknowledgement.Read(Convert.FromHexString(hex)));
        Assert.Contains($"0x{hex[16..]}", exception.Message, StringComparison.OrdinalIgnoreCase);
    }
}
