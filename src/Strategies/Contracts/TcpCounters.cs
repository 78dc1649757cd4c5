using System.Buffers.Binary;
using System.Net.Sockets;

namespace FileTransfer.Strategies.Contracts;

/// <summary>What the kernel has counted for a TCP connection: struct tcp_info of &lt;linux/tcp.h&gt;, since Linux 4.1.</summary>
/// <param name="Acknowledged">Bytes that were sent and that the peer has acknowledged (tcpi_bytes_acked).</param>
/// <param name="Received">Bytes that came from the peer (tcpi_bytes_received).</param>
public readonly record struct TcpCounters(long Acknowledged, long Received)
{
    private const int IpProtoTcp = 6;
    private const int TcpInfo = 11;
    private const int AcknowledgedOffset = 120;
    private const int ReceivedOffset = 128;

    /// <summary>The counters of a socket; null where there are none: on other systems, for other sockets, for one that is closed.</summary>
    public static TcpCounters? Of(Socket socket)
    {
        if (!OperatingSystem.IsLinux())
        {
            return null;
        }

        try
        {
            Span<byte> info = stackalloc byte[ReceivedOffset + sizeof(long)];
            return socket.GetRawSocketOption(IpProtoTcp, TcpInfo, info) == info.Length
                ? new TcpCounters(
                    BinaryPrimitives.ReadInt64LittleEndian(info[AcknowledgedOffset..]),
                    BinaryPrimitives.ReadInt64LittleEndian(info[ReceivedOffset..]))
                : null;
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            return null;
        }
    }
}
