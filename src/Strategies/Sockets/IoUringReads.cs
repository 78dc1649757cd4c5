using System.Numerics;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>
/// Many reads in flight by io_uring(7), which keep a disk busy; one send at a time, in order, while the reads go on.
/// </summary>
/// <remarks>
/// Each chunk has its place in a registered buffer, and is read again into it when the chunk before it there was sent. A variant reads
/// past the page cache, as <see cref="DirectRead"/> describes.
/// </remarks>
public sealed unsafe class IoUringReads(ConnectionOptions options, bool isDirect) : SocketStrategy(options)
{
    /// <summary>Number of chunks in the buffer, and of reads in flight.</summary>
    private const int Depth = 8;

    private const int ChunkSize = 256 << 10;

    /// <summary>The header ends where the first chunk begins, aligned and 512 bytes into a page.</summary>
    private const int ChunkStart = DirectRead.MemoryAlignment;

    private const int BufferSize = ChunkStart + (Depth * ChunkSize);

    /// <summary>Number of the send. A read has the number of its place in the buffer.</summary>
    private const int SendNumber = Depth;

    private readonly NativeFile _file = new(isKept: false, isDirect);
    private readonly TimeSpan _timeout = options.Timeout;
    private readonly int[] _left = new int[Depth];
    private IoRing? _ring;
    private int _toSend;
    private int _sent;

