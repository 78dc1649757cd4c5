namespace FileTransfer.Strategies.Tests;

public sealed class DescriptorLeakTests(LiveReceivers receivers, PayloadFolder folder)
{
    private const int Transfers = 10_000;

    public static TheoryData<string> Ids =>
        [.. StrategyCases.Framed.Select(descriptor => descriptor.Id).Where(id => !StrategyCases.LeavesDescriptorsOpen(id))];

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_TenThousandTimes_LeavesNothingOpen(string id)
    {
        Assert.SkipUnless(OpenDescriptors.CanBeListed, "descriptors are counted in /proc/self/fd, which needs Linux");
        Payload payload = folder.Get(1024).Payload;
        await using ITransferStrategy strategy = await Tests.Transfers.ConnectAsync(id, receivers.ConnectionFor(id));
        await Tests.Transfers.RepeatAsync(strategy, payload, count: 10);
        IReadOnlyList<string> before = OpenDescriptors.Now();
        int mappings = Mappings.Of(payload.Path);
        await Tests.Transfers.RepeatAsync(strategy, payload, Transfers);
        OpenDescriptors.AssertNothingLeft(before);
        Assert.Equal(mappings, Mappings.Of(payload.Path));
        Assert.Equal(id.EndsWith("-kept", StringComparison.Ordinal), OpenDescriptors.Now().Contains(payload.Path));
        await strategy.DisposeAsync();
        Assert.DoesNotContain(payload.Path, OpenDescriptors.Now());
        Assert.Equal(0, Mappings.Of(payload.Path));
    }
}
