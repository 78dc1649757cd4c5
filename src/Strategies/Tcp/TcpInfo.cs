using System.Buffers.Binary;
using System.Net.Sockets;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Tcp;

/// <summary>What the kernel has counted for a TCP connection, since Linux 4.1.</summary>
/// <param name="Acknowledged">Bytes that were sent and that the peer has acknowledged (tcpi_bytes_acked).</param>
/// <param name="Received">Bytes that came from the peer (tcpi_bytes_received).</param>
public readonly record struct TcpCounters(long Acknowledged, long Received)
{
    private const int AcknowledgedOffset = 120;
    private const int ReceivedOffset = 128;

    /// <summary>The counters of a socket; null where there are none: on other systems, for other sockets, for one that is closed.</summary>
    public static TcpCounters? Of(Socket socket)
    {
        Span<byte> info = stackalloc byte[ReceivedOffset + sizeof(long)];
        return TcpInfo.TryRead(socket, info)
            ? new TcpCounters(
                BinaryPrimitives.ReadInt64LittleEndian(info[AcknowledgedOffset..]),
                BinaryPrimitives.ReadInt64LittleEndian(info[ReceivedOffset..]))
            : null;
    }
}

/// <summary>What the kernel knows about the path of a TCP connection.</summary>
/// <param name="RoundTripMicroseconds">Smoothed round-trip time, in microseconds (tcpi_rtt).</param>
/// <param name="SegmentBytes">Longest payload of a segment, in bytes (tcpi_snd_mss).</param>
/// <param name="MtuBytes">Longest packet, in bytes (tcpi_pmtu).</param>
public readonly record struct TcpPath(long RoundTripMicroseconds, int SegmentBytes, int MtuBytes)
{
    private const int SegmentOffset = 16;
    private const int MtuOffset = 60;
    private const int RoundTripOffset = 68;

    /// <summary>The path of a connected socket; null on other systems, and for other sockets.</summary>
    public static TcpPath? Of(Socket socket)
    {
        Span<byte> info = stackalloc byte[RoundTripOffset + sizeof(int)];
        return TcpInfo.TryRead(socket, info)
            ? new TcpPath(
                BinaryPrimitives.ReadUInt32LittleEndian(info[RoundTripOffset..]),
                BinaryPrimitives.ReadInt32LittleEndian(info[SegmentOffset..]),
                BinaryPrimitives.ReadInt32LittleEndian(info[MtuOffset..]))
            : null;
    }
}

/// <summary>The window of a TCP connection.</summary>
internal static class TcpWindow
{
    /// <summary>Of tcpi_snd_wnd, since Linux 5.4.</summary>
    private const int WindowOffset = 228;

    /// <summary>How many bytes the peer is ready to take; null on other systems, for other sockets, and before Linux 5.4.</summary>
    public static int? Of(Socket socket)
    {
        Span<byte> info = stackalloc byte[WindowOffset + sizeof(int)];
        return TcpInfo.TryRead(socket, info) ? BinaryPrimitives.ReadInt32LittleEndian(info[WindowOffset..]) : null;
    }
}

/// <summary>What limited a TCP connection so far.</summary>
/// <param name="Retransmissions">Segments that were sent again (tcpi_total_retrans).</param>
/// <param name="PacingBytesPerSecond">Rate to which it is held back (tcpi_pacing_rate); null when it is not.</param>
/// <param name="ShortestRoundTripMicroseconds">Shortest round trip seen, in microseconds (tcpi_min_rtt).</param>
/// <param name="BusyMicroseconds">Time with something to send, in microseconds (tcpi_busy_time).</param>
/// <param name="WindowLimitedMicroseconds">Time limited by the receiver's window, in microseconds (tcpi_rwnd_limited).</param>
/// <param name="BufferLimitedMicroseconds">Time limited by the send buffer, in microseconds (tcpi_sndbuf_limited).</param>
internal readonly record struct TcpLimits(
    int Retransmissions,
    double? PacingBytesPerSecond,
    long ShortestRoundTripMicroseconds,
    long BusyMicroseconds,
    long WindowLimitedMicroseconds,
    long BufferLimitedMicroseconds)
{
    private const int RetransmissionsOffset = 100;
    private const int PacingOffset = 104;
    private const int ShortestRoundTripOffset = 148;
    private const int BusyOffset = 168;
    private const int WindowOffset = 176;
    private const int BufferOffset = 184;

    /// <summary>The limits of a socket; null where there are none.</summary>
    public static TcpLimits? Of(Socket socket)
    {
        Span<byte> info = stackalloc byte[BufferOffset + sizeof(long)];
        return TcpInfo.TryRead(socket, info)
            ? new TcpLimits(
                BinaryPrimitives.ReadInt32LittleEndian(info[RetransmissionsOffset..]),
                // All ones: not held back.
                BinaryPrimitives.ReadInt64LittleEndian(info[PacingOffset..]) is var pacing && pacing >= 0 ? pacing : null,
                BinaryPrimitives.ReadUInt32LittleEndian(info[ShortestRoundTripOffset..]),
                BinaryPrimitives.ReadInt64LittleEndian(info[BusyOffset..]),
                BinaryPrimitives.ReadInt64LittleEndian(info[WindowOffset..]),
                BinaryPrimitives.ReadInt64LittleEndian(info[BufferOffset..]))
            : null;
    }

    /// <summary>Segments that were sent again; a shorter read than all.</summary>
    public static int? RetransmissionsOf(Socket socket)
    {
        Span<byte> info = stackalloc byte[PacingOffset];
        return TcpInfo.TryRead(socket, info) ? BinaryPrimitives.ReadInt32LittleEndian(info[RetransmissionsOffset..]) : null;
    }
}

/// <summary>struct tcp_info of &lt;linux/tcp.h&gt;.</summary>
internal static class TcpInfo
{
    /// <summary>Reads the beginning of the struct; false on other systems, for other sockets, and for one that is closed.</summary>
    public static bool TryRead(Socket socket, Span<byte> info)
    {
        try
        {
            return OperatingSystem.IsLinux() && socket.GetRawSocketOption(SocketOption.TcpLevel, SocketOption.TcpInfo, info) == info.Length;
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            return false;
        }
    }
}
