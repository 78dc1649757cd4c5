using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests;

[TestClass(DisableParallelization = true)]
public sealed class DescriptorLeakTests(LiveReceivers receivers, PayloadFolder folder)
{
    public static TheoryData<string> Ids => StrategyCases.FramedIdsOf(descriptor => descriptor.Holds != FileHolding.LeftToTheCollector);

    [Theory]
    [MemberData(nameof(Ids))]
    public Task Transfer_ManyTimes_LeavesNothingOpen(string id) => AssertNothingLeftAsync(id, size: 1 << 10, Exhaustive.Or(50, 2_000));

    /// <summary>What is larger takes another path in some; a few are enough to leave something open.</summary>
    [Theory]
    [MemberData(nameof(Ids))]
    public Task Transfer_OfMoreThanASmallFile_LeavesNothingOpen(string id) =>
        AssertNothingLeftAsync(id, size: 100 << 10, Exhaustive.Or(10, 100));

    private async Task AssertNothingLeftAsync(string id, int size, int count)
    {
        Assert.SkipUnless(OpenDescriptors.CanBeListed, "descriptors are counted in /proc/self/fd, which needs Linux");
        Payload payload = folder.Get(size).Payload;
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, receivers.ConnectionFor(id));
        await Transfers.RepeatAsync(strategy, payload, count: 5);
        using var uncollected = NoCollection.Begin();
        OpenDescriptors before = OpenDescriptors.Now();
        await Transfers.RepeatAsync(strategy, payload, count);
        IReadOnlyList<string> left = before.LeftSince();
        Assert.True(left.Count == 0, $"{id} leaves open after {count} transfers of {size} bytes: {string.Join(", ", left)}");
        FileHolding holds = OpenDescriptors.CountOf(payload.Path) > 0 ? FileHolding.Kept : FileHolding.PerTransfer;
        FileHolding stated = StrategyCatalog.Find(id).Holds;
        Assert.True(
            holds == stated,
            $"after a transfer {id} has its file {(holds == FileHolding.Kept ? "open" : "closed")}, "
            + $"and its descriptor says Holds = {stated}: "
            + "change one of them");
        await strategy.DisposeAsync();
        Assert.Equal(0, OpenDescriptors.CountOf(payload.Path));
        Assert.Equal(0, Mappings.Of(payload.Path));
    }
}
