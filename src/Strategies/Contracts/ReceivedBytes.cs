using System.Buffers.Binary;
using System.Net.Sockets;

namespace FileTransfer.Strategies.Contracts;

/// <summary>An independent count of the bytes a fetch receives: the kernel's counters of the strategy's sockets.</summary>
/// <remarks>
/// Linux counts them in struct tcp_info (&lt;linux/tcp.h&gt;, tcpi_bytes_received, since Linux 4.1). Not available elsewhere.
/// </remarks>
public sealed class ReceivedBytes
{
    private const int IpProtoTcp = 6;
    private const int TcpInfo = 11;
    private const int BytesReceivedOffset = 128;

    private readonly Lock _lock = new();
    private readonly List<Socket> _sockets = [];

    /// <summary>
    /// Bytes that the sockets have received; null on other systems than Linux. A closed socket counts as 0: the kernel no longer
    /// reports its bytes.
    /// </summary>
    public long? Sum()
    {
        lock (_lock)
        {
            return OperatingSystem.IsLinux() ? _sockets.Sum(BytesOf) : null;
        }
    }

    /// <summary>Adds a socket to the count. A strategy that opens its own connections calls it for each of them.</summary>
    public void Add(Socket socket)
    {
        lock (_lock)
        {
            _sockets.Add(socket);
        }
    }

    private static long BytesOf(Socket socket)
    {
        try
        {
            Span<byte> info = stackalloc byte[BytesReceivedOffset + sizeof(long)];
            return socket.GetRawSocketOption(IpProtoTcp, TcpInfo, info) == info.Length
                ? BinaryPrimitives.ReadInt64LittleEndian(info[BytesReceivedOffset..])
                : 0;
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            return 0;
        }
    }
}
