using System.Buffers.Binary;
using System.Net.Sockets;

namespace FileTransfer.Strategies.Contracts;

/// <summary>What the kernel knows about the path of a TCP connection: struct tcp_info of &lt;linux/tcp.h&gt;.</summary>
/// <param name="RoundTripMicroseconds">Smoothed round-trip time, in microseconds (tcpi_rtt).</param>
/// <param name="SegmentBytes">Longest payload of a segment, in bytes (tcpi_snd_mss).</param>
/// <param name="MtuBytes">Longest packet, in bytes (tcpi_pmtu).</param>
public readonly record struct TcpPath(long RoundTripMicroseconds, int SegmentBytes, int MtuBytes)
{
    private const int IpProtoTcp = 6;
    private const int TcpInfo = 11;
    private const int SegmentOffset = 16;
    private const int MtuOffset = 60;
    private const int RoundTripOffset = 68;
    private const int Size = 72;

    /// <summary>The path of a connected socket; null on other systems, and for other sockets.</summary>
    public static TcpPath? Of(Socket socket)
    {
        if (!OperatingSystem.IsLinux())
        {
            return null;
        }

        try
        {
            Span<byte> info = stackalloc byte[Size];
            return socket.GetRawSocketOption(IpProtoTcp, TcpInfo, info) == info.Length
                ? new TcpPath(
                    BinaryPrimitives.ReadUInt32LittleEndian(info[RoundTripOffset..]),
                    BinaryPrimitives.ReadInt32LittleEndian(info[SegmentOffset..]),
                    BinaryPrimitives.ReadInt32LittleEndian(info[MtuOffset..]))
                : null;
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            return null;
        }
    }
}
