using System.Text;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Downloads;

namespace FileTransfer.Strategies.Tests.Downloads;

/// <summary>A body in chunks is the file, however the network cuts it, and nothing else is taken for one.</summary>
public sealed class ChunkedBodyTests
{
    private const string File = "hello, chunks";

    [Theory]
    [InlineData("d\r\nhello, chunks\r\n0\r\n\r\n")]
    [InlineData("D\r\nhello, chunks\r\n0\r\n\r\n")]
    [InlineData("5\r\nhello\r\n8\r\n, chunks\r\n0\r\n\r\n")]
    [InlineData("05;name=value\r\nhello\r\n008\r\n, chunks\r\n000;last\r\n\r\n")]
    [InlineData("5\r\nhello\r\n8\r\n, chunks\r\n0\r\nTrailer: one\r\nOther: two\r\n\r\n")]
    [InlineData("5\nhello\n8\n, chunks\n0\n\n")]
    public void Append_CutAnywhere_IsTheFile(string body)
    {
        byte[] bytes = Encoding.ASCII.GetBytes(body);
        for (int piece = 1; piece <= bytes.Length; piece++)
        {
            var chunks = new ChunkedBody();
            var file = new ReceivedFile(File.Length, isChecked: true);
            foreach (byte[] part in bytes.Chunk(piece))
            {
                Assert.False(chunks.IsComplete);
                chunks.Append(part, ref file);
            }

            Assert.True(chunks.IsComplete);
            Delivery delivery = file.Confirm(1);
            Assert.Equal((File.Length, Crc(File)), (delivery.Bytes, delivery.Crc32C));
        }
    }

    [Theory]
    [InlineData("\r\n", "a chunk has no length")]
    [InlineData(";x\r\n", "a chunk begins with ';'")]
    [InlineData("x\r\n", "a chunk begins with 'x'")]
    [InlineData("-5\r\n", "a chunk begins with '-'")]
    [InlineData("ffffffffffffffff\r\n", "a chunk begins with 'f'")]
    [InlineData("5\r\nhelloX", "a chunk does not end at its announced length")]
    [InlineData("0\r\n\r\nX", "more bytes follow its last chunk")]
    public void Append_OfWhatIsNoChunk_IsRefused(string body, string message)
    {
        TransferException exception = Assert.Throws<TransferException>(() => Take(body));
        Assert.Equal(TransferErrorKind.Rejected, exception.Kind);
        Assert.Contains(message, exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Append_OfALineWithoutEnd_IsRefused() =>
        Assert.Contains(
            "does not end",
            Assert.Throws<TransferException>(() => Take($"5;{new string('x', 20_000)}")).Message,
            StringComparison.Ordinal);

    [Theory]
    [InlineData("e\r\nhello, chunks!\r\n0\r\n\r\n", "more than the 13 bytes")]
    [InlineData("5\r\nhello\r\n0\r\n\r\n", "5 of the 13 bytes")]
    public void Append_OfAnotherLength_IsRefused(string body, string message) =>
        Assert.Contains(message, Assert.Throws<TransferException>(() => Take(body)).Message, StringComparison.Ordinal);

    private static void Take(string body)
    {
        var chunks = new ChunkedBody();
        var file = new ReceivedFile(File.Length, isChecked: false);
        chunks.Append(Encoding.ASCII.GetBytes(body), ref file);
        file.Confirm(1);
    }

    private static uint Crc(string text)
    {
        var crc = new FileTransfer.Strategies.Wire.Crc32C();
        crc.Append(Encoding.ASCII.GetBytes(text));
        return crc.Value;
    }
}
