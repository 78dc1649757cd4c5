using System.Runtime.InteropServices;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>io_uring(7) without liburing: the file is read into a registered buffer and sent from it, by chains of requests.</summary>
/// <remarks>
/// A file of one chunk takes one system call for four linked requests: register the file in its slot, read it into the buffer
/// behind the header, send both, empty the slot. For larger files, the next chunk is read while one is sent. The ring is made
/// without IORING_SETUP_SINGLE_ISSUER, so that different threads may send one after another.
/// </remarks>
public sealed unsafe class IoUring(ConnectionOptions options) : SocketStrategy(options)
{
    private const int ChunkSize = 256 << 10;

    /// <summary>The header ends where the first chunk begins. The buffer is page-aligned.</summary>
    private const int ChunkStart = KernelBuffer.Offset + FrameHeader.Size;

    /// <summary>The header, and two chunks.</summary>
    private const int BufferSize = ChunkStart + (2 * ChunkSize);

    /// <summary>Index of a request that is not part of the run.</summary>
    private const int NotRequested = -1;

    private readonly NativeFile _file = new(isKept: false);
    private readonly TimeSpan _timeout = options.Timeout;
    private IoRing? _ring;
    private bool _slotIsFull;

    private byte* _readTo;
    private long _readFrom;
    private int _toRead;
    private byte* _sendFrom;
    private int _toSend;

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "io-uring",
        StrategyFamily.Sockets,
        "open, io_uring_enter(2): READ_FIXED linked to SEND, or in parallel with it in 256 KiB chunks; registered files and buffer",
        options => new IoUring(options)) with
    {
        Probe = Probe,
        SystemCalls = ["io_uring_enter"],
        Transports = Transport.AnyStream,
    };

    /// <summary>True while submitted requests have not ended; never between transfers.</summary>
    internal bool HasPending => Ring.HasPending;

    /// <summary>The ring of this connection.</summary>
    internal IoRing Ring =>
        _ring ?? throw new InvalidOperationException($"{nameof(IoUring)} is not connected: call {nameof(ConnectAsync)} first");

    /// <inheritdoc/>
    public override ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        ValueTask connected = base.ConnectAsync(cancellationToken);
        _ring = IoRing.Create(BufferSize);
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
            connection.Header(payload.Length).CopyTo(new Span<byte>(ring.Buffer + KernelBuffer.Offset, FrameHeader.Size));
            Send(ring, payload, file);
            return connection.ReadAcknowledgement(payload);
        }
        finally
        {
            if (_slotIsFull)
            {
                // Only after a failure: otherwise the last request of the transfer has emptied the slot.
                ring.ForgetFile();
                _slotIsFull = false;
            }

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

    private static Availability Probe()
    {
        try
        {
            IoRing.Create(BufferSize).Dispose();
            return Availability.Available;
        }
        catch (TransferException exception)
        {
            return Availability.Unsupported(exception.Message);
        }
    }

    private static byte* Chunk(IoRing ring, long number) => ring.Buffer + ChunkStart + (number % 2 * ChunkSize);

    private static int SizeOf(Payload payload, long number) => (int)Math.Min(ChunkSize, payload.Length - (number * ChunkSize));

    private void Send(IoRing ring, Payload payload, int file)
    {
        // At least one chunk: an empty file has one empty chunk.
        long chunks = Math.Max(1, (payload.Length + ChunkSize - 1) / ChunkSize);
        PlanRead(ring, payload, number: 0);
        if (chunks > 1)
        {
            Run(ring, payload, file, isLast: false);
        }

        PlanSend(Chunk(ring, 0) - FrameHeader.Size, FrameHeader.Size + SizeOf(payload, 0));
        for (long number = 1; number < chunks; number++)
        {
            PlanRead(ring, payload, number);
            Run(ring, payload, file, isLast: false);
            PlanSend(Chunk(ring, number), SizeOf(payload, number));
        }

        Run(ring, payload, file, isLast: true);
    }

    private void PlanRead(IoRing ring, Payload payload, long number)
    {
        _readTo = Chunk(ring, number);
        _readFrom = number * ChunkSize;
        _toRead = SizeOf(payload, number);
    }

    private void PlanSend(byte* from, int count)
    {
        _sendFrom = from;
        _toSend = count;
    }

    /// <summary>
    /// Runs the planned read and the planned send. In the last run, the send includes the bytes that are still to be read, and is
    /// linked behind the read. In earlier runs both go on in parallel.
    /// </summary>
    private void Run(IoRing ring, Payload payload, int file, bool isLast)
    {
        int nothing = -1;
        long deadline = Environment.TickCount64 + (long)_timeout.TotalMilliseconds;
        while (_toRead > 0 || _toSend > 0)
        {
            if (Environment.TickCount64 > deadline)
            {
                throw Connection.Failed("sending", Errno.TryAgain);
            }

            int fill = NotRequested, read = NotRequested, send = NotRequested, empty = NotRequested;
            if (_toSend > 0 && !isLast)
            {
                // Before the read, so that the receiver can work in parallel.
                send = PutSend(ring, linked: false);
            }

            if (_toRead > 0)
            {
                fill = _slotIsFull ? NotRequested : PutSlot(ring, &file, linked: true);
                read = PutRead(ring, linked: isLast);
            }

            if (_toSend > 0 && isLast)
            {
                bool empties = _slotIsFull || fill != NotRequested;
                send = PutSend(ring, linked: empties);
                empty = empties ? PutSlot(ring, &nothing, linked: false) : NotRequested;
            }

            // Until the result is known, assume that the slot is in use, so that a failure empties it.
            _slotIsFull |= fill != NotRequested;
            int errno = ring.Run(deadline);
            if (errno != 0)
            {
                throw Connection.Failed("sending", errno);
            }

            _slotIsFull = fill == NotRequested ? _slotIsFull : ring.Result(fill) == 1;
            _slotIsFull = empty == NotRequested ? _slotIsFull : ring.Result(empty) != 1;
            CheckSlot(ring, payload, fill);
            AdvanceRead(ring, payload, read);
            AdvanceSend(ring, send);
        }
    }

    private int PutSlot(IoRing ring, int* descriptor, bool linked)
    {
        int index = ring.Prepared;
        IoUringRequest* request = ring.Put(IoUringRequest.FilesUpdate);
        request->Flags = linked ? IoUringRequest.Link : (byte)0;
        request->Descriptor = -1;
        request->Offset = IoRing.FileSlot;
        request->Address = descriptor;
        request->Length = 1;
        return index;
    }

    private int PutRead(IoRing ring, bool linked)
    {
        int index = ring.Prepared;
        IoUringRequest* request = ring.Put(IoUringRequest.ReadFixed);
        request->Flags = (byte)(IoUringRequest.FixedFile | (linked ? IoUringRequest.Link : 0));
        request->Descriptor = IoRing.FileSlot;
        request->Offset = (ulong)_readFrom;
        request->Address = _readTo;
        request->Length = (uint)_toRead;
        return index;
    }

    private int PutSend(IoRing ring, bool linked)
    {
        int index = ring.Prepared;
        IoUringRequest* request = ring.Put(IoUringRequest.Send);
        request->Flags = (byte)(IoUringRequest.FixedFile | (linked ? IoUringRequest.Link : 0));
        request->Descriptor = IoRing.SocketSlot;
        request->Address = _sendFrom;
        request->Length = (uint)_toSend;
        request->OperationFlags = IoUringRequest.WaitAll;
        return index;
    }

    private static void CheckSlot(IoRing ring, Payload payload, int index)
    {
        if (index != NotRequested && ring.Result(index) is < 0 and int result && !MustBeRepeated(result))
        {
            throw PayloadFile.Unreadable(payload, $"io_uring cannot register it: {Marshal.GetPInvokeErrorMessage(-result)}");
        }
    }

    private void AdvanceRead(IoRing ring, Payload payload, int index)
    {
        if (index == NotRequested || MustBeRepeated(ring.Result(index)))
        {
            return;
        }

        int count = ring.Result(index);
        if (count == 0)
        {
            throw _file.Ended(payload, _readFrom);
        }

        if (count < 0)
        {
            throw PayloadFile.Unreadable(payload, _readFrom, Marshal.GetPInvokeErrorMessage(-count));
        }

        _readTo += count;
        _readFrom += count;
        _toRead -= count;
    }

    private void AdvanceSend(IoRing ring, int index)
    {
        if (index == NotRequested || MustBeRepeated(ring.Result(index)))
        {
            return;
        }

        int count = ring.Result(index);
        if (count < 0)
        {
            throw Connection.Failed("sending", -count);
        }

        _sendFrom += count;
        _toSend -= count;
    }

    /// <summary>
    /// True for a request that must be repeated. ECANCELED is the result of a request linked behind a partial read or send.
    /// </summary>
    private static bool MustBeRepeated(int result) => result is -Errno.Interrupted or -Errno.TryAgain or -Errno.Canceled;
}
