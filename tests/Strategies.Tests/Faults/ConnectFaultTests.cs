using System.Net;
using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests.Faults;

/// <summary>What every strategy makes of a connection that cannot be had.</summary>
public sealed class ConnectFaultTests(LiveReceivers receivers)
{
    public static TheoryData<string> Ids => StrategyCases.FramedIds();

    public static TheoryData<string> OverTcp => StrategyCases.DeliveringIdsOver("tcp");

    [Theory]
    [MemberData(nameof(OverTcp))]
    public async Task Connect_NobodyListens_ConnectFailedWithTheEndpoint(string id)
    {
        // Bound, so that nobody else takes the port, but not listening.
        using var taken = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        taken.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        TransferException exception = await FailAsync(id, new ConnectionOptions { Endpoint = taken.LocalEndPoint! });
        Assert.Equal(TransferErrorKind.ConnectFailed, exception.Kind);
        Assert.StartsWith($"cannot connect to {taken.LocalEndPoint}:", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(OverTcp))]
    public async Task Connect_UnknownCongestionControl_UnsupportedListingTheValidOnes(string id)
    {
        TransferException exception = await FailAsync(id, receivers.Connection("tcp") with { CongestionControl = "no-such" });
        Assert.Equal(TransferErrorKind.Unsupported, exception.Kind);
        Assert.Contains("'no-such'", exception.Message, StringComparison.Ordinal);
        Assert.NotEmpty(SocketTuning.AvailableCongestionControls());
        Assert.All(SocketTuning.AvailableCongestionControls(), name => Assert.Contains(name, exception.Message, StringComparison.Ordinal));
    }

    [Theory]
    [MemberData(nameof(OverTcp))]
    public async Task Connect_ListenerIsFull_ConnectFailedAfterTheTimeout(string id)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "only Linux leaves a connection to a full listener waiting");
        using var full = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        full.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        full.Listen(0);
        using var first = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        first.Connect(full.LocalEndPoint!);
        TransferException exception = await FailAsync(
            id,
            new ConnectionOptions { Endpoint = full.LocalEndPoint!, Timeout = TimeSpan.FromMilliseconds(100) });
        Assert.Equal(TransferErrorKind.ConnectFailed, exception.Kind);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Connect_Cancelled_Throws(string id)
    {
        await using ITransferStrategy strategy = StrategyCatalog.Find(id).Create(receivers.ConnectionFor(id));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => strategy.ConnectAsync(new CancellationToken(canceled: true)).AsTask());
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_NotConnected_SaysSo(string id)
    {
        await using ITransferStrategy strategy = StrategyCatalog.Find(id).Create(receivers.ConnectionFor(id));
        InvalidOperationException exception = await Assert.ThrowsAsync<InvalidOperationException>(
            () => Transfers.RunAsync(strategy, new Payload(typeof(ConnectFaultTests).Assembly.Location, 1)));
        Assert.Contains("not connected", exception.Message, StringComparison.Ordinal);
    }

    private static Task<TransferException> FailAsync(string id, ConnectionOptions options) =>
        Assert.ThrowsAsync<TransferException>(() => Transfers.ConnectAsync(id, options));
}
