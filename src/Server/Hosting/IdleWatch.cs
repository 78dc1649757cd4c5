using System.Collections.Concurrent;
using System.Net.Sockets;
using FileTransfer.Server.Receivers;
using FileTransfer.Strategies.Tcp;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;

namespace FileTransfer.Server.Hosting;

/// <summary>Ends connections of a Kestrel over which nothing has moved for a while, whatever the protocol waits for.</summary>
/// <remarks>
/// Kestrel gives a response that nobody reads a second for every so many bytes that it has written, which for megabytes are hours, and
/// it has no limit for the answers to PING and SETTINGS frames that a peer leaves unread. What moves is told by the kernel's counters,
/// which are looked at now and then, so that no transfer is slower for it. Without such counters nothing is watched.
/// </remarks>
internal sealed class IdleWatch : IDisposable
{
    private const int LooksPerLimit = 4;

    /// <summary>Kestrel's own limits tell the peer, so they come first. It looks at them once a second.</summary>
    private static readonly TimeSpan s_kestrelsTurn = TimeSpan.FromSeconds(2);

    private readonly TimeSpan _limit;
    private readonly ReceiverCounters _counters;
    private readonly ConnectionLog _log;
    private readonly ConcurrentDictionary<Watched, bool> _connections = new();
    private readonly Timer _timer;

    /// <param name="limit">Longest time in which nothing moves.</param>
    /// <param name="counters">Counts those that were ended.</param>
    /// <param name="log">Tells of each.</param>
    public IdleWatch(TimeSpan limit, ReceiverCounters counters, ConnectionLog log)
    {
        _limit = limit;
        _counters = counters;
        _log = log;
        TimeSpan interval = limit / LooksPerLimit;
        _timer = new Timer(_ => Look(), state: null, interval, interval);
    }

    /// <summary>Watches a connection until what it returns is disposed of.</summary>
    public IDisposable Watch(ConnectionContext connection)
    {
        var watched = new Watched(this, connection, connection.Features.Get<IConnectionSocketFeature>()?.Socket);
        _connections.TryAdd(watched, true);
        return watched;
    }

    /// <inheritdoc/>
    public void Dispose() => _timer.Dispose();

    private void Look()
    {
        foreach (Watched watched in _connections.Keys)
        {
            if (!watched.IsIdleFor(_limit + s_kestrelsTurn))
            {
                continue;
            }

            watched.Dispose();
            if (ConnectionMark.Of(watched.Connection) is { } mark)
            {
                mark.IsEnded = true;
            }

            string reason = EventWords.MovedNothing(_limit);
            _counters.Failed(FrameChannel.Idle);
            _log.Write(watched.Peer, reason);
            watched.Connection.Abort(new ConnectionAbortedException(reason));
        }
    }

    private sealed class Watched(IdleWatch owner, ConnectionContext connection, Socket? socket) : IDisposable
    {
        private TcpCounters? _counters;
        private long _since = Environment.TickCount64;

        public ConnectionContext Connection => connection;

        public string Peer => connection.RemoteEndPoint?.ToString() ?? "a connection";

        public bool IsIdleFor(TimeSpan limit)
        {
            TcpCounters? now = socket is null ? null : TcpCounters.Of(socket);
            if (now is null || now != _counters)
            {
                _counters = now;
                _since = Environment.TickCount64;
                return false;
            }

            return Environment.TickCount64 - _since > limit.TotalMilliseconds;
        }

        public void Dispose() => owner._connections.TryRemove(this, out _);
    }
}
