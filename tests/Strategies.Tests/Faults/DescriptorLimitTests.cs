namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>What every strategy makes of a process that has no descriptor left.</summary>
public sealed class DescriptorLimitTests(LiveReceivers receivers, PayloadFolder folder)
{
    public static TheoryData<string> Ids => StrategyCases.DeliveringIds();

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_NoDescriptorLeft_NamesTheLimit(string id)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the limit is set as on Linux");
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receivers.Connection("tcp"));
        // Loads whatever code a transfer needs, and that takes descriptors too.
        await Transfers.RunAsync(strategy, folder.Get(1000).Payload);
        Payload unopened = folder.Get(1000, seed: 2).Payload;
        TransferException exception;
        // The three of every process: enough for poll(2), which takes no more descriptors at a time than the limit.
        using (new DescriptorLimit(most: 3))
        {
            exception = await Assert.ThrowsAsync<TransferException>(() => Transfers.RunAsync(strategy, unopened));
        }

        Assert.Equal(TransferErrorKind.PayloadUnreadable, exception.Kind);
        Assert.Contains("ulimit -n", exception.Message, StringComparison.Ordinal);
    }
}
