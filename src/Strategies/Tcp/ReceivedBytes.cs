using System.Net.Sockets;

namespace FileTransfer.Strategies.Tcp;

/// <summary>An independent count of the bytes a fetch receives: the kernel's counters of the strategy's sockets.</summary>
/// <remarks>Linux counts them: <see cref="TcpCounters"/>. Not available elsewhere.</remarks>
public sealed class ReceivedBytes
{
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
            return OperatingSystem.IsLinux() ? _sockets.Sum(socket => TcpCounters.Of(socket)?.Received ?? 0) : null;
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
}
