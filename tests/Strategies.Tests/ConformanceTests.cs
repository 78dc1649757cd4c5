using System.Diagnostics;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests;

/// <summary>Every strategy delivers every byte in order, to the real receivers.</summary>
public sealed class ConformanceTests(LiveReceivers receivers, PayloadFolder folder)
{
    private static readonly int[] s_sizes = [0, 1, 4095, 4096, 4097, 65_537, 12_345_678];

    /// <summary>Every size over every transport, or over the first one alone: the others take several on one connection.</summary>
    public static TheoryData<string, string, int> Cases =>
        [.. from descriptor in StrategyCases.Delivering
            from transport in descriptor.Transports.Take(Exhaustive.Or(1, int.MaxValue))
            from size in SizesOf(descriptor.Id)
            select (descriptor.Id, transport, size)];

    /// <summary>A middle size for receivers that only drain, or all.</summary>
    public static TheoryData<string, string, int> DrainedCases => Exhaustive.IsAskedFor
        ? Cases
        : [.. from descriptor in StrategyCases.Delivering
              from transport in descriptor.Transports
              select (descriptor.Id, transport, MiddleOf(descriptor.Id))];

    public static TheoryData<string, string> ByTransport => StrategyCases.DeliveringByTransport();

    [Theory]
    [MemberData(nameof(Cases))]
    public Task Transfer_ToVerifyingReceiver_ConfirmsLengthAndChecksum(string id, string transport, int size) =>
        SendAsync(id, receivers.Connection($"{transport}-verify"), verifies: true, size, size);

    [Theory]
    [MemberData(nameof(DrainedCases))]
    public Task Transfer_ToDrainingReceiver_ConfirmsLength(string id, string transport, int size) =>
        SendAsync(id, receivers.Connection(transport), verifies: false, size, size);

    [Theory]
    [MemberData(nameof(ByTransport))]
    public Task Transfer_EverySizeOnOneConnection_ConfirmsLengthAndChecksum(string id, string transport) =>
        SendAsync(id, receivers.Connection($"{transport}-verify"), verifies: true, [.. ManyOf(id), .. ManyOf(id).Reverse()]);

    [Theory]
    [MemberData(nameof(ByTransport))]
    public Task Transfer_WithNagle_ConfirmsLengthAndChecksum(string id, string transport) =>
        SendAsync(id, receivers.Connection($"{transport}-verify") with { NoDelay = false }, verifies: true, MiddleOf(id), MiddleOf(id));

    [Theory]
    [MemberData(nameof(ByTransport))]
    public Task Transfer_WithCubic_ConfirmsLengthAndChecksum(string id, string transport)
    {
        Assert.SkipUnless(
            SocketTuning.AvailableCongestionControls().Contains("cubic"),
            "this kernel has no congestion control named cubic");
        return SendAsync(
            id,
            receivers.Connection($"{transport}-verify") with { CongestionControl = "cubic" },
            verifies: true,
            MiddleOf(id),
            MiddleOf(id));
    }

    private static int[] SizesOf(string id) => [.. s_sizes.Where(size => StrategyCatalog.Find(id).AcceptedSizes.Include(size))];

    /// <summary>The longest only in the exhaustive run: over its first transport every strategy sends it anyway.</summary>
    private static IEnumerable<int> ManyOf(string id) => SizesOf(id).Where(size => size < Exhaustive.Or(1_000_000, int.MaxValue));

    private static int MiddleOf(string id) => SizesOf(id).Length > 2 ? SizesOf(id)[^2] : SizesOf(id)[0];

    /// <summary>Sends files of these sizes, no two with the same content, over one connection.</summary>
    private async Task SendAsync(string id, ConnectionOptions connection, bool verifies, params int[] sizes)
    {
        await using ITransferStrategy strategy = await Transfers.ConnectAsync(id, connection);
        int seed = 0;
        foreach (int size in sizes)
        {
            TestPayload file = folder.Get(size, seed++ % 2);
            long start = Stopwatch.GetTimestamp();
            Delivery delivery = await Transfers.RunAsync(strategy, file.Payload);
            Assert.Equal(size, delivery.Bytes);
            // A receiver that only drains checks what it likes.
            Assert.Equal(verifies || delivery.Crc32C != 0 ? file.Crc32C : 0, delivery.Crc32C);
            Assert.InRange(delivery.SendReturnedTimestamp, start, Stopwatch.GetTimestamp());
        }
    }
}
