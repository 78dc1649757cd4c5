using System.Buffers;
using System.IO.Pipelines;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Sockets;

/// <summary>A System.IO.Pipelines Pipe between file and socket: one end is filled from the file while the other end is sent.</summary>
/// <remarks>
/// The header goes through the pipe too, so that it leaves with the first bytes. A small file is read and sent on one
/// thread; reading and sending run in parallel as soon as the pipe has been full once.
/// </remarks>
public sealed class Pipelines(ConnectionOptions options) : AsyncSocketStrategy(options)
{
    private const int SegmentSize = 64 << 10;
    private const int FullSize = 4 * SegmentSize;

    private readonly Pipe _pipe = new(new PipeOptions(
        pauseWriterThreshold: FullSize,
        resumeWriterThreshold: FullSize / 2,
        minimumSegmentSize: SegmentSize,
        useSynchronizationContext: false));

    private readonly List<ArraySegment<byte>> _segments = [];

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "pipelines",
        StrategyFamily.Sockets,
        "RandomAccess.Read into a Pipe, one gathering Socket.SendAsync for its segments, 4 × 64 KiB",
        options => new Pipelines(options)) with
    {
        SystemCalls = ["pread64", "sendmsg", "sendto"],
        Transports = Transport.AnyStream,
    };

    /// <inheritdoc/>
    protected override async ValueTask<Delivery> TransferAsync(
        FramedConnection connection,
        Payload payload,
        CancellationToken cancellationToken)
    {
        using SafeFileHandle file = PayloadFile.OpenHandle(payload);
        connection.BeginGuard(payload);
        // A gathering send takes no token.
        CancellationTokenRegistration closing = connection.CloseWhenCancelled(cancellationToken);
        try
        {
            _pipe.Writer.Write(connection.Header(payload.Length));
            Task filling = FillAsync(file, payload, cancellationToken);
            try
            {
                await SendAllAsync(cancellationToken).ConfigureAwait(false);
            }
            finally
            {
                // Also ends the reading, which must not outlive the open file.
                await _pipe.Reader.CompleteAsync().ConfigureAwait(false);
                await filling.ConfigureAwait(false);
            }

            _pipe.Reset();
            return await connection.ReadAcknowledgementAsync(payload, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw connection.Failed("sending", exception);
        }
        finally
        {
            await closing.DisposeAsync().ConfigureAwait(false);
            connection.EndGuard();
        }
    }

    /// <summary>Reads the file into the pipe. An exception goes through the pipe too: the reader of the pipe throws it.</summary>
    private async Task FillAsync(SafeFileHandle file, Payload payload, CancellationToken cancellationToken)
    {
        Exception? failure = null;
        try
        {
            bool isWanted = true;
            for (long offset = 0; isWanted && offset < payload.Length;)
            {
                int count = PayloadFile.Read(file, _pipe.Writer.GetMemory().Span, offset, payload);
                _pipe.Writer.Advance(count);
                offset += count;
                FlushResult flushed = await _pipe.Writer.FlushAsync(cancellationToken).ConfigureAwait(false);
                isWanted = !flushed.IsCompleted;
            }
        }
        catch (Exception exception)
        {
            failure = exception;
        }

        await _pipe.Writer.CompleteAsync(failure).ConfigureAwait(false);
    }

    private async ValueTask SendAllAsync(CancellationToken cancellationToken)
    {
        ReadResult read;
        do
        {
            read = await _pipe.Reader.ReadAsync(cancellationToken).ConfigureAwait(false);
            int sent = read.Buffer.IsSingleSegment
                ? await Connection.Socket.SendAsync(read.Buffer.First, cancellationToken).ConfigureAwait(false)
                : await Connection.Socket.SendAsync(Segments(read.Buffer), SocketFlags.None).ConfigureAwait(false);
            // After a short send the next read returns the rest.
            SequencePosition end = read.Buffer.GetPosition(sent);
            bool isLast = read.IsCompleted && sent == read.Buffer.Length;
            _pipe.Reader.AdvanceTo(end);
            if (isLast)
            {
                return;
            }
        }
        while (true);
    }

    private List<ArraySegment<byte>> Segments(ReadOnlySequence<byte> buffer)
    {
        _segments.Clear();
        foreach (ReadOnlyMemory<byte> memory in buffer)
        {
            bool isArray = MemoryMarshal.TryGetArray(memory, out ArraySegment<byte> segment);
            System.Diagnostics.Debug.Assert(isArray, "a Pipe with the shared pool is made of arrays");
            _segments.Add(segment);
        }

        return _segments;
    }
}
