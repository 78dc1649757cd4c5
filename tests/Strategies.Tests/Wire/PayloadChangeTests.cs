using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;

namespace FileTransfer.Strategies.Tests.Wire;

/// <summary>Words for a file that changed; the strategies' own tests cut files for real.</summary>
public sealed class PayloadChangeTests
{
    [Theory]
    [InlineData(0, "data shrank from 1000 to 0 bytes")]
    [InlineData(2000, "data grew from 1000 to 2000 bytes")]
    [InlineData(1000, "data ended at byte 600 while it was being sent, and now has 1000 bytes again")]
    public void Ended_Length_IsTheOneOfNow(long length, string words)
    {
        TransferException exception = PayloadChange.Ended(new Payload("data", 1000), offset: 600, length);
        Assert.Equal(TransferErrorKind.PayloadChanged, exception.Kind);
        Assert.StartsWith(words, exception.Message, StringComparison.Ordinal);
        Assert.EndsWith("; measure a file that nothing writes to", exception.Message, StringComparison.Ordinal);
    }
}
