using System.Net.Sockets;

namespace FileTransfer.Strategies.Tcp;

/// <summary>An independent count of the bytes a fetch receives: the kernel's counters of the strategy's sockets.</summary>
/// <remarks>Linux counts them: <see cref="TcpCounters"/>. Not available elsewhere.</remarks>
public sealed class ReceivedBytes
{
    private readonly Lock _lock = new();
    private readonly List<Socket> _sockets = [];
    private long _closed;
    private int _connections;

    /// <summary>Number of sockets so far.</summary>
    public int Connections => Volatile.Read(ref _connections);

    /// <summary>
    /// Bytes that the sockets have received; null on other systems than Linux. A closed socket counts as 0, because the kernel no longer
    /// reports its bytes, unless <see cref="Close"/> has been called before.
    /// </summary>
    public long? Sum()
    {
        lock (_lock)
        {
            return OperatingSystem.IsLinux() ? _closed + _sockets.Sum(socket => TcpCounters.Of(socket)?.Received ?? 0) : null;
        }
    }

    /// <summary>Adds a socket to the count. A strategy that opens its own connections calls it for each of them.</summary>
    public void Add(Socket socket)
    {
        lock (_lock)
        {
            _sockets.Add(socket);
            _connections++;
        }
    }

    /// <summary>Keeps the count of a socket that is about to be closed, because the server ends its connections.</summary>
    public void Close(Socket socket)
    {
        lock (_lock)
        {
            if (_sockets.Remove(socket))
            {
                _closed += TcpCounters.Of(socket)?.Received ?? 0;
            }
        }
    }
}
