using System.Buffers.Binary;
using FileTransfer.Sending;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;

namespace FileTransfer.Fuzz;

/// <summary>
/// What the description of the wire format says of a stream of frames, read as a whole; and a check that a drain says the same.
/// </summary>
/// <param name="Statuses">The status of each answer.</param>
/// <param name="Error">Kind of error at the end; null when the stream ends between frames.</param>
internal sealed record FrameModel(IReadOnlyList<long> Statuses, string? Error)
{
    /// <summary>Longest frame that the checked drain accepts, in bytes.</summary>
    public const int MaximumLength = 2000;

    /// <summary>Reads a stream.</summary>
    public static FrameModel Of(ReadOnlySpan<byte> stream)
    {
        List<long> statuses = [];
        while (stream.Length >= sizeof(long))
        {
            long length = BinaryPrimitives.ReadInt64BigEndian(stream);
            stream = stream[sizeof(long)..];
            if (length is < 0 or > MaximumLength)
            {
                statuses.Add(length < 0 ? -1 : -2);
                return new FrameModel(statuses, length < 0 ? "bad-length" : "too-large");
            }

            if (stream.Length < length)
            {
                return new FrameModel(statuses, "truncated");
            }

            statuses.Add(length);
            stream = stream[(int)length..];
        }

        return new FrameModel(statuses, stream.Length > 0 ? "truncated" : null);
    }

    /// <summary>Drains the stream, which comes in pieces, and compares.</summary>
    /// <param name="stream">The bytes of a sender.</param>
    /// <param name="cuts">How many bytes come at once, over and over; 0 is a silence after which another thread goes on.</param>
    /// <param name="bufferSize">Size of the drain's buffer.</param>
    /// <exception cref="InvalidOperationException">The drain says something else.</exception>
    public static void Check(byte[] stream, IReadOnlyList<int> cuts, int bufferSize)
    {
        FrameModel expected = Of(stream);
        var options = new ServerOptions { MaximumLength = MaximumLength, LogsEvents = false };
        var counters = new ReceiverCounters();
        var channel = new ScriptedChannel(stream, cuts) { CanWaitAlone = true };
        var events = new ConnectionEvents("any", "a script", options, counters, new ConnectionLog("any", options));
        var drain = new FrameConnection(channel, new Crc32CSink(), options, events);
        for (int run = 0; drain.Run(new byte[bufferSize]); run++)
        {
            Require(run <= cuts.Count, "the drain waits without end");
        }

        long[] acknowledged = [.. expected.Statuses.Where(status => status >= 0)];
        Require(channel.Statuses.SequenceEqual(expected.Statuses), "other answers");
        Require(counters.Snapshot().Frames == acknowledged.Length, "another number of frames");
        Require(counters.Snapshot().Bytes == acknowledged.Sum(), "another number of bytes");
        Require(counters.Snapshot().Errors.Keys.SequenceEqual(expected.Error is { } error ? [error] : []), "another error");
        Require(channel.IsDisposed, "the channel stays open");
    }

    private static void Require(bool condition, string otherwise)
    {
        if (!condition)
        {
            throw new InvalidOperationException(otherwise);
        }
    }

    /// <summary>Hands out a stream in pieces.</summary>
    private sealed class ScriptedChannel(byte[] stream, IReadOnlyList<int> cuts) : FrameChannel(new Waiter(default, () => true))
    {
        private readonly List<long> _statuses = [];
        private int _at;
        private int _cut;

        public IReadOnlyList<long> Statuses => _statuses;

        public bool IsDisposed { get; private set; }

        public override void Begin()
        {
        }

        public override int Receive(Span<byte> buffer)
        {
            if (_at == stream.Length)
            {
                return 0;
            }

            int cut = cuts[_cut++ % cuts.Count];
            if (cut == 0 && _cut <= cuts.Count)
            {
                return NothingYet;
            }

            // A script of silences alone would never end.
            int count = Math.Min(Math.Min(Math.Max(cut, 1), buffer.Length), stream.Length - _at);
            stream.AsSpan(_at, count).CopyTo(buffer);
            _at += count;
            return count;
        }

        public override void Send(ReadOnlySpan<byte> bytes) => _statuses.Add(BinaryPrimitives.ReadInt64BigEndian(bytes));

        public override void FinishRefusal(Span<byte> buffer)
        {
        }

        public override void Stop()
        {
        }

        public override string? KindOf(Exception exception) => null;

        public override void Dispose() => IsDisposed = true;
    }
}
