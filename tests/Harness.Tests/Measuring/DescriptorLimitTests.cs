using FileTransfer.Harness.Measuring;
using FileTransfer.Strategies;
using Xunit;

namespace FileTransfer.Harness.Tests.Measuring;

public sealed class DescriptorLimitTests
{
    [Theory]
    [InlineData("http-body-32", 331)]
    [InlineData("http-headers-2", 301)]
    public void ThrowIfTooLow_LimitBelowWhatIsNeeded_SaysSoBeforehand(string id, long limit)
    {
        UsageException exception = Assert.Throws<UsageException>(() => DescriptorLimit.ThrowIfTooLow([StrategyCatalog.Find("send-file"), StrategyCatalog.Find(id)], limit));
        Assert.Contains(id, exception.Message, StringComparison.Ordinal);
        Assert.Contains($"{limit} descriptors", exception.Message, StringComparison.Ordinal);
        Assert.Contains("ulimit -n", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void ThrowIfTooLow_EnoughOrNothingInFlight_Passes()
    {
        DescriptorLimit.ThrowIfTooLow(StrategyCatalog.All, 332);
        DescriptorLimit.ThrowIfTooLow(StrategyCatalog.All, limit: null);
        DescriptorLimit.ThrowIfTooLow([StrategyCatalog.Find("send-file")], 10);
    }
}
