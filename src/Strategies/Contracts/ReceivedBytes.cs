using System.Buffers.Binary;
using System.Net.Sockets;

namespace FileTransfer.Strategies.Contracts;

/// <summary>What the kernel counted on the sockets of a strategy that fetches: a witness of its own for the bytes that came.</summary>
/// <remarks>Linux counts them in struct tcp_info (&lt;linux/tcp.h&gt;, tcpi_bytes_received, since Linux 4.1); elsewhere nothing is known.</remarks>
public sealed class ReceivedBytes
{
    private const int IpProtoTcp = 6;
    private const int TcpInfo = 11;
    private const int Offset = 128;

    private readonly Lock _lock = new();
    private readonly List<Socket> _sockets = [];

    /// <summary>Bytes that the sockets have received; null where the kernel does not count them. Nobody knows it of a closed one, which counts for nothing.</summary>
    public long? Sum()
    {
        lock (_lock)
        {
            return OperatingSystem.IsLinux() ? _sockets.Sum(OfSocket) : null;
        }
    }

    /// <summary>Counts a socket in; a strategy that makes its own connections calls it for each.</summary>
    public void Add(Socket socket)
    {
        lock (_lock)
        {
            _sockets.Add(socket);
        }
    }

    private static long OfSocket(Socket socket)
    {
        try
        {
            Span<byte> info = stackalloc byte[Offset + sizeof(long)];
            return socket.GetRawSocketOption(IpProtoTcp, TcpInfo, info) == info.Length ? BinaryPrimitives.ReadInt64LittleEndian(info[Offset..]) : 0;
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            return 0;
        }
    }
}
