using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.Measuring;

public sealed class DescriptorLimitTests
{
    [Theory]
    [InlineData("http-body-32", 331)]
    [InlineData("http-headers-2", 301)]
    public void ThrowIfTooLow_LimitBelowWhatIsNeeded_SaysSoBeforehand(string id, long limit)
    {
        UsageException exception = Assert.Throws<UsageException>(
            () => DescriptorLimit.ThrowIfTooLow([StrategyCatalog.Find("send-file"), StrategyCatalog.Find(id)], new HttpOptions(), limit));
        Assert.Contains(id, exception.Message, StringComparison.Ordinal);
        Assert.Contains($"{limit} descriptors", exception.Message, StringComparison.Ordinal);
        Assert.Contains("ulimit -n", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void ThrowIfTooLow_EnoughOrNothingInFlight_Passes()
    {
        DescriptorLimit.ThrowIfTooLow(StrategyCatalog.All, new HttpOptions(), 332);
        DescriptorLimit.ThrowIfTooLow(StrategyCatalog.All, new HttpOptions(), limit: null);
        DescriptorLimit.ThrowIfTooLow([StrategyCatalog.Find("send-file")], new HttpOptions(), 10);
    }

    [Fact]
    public void ThrowIfTooLow_FewerConnectionsThanInFlight_OnlyThoseCount()
    {
        var http = new HttpOptions { MaxConnections = 3 };
        DescriptorLimit.ThrowIfTooLow(StrategyCatalog.All, http, 303);
        UsageException exception = Assert.Throws<UsageException>(() => DescriptorLimit.ThrowIfTooLow(StrategyCatalog.All, http, 302));
        Assert.Contains("may open 3 connections", exception.Message, StringComparison.Ordinal);
        Assert.Contains("--max-connections", exception.Message, StringComparison.Ordinal);
    }
}
