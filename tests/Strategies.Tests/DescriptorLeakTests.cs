namespace FileTransfer.Strategies.Tests;

public sealed class DescriptorLeakTests(LiveReceivers receivers, PayloadFolder folder)
{
    private const int Transfers = 10_000;

    public static TheoryData<string> Ids =>
        [.. StrategyCases.Framed.Select(descriptor => descriptor.Id).Where(id => !StrategyCases.LeavesDescriptorsOpen(id))];

    [Theory]
    [MemberData(nameof(Ids))]
    public Task Transfer_TenThousandTimes_LeavesNothingOpen(string id) => AssertNothingLeftAsync(id, size: 1 << 10, Transfers);

    /// <summary>What is larger takes another path in some; a few are enough to leave something open.</summary>
    [Theory]
    [MemberData(nameof(Ids))]
    public Task Transfer_OfMoreThanASmallFile_LeavesNothingOpen(string id) => AssertNothingLeftAsync(id, size: 100 << 10, count: 100);

    private async Task AssertNothingLeftAsync(string id, int size, int count)
    {
        Assert.SkipUnless(OpenDescriptors.CanBeListed, "descriptors are counted in /proc/self/fd, which needs Linux");
        Payload payload = folder.Get(size).Payload;
        await using ITransferStrategy strategy = await Tests.Transfers.ConnectAsync(id, receivers.ConnectionFor(id));
        await Tests.Transfers.RepeatAsync(strategy, payload, count: 10);
        IReadOnlyList<string> before = OpenDescriptors.Now();
        int mappings = Mappings.Of(payload.Path);
        await Tests.Transfers.RepeatAsync(strategy, payload, count);
        OpenDescriptors.AssertNothingLeft(before);
        Assert.Equal(mappings, Mappings.Of(payload.Path));
        Assert.Equal(id.EndsWith("-kept", StringComparison.Ordinal), OpenDescriptors.Now().Contains(payload.Path));
        await strategy.DisposeAsync();
        Assert.DoesNotContain(payload.Path, OpenDescriptors.Now());
        Assert.Equal(0, Mappings.Of(payload.Path));
    }
}
