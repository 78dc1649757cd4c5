using FileTransfer.Strategies.Control;

namespace FileTransfer.Senders.Servers;

/// <summary>
/// What a server that several senders use in turn has counted for one of them: what it counted while others had the turn is taken out.
/// </summary>
/// <remarks>Frames are numbered anew, as if the server had served nobody else.</remarks>
internal sealed class OwnShare
{
    private readonly Dictionary<string, Others> _others = [];
    private ServerStats? _left;
    private double _cpuSeconds;

    /// <summary>From now on the server works for others.</summary>
    /// <param name="stats">What it has counted so far.</param>
    public void Leave(ServerStats stats) => _left = stats;

    /// <summary>From now on the server works for this sender; nothing happens when it has not left.</summary>
    /// <param name="stats">What it has counted so far.</param>
    public void Return(ServerStats stats)
    {
        if (_left is not { } left)
        {
            return;
        }

        _left = null;
        _cpuSeconds += stats.CpuSeconds - left.CpuSeconds;
        foreach ((string kind, ReceiverStats now) in stats.Receivers)
        {
            if (left.Receivers.TryGetValue(kind, out ReceiverStats? before))
            {
                Others others = _others.TryGetValue(kind, out Others? known) ? known : _others[kind] = new Others();
                others.Add(before, now);
            }
        }
    }

    /// <summary>The counts of this sender alone.</summary>
    public ServerStats Of(ServerStats stats) => stats with
    {
        CpuSeconds = stats.CpuSeconds - _cpuSeconds,
        Receivers = stats.Receivers.ToDictionary(
            receiver => receiver.Key,
            receiver => _others.TryGetValue(receiver.Key, out Others? others) ? others.Without(receiver.Value) : receiver.Value),
    };

    /// <summary>The checks of this sender's frames, and its number of frames.</summary>
    public ReceiverChecks Of(string kind, ReceiverChecks checks) =>
        _others.TryGetValue(kind, out Others? others) ? others.Without(checks) : checks;

    /// <summary>The server's number of a frame.</summary>
    /// <param name="kind">Kind of the receiver.</param>
    /// <param name="frame">This sender's number of the frame.</param>
    public long NumberAtServer(string kind, long frame) =>
        _others.TryGetValue(kind, out Others? others) ? others.NumberAtServer(frame) : frame;

    /// <summary>What a receiver counted for others.</summary>
    private sealed class Others
    {
        /// <summary>The frames of others: those behind the first number, up to the second.</summary>
        private readonly List<(long After, long UpTo)> _spans = [];
        private long _bytes;
        private long _connections;

        public void Add(ReceiverStats before, ReceiverStats now)
        {
            _bytes += now.Bytes - before.Bytes;
            _connections += now.Connections - before.Connections;
            if (now.Frames > before.Frames)
            {
                _spans.Add((before.Frames, now.Frames));
            }
        }

        public ReceiverStats Without(ReceiverStats stats) => stats with
        {
            Bytes = stats.Bytes - _bytes,
            Frames = OwnNumber(stats.Frames),
            Connections = stats.Connections - _connections,
        };

        public ReceiverChecks Without(ReceiverChecks checks) => new(
            OwnNumber(checks.Frames),
            [
                .. checks.Checks
                    .Where(check => !_spans.Any(span => check.Frame > span.After && check.Frame <= span.UpTo))
                    .Select(check => check with { Frame = OwnNumber(check.Frame) }),
            ]);

        public long NumberAtServer(long frame)
        {
            foreach ((long after, long upTo) in _spans)
            {
                frame += frame > after ? upTo - after : 0;
            }

            return frame;
        }

        private long OwnNumber(long frame) => frame - _spans.Sum(span => Math.Max(0, Math.Min(frame, span.UpTo) - span.After));
    }
}
