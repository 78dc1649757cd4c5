using System.IO.Pipelines;
using FileTransfer.Server.Receivers;

namespace FileTransfer.Server.Storing;

/// <summary>Reads the connection through a PipeReader and writes the segments that it hands out, by one call.</summary>
/// <remarks>
/// The stream below the reader receives on the calling thread, as every other way does; no read of it is left pending. A program that
/// awaits its reads pays for the poller and the thread pool as well.
/// </remarks>
internal sealed class PipeReaderStorer : RandomAccessStorer
{
    private const int SegmentSize = 64 << 10;

    private readonly List<ReadOnlyMemory<byte>> _pieces = [];
    private readonly ChannelStream _stream = new();
    private readonly PipeReader _reader;

    /// <summary>Makes the reader, which serves all files of a connection.</summary>
    public PipeReaderStorer() =>
        _reader = PipeReader.Create(_stream, new StreamPipeReaderOptions(bufferSize: SegmentSize, minimumReadSize: SegmentSize));

    /// <inheritdoc/>
    public override int Receive(FrameChannel channel, Span<byte> buffer, long left)
    {
        _stream.Begin(channel, left);
        ReadResult read;
        try
        {
            read = _reader.ReadAsync().AsTask().GetAwaiter().GetResult();
        }
        catch (NothingYetException)
        {
            return FrameChannel.NothingYet;
        }

        long count = read.Buffer.Length;
        if (count > 0)
        {
            _pieces.Clear();
            foreach (ReadOnlyMemory<byte> segment in read.Buffer)
            {
                _pieces.Add(segment);
            }

            Write(_pieces, count);
        }

        _reader.AdvanceTo(read.Buffer.End);
        return (int)count;
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        base.Dispose();
        _reader.Complete();
    }

    /// <summary>Nothing came for a while: a stream has no other way to say so.</summary>
    private sealed class NothingYetException : Exception;

    /// <summary>The rest of a frame as a stream, read on the calling thread.</summary>
    private sealed class ChannelStream : Stream
    {
        private FrameChannel? _channel;
        private long _left;

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public void Begin(FrameChannel channel, long left) => (_channel, _left) = (channel, left);

        public override int Read(Span<byte> buffer)
        {
            int count = _channel!.Receive(buffer[..(int)Math.Min(_left, buffer.Length)]);
            return count == FrameChannel.NothingYet ? throw new NothingYetException() : count;
        }

        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            ValueTask.FromResult(Read(buffer.Span));

        public override void Flush() => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }
}
