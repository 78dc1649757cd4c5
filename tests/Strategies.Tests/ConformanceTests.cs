using System.Diagnostics;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests;

/// <summary>Every strategy delivers every byte in order, to the real receivers.</summary>
public sealed class ConformanceTests(LiveReceivers receivers, PayloadFolder folder)
{
    private static readonly int[] s_sizes = [0, 1, 4095, 4096, 4097, 65_537, 12_345_678];

    public static TheoryData<string, string, int> Cases =>
        [.. StrategyCases.Delivering.SelectMany(descriptor => descriptor.Transports.SelectMany(transport => SizesOf(descriptor.Id).Select(size => (descriptor.Id, transport, size))))];

    public static TheoryData<string, string> ByTransport => StrategyCases.DeliveringByTransport();

    [Theory]
    [MemberData(nameof(Cases))]
    public Task Transfer_ToVerifyingReceiver_ConfirmsLengthAndChecksum(string id, string transport, int size) =>
        SendAsync(id, receivers.Connection($"{transport}-verify"), verifies: true, size, size);

    [Theory]
    [MemberData(nameof(Cases))]
    public Task Transfer_ToDrainingReceiver_ConfirmsLength(string id, string transport, int size) =>
        SendAsync(id, receivers.Connection(transport), verifies: false, size, size);

    [Theory]
    [MemberData(nameof(ByTransport))]
    public Task Transfer_EverySizeOnOneConnection_ConfirmsLengthAndChecksum(string id, string transport) =>
        SendAsync(id, receivers.Connection($"{transport}-verify"), verifies: true, [.. SizesOf(id), .. SizesOf(id).Reverse()]);

    [Theory]
    [MemberData(nameof(ByTransport))]
    public Task Transfer_WithNagle_ConfirmsLengthAndChecksum(string id, string transport) =>
        SendAsync(id, receivers.Connection($"{transport}-verify") with { NoDelay = false }, verifies: true, MiddleOf(id), MiddleOf(id));

    [Theory]
    [MemberData(nameof(ByTransport))]
    public Task Transfer_WithCubic_ConfirmsLengthAndChecksum(string id, string transport)
    {
        Assert.SkipUnless(SocketTuning.AvailableCongestionControls().Contains("cubic"), "this kernel has no congestion control named cubic");
        return SendAsync(id, receivers.Connection($"{transport}-verify") with { CongestionControl = "cubic" }, verifies: true, MiddleOf(id), MiddleOf(id));
    }

    private static int[] SizesOf(string id) => [.. s_sizes.Where(size => StrategyCatalog.Find(id).Takes.Include(size))];

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
            Assert.Equal(verifies ? file.Crc32C : 0, delivery.Crc32C);
            Assert.InRange(delivery.SendReturnedTimestamp, start, Stopwatch.GetTimestamp());
        }
    }
}
