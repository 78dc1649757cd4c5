using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.Proof;

/// <summary>In how many TCP segments a small file arrives: with its header, or behind it.</summary>
public sealed class SegmentTests
{
    private const int HeaderSize = 8;
    private const int Size = 1024;
    private const int Transfers = 5;

    // <netinet/tcp.h>, struct tcp_info: linux/tcp.h since Linux 4.6.
    private const int IpProtoTcp = 6;
    private const int TcpInfo = 11;
    private const int DataSegmentsInOffset = 152;

    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(30);

    public static TheoryData<string> Ids =>
        [.. StrategyCatalog.All
            .Where(strategy => !strategy.NeedsWindows && strategy.Delivers && strategy.Transports[0] == "tcp")
            .Select(strategy => strategy.Id)];

    /// <summary>Segments of a file that fits into one beside its header.</summary>
    public static int SegmentsOf(StrategyDescriptor strategy) => strategy.SendsHeaderAlone ? 2 : 1;

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Transfer_1K_ArrivesInAsManySegmentsAsClaimed(string id)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "segments are counted by TCP_INFO, which needs Linux");
        StrategyDescriptor descriptor = StrategyCatalog.Find(id);
        Availability availability = descriptor.Probe();
        Assert.SkipUnless(availability.IsAvailable, availability.Reason ?? "");
        using var folder = new TemporaryFolder();
        var payload = new Payload(folder.File("payload", Size), Size);
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        Task<uint> segments = Task.Run(() => CountSegments(listener), TestContext.Current.CancellationToken);
        await using ITransferStrategy strategy = descriptor.Create(new ConnectionOptions
        {
            Endpoint = listener.LocalEndPoint!,
            Timeout = s_limit,
        });
        await Task.Run(() => SendAsync(strategy, payload), TestContext.Current.CancellationToken).WaitAsync(
            s_limit,
            TestContext.Current.CancellationToken);

        uint seen = await segments.WaitAsync(s_limit, TestContext.Current.CancellationToken);
        Assert.True(
            seen == Transfers * SegmentsOf(descriptor),
            $"{id} sent {Transfers} files of {Size} bytes in {seen} segments, and {Transfers * SegmentsOf(descriptor)} "
            + $"were expected, because its descriptor says SendsHeaderAlone = {descriptor.SendsHeaderAlone}. "
            + "Send the header together with the first bytes (Connection.SendHeader holds it back "
            + "for them), or write SendsHeaderAlone = true into the descriptor.");
    }

    private static async Task SendAsync(ITransferStrategy strategy, Payload payload)
    {
        await strategy.ConnectAsync(TestContext.Current.CancellationToken);
        for (int i = 0; i < Transfers; i++)
        {
            Delivery delivery = strategy is ISyncTransferStrategy synchronous
                ? synchronous.Transfer(payload)
                : await ((IAsyncTransferStrategy)strategy).TransferAsync(payload, TestContext.Current.CancellationToken);
            Assert.Equal(Size, delivery.Bytes);
        }
    }

    /// <summary>Drains and acknowledges, and returns in how many segments with data it all came.</summary>
    private static uint CountSegments(Socket listener)
    {
        using Socket connection = listener.Accept();
        connection.NoDelay = true;
        connection.ReceiveTimeout = (int)s_limit.TotalMilliseconds;
        byte[] frame = new byte[HeaderSize + Size];
        byte[] acknowledgement = new byte[16];
        BinaryPrimitives.WriteInt64BigEndian(acknowledgement, Size);
        for (int i = 0; i < Transfers; i++)
        {
            for (int received = 0; received < frame.Length;)
            {
                int count = connection.Receive(frame, received, frame.Length - received, SocketFlags.None);
                received += count > 0
                    ? count
                    : throw new InvalidOperationException($"the sender closed after {received} bytes of frame {i}");
            }

            connection.Send(acknowledgement);
        }

        Span<byte> info = stackalloc byte[256];
        int length = connection.GetRawSocketOption(IpProtoTcp, TcpInfo, info);
        Assert.True(length >= DataSegmentsInOffset + sizeof(uint), $"TCP_INFO has only {length} bytes here");
        return BitConverter.ToUInt32(info[DataSegmentsInOffset..]);
    }
}