    /// <summary>Through the page cache.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe(
        "io-uring-reads",
        "open, io_uring_enter(2): 8 READ_FIXED of 256 KiB in flight, SEND one after another; registered buffer",
        isDirect: false);

    /// <summary>Past the page cache.</summary>
    public static StrategyDescriptor DescriptorDirect { get; } = Describe(
        "io-uring-direct",
        "open with O_DIRECT, io_uring_enter(2): 8 READ_FIXED of 256 KiB in flight, SEND one after another; registered buffer",
        isDirect: true);

    /// <summary>The ring of this connection.</summary>
    internal IoRing Ring =>
        _ring ?? throw new InvalidOperationException($"{nameof(IoUringReads)} is not connected: call {nameof(ConnectAsync)} first");

    /// <inheritdoc/>
    public override ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        ValueTask connected = base.ConnectAsync(cancellationToken);
        _ring = IoRing.Create(BufferSize, requests: Depth + 1);
        _ring.RegisterSocket(Connection.Socket.SafeHandle);
        return connected;
    }

    /// <inheritdoc/>
    protected override Delivery Transfer(FramedConnection connection, Payload payload)
    {
        IoRing ring = Ring;
        int file = _file.BeginTransfer(payload);
        try
        {
            connection.Header(payload.Length).CopyTo(new Span<byte>(Place(ring, 0) - FrameHeader.Size, FrameHeader.Size));
            Send(ring, payload, file);
            return connection.ReadAcknowledgement(payload);
        }
        finally
        {
            // After a failure reads go on.
            ring.EndAll();
            _file.EndTransfer();
        }
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync()
    {
        _ring?.Dispose();
        _file.Dispose();
        return base.DisposeAsync();
    }

    private static StrategyDescriptor Describe(string id, string mechanism, bool isDirect) => StrategyDescriptor.For(
        id,
        StrategyFamily.Sockets,
        mechanism,
        options => new IoUringReads(options, isDirect)) with
    {
        Probe = Probe,
        SystemCalls = ["io_uring_enter"],
        Transports = Transport.AnyStream,
        ReadsDirectly = isDirect,
    };

    private static Availability Probe()
    {
        try
        {
            IoRing.Create(BufferSize, requests: Depth + 1).Dispose();
            return Availability.Available;
        }
        catch (TransferException exception)
        {
            return Availability.Unsupported(exception.Message);
        }
    }

    private static byte* Place(IoRing ring, long chunk) => ring.Buffer + ChunkStart + (chunk % Depth * ChunkSize);

    private static int SizeOf(Payload payload, long chunk) => (int)Math.Min(ChunkSize, payload.Length - (chunk * ChunkSize));

    private void Send(IoRing ring, Payload payload, int file)
    {
        // At least one chunk: an empty file has one empty chunk.
        long chunks = Math.Max(1, (payload.Length + ChunkSize - 1) / ChunkSize);
        long sending = 0;
        long reading = 0;
        (_toSend, _sent) = (0, 0);
        while (sending < chunks)
        {
            for (; reading < chunks && reading < sending + Depth; reading++)
            {
                _left[reading % Depth] = SizeOf(payload, reading);
                PutRead(ring, payload, file, reading);
            }

            if (_toSend == 0 && _left[sending % Depth] == 0)
            {
                (_toSend, _sent) = (SizeOf(payload, sending) + (sending == 0 ? FrameHeader.Size : 0), 0);
                PutSend(ring, sending);
            }

            int errno = ring.RunUntilOneEnds(Environment.TickCount64 + (long)_timeout.TotalMilliseconds);
            if (errno != 0)
            {
                throw Connection.Failed("sending", errno);
            }

            for (uint ended = ring.TakeEnded(); ended != 0; ended &= ended - 1)
            {
                int number = BitOperations.TrailingZeroCount(ended);
                if (number == SendNumber)
                {
                    sending += AdvanceSend(ring, sending) ? 1 : 0;
                }
                else
                {
                    // Of the chunks that are not sent, the only one with this place.
                    long chunk = sending + (((number - sending) % Depth + Depth) % Depth);
                    AdvanceRead(ring, payload, file, chunk);
                }
            }
        }
    }

    /// <summary>Asks for what is left of a chunk.</summary>
    private void PutRead(IoRing ring, Payload payload, int file, long chunk)
    {
        int left = _left[chunk % Depth];
        if (left == 0)
        {
            return;
        }

        int read = SizeOf(payload, chunk) - left;
        IoUringRequest* request = ring.Put(IoUringRequest.ReadFixed, (int)(chunk % Depth));
        request->Descriptor = file;
        request->Offset = (ulong)((chunk * ChunkSize) + read);
        request->Address = Place(ring, chunk) + read;
        request->Length = (uint)(isDirect ? DirectRead.InBlocks(left) : left);
    }

    /// <summary>Asks for what is left of the chunk that is sent, behind the header if it is the first.</summary>
    private void PutSend(IoRing ring, long chunk)
    {
        IoUringRequest* request = ring.Put(IoUringRequest.Send, SendNumber);
        request->Flags = IoUringRequest.FixedFile;
        request->Descriptor = IoRing.SocketSlot;
        request->Address = Place(ring, chunk) - (chunk == 0 ? FrameHeader.Size : 0) + _sent;
        request->Length = (uint)(_toSend - _sent);
        request->OperationFlags = IoUringRequest.WaitAll;
    }

    private void AdvanceRead(IoRing ring, Payload payload, int file, long chunk)
    {
        int result = ring.Result((int)(chunk % Depth));
        ref int left = ref _left[chunk % Depth];
        long offset = (chunk * ChunkSize) + SizeOf(payload, chunk) - left;
        if (result < 0 && !MustBeRepeated(result))
        {
            throw isDirect && result == -Errno.Invalid
                ? DirectRead.Refused(payload)
                : PayloadFile.Unreadable(payload, offset, Marshal.GetPInvokeErrorMessage(-result));
        }

        left -= Math.Clamp(result, 0, left);
        // Past the page cache only the end of a file stops a read within a block.
        if (result == 0 || (isDirect && left > 0 && result > 0 && result % DirectRead.Block != 0))
        {
            throw _file.Ended(payload, offset + result);
        }

        PutRead(ring, payload, file, chunk);
    }

    /// <summary>Takes the result of a send; true when the chunk is sent.</summary>
    private bool AdvanceSend(IoRing ring, long chunk)
    {
        int result = ring.Result(SendNumber);
        if (result < 0 && !MustBeRepeated(result))
        {
            throw Connection.Failed("sending", -result);
        }

        _sent += Math.Max(0, result);
        if (_sent < _toSend)
        {
            PutSend(ring, chunk);
            return false;
        }

        _toSend = 0;
        return true;
    }

    private static bool MustBeRepeated(int result) => result is -Errno.Interrupted or -Errno.TryAgain;
}
