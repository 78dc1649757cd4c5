using System.Diagnostics;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests;

/// <summary>Every strategy delivers every byte in order, to the real receivers.</summary>
public sealed class ConformanceTests(LiveReceivers receivers, PayloadFolder folder)
{
    private const int Longest = 12_345_678;

    private static readonly int[] s_sizes = [0, 1, 4095, 4096, 4097, 65_537, Longest];

    private static readonly HashSet<string> s_sendingTheLongest =
        [.. StrategyCases.OneOfEach(StrategyCases.Delivering).Select(descriptor => descriptor.Id)];

    /// <summary>Every size over every transport, or over the first one alone: the others take several on one connection.</summary>
    public static TheoryData<string, string, int> Cases =>
        [.. from descriptor in StrategyCases.Delivering
            from transport in descriptor.Transports.Take(Exhaustive.Or(1, int.MaxValue))
            from size in SizesOf(descriptor.Id)
            where size < Longest || s_sendingTheLongest.Contains(descriptor.Id)
            select (descriptor.Id, transport, size)];

    /// <summary>A middle size for receivers that only drain.</summary>
    public static TheoryData<string, string, int> DrainedCases =>
        [.. StrategyCases.OverTransports(StrategyCases.Delivering).Select(one => (one.Id, one.Transport, MiddleOf(one.Id)))];

    public static TheoryData<string, string> ByTransport => StrategyCases.DeliveringByTransport();

    /// <summary>What is set on a socket reaches it in the same way whatever sends.</summary>
    public static TheoryData<string, string> Tuned =>
        [.. StrategyCases.OverTransports(StrategyCases.OneOfEach(StrategyCases.Delivering))];

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
    [MemberData(nameof(Tuned))]
    public Task Transfer_WithNagle_ConfirmsLengthAndChecksum(string id, string transport) =>
        SendAsync(id, receivers.Connection($"{transport}-verify") with { NoDelay = false }, verifies: true, MiddleOf(id), MiddleOf(id));

    [Theory]
    [MemberData(nameof(Tuned))]
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

    /// <summary>The longest only in the exhaustive run.</summary>
    private static IEnumerable<int> ManyOf(string id) => SizesOf(id).Where(size => size < Exhaustive.Or(Longest, int.MaxValue));

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
