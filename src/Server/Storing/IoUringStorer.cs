using System.Net.Sockets;
using System.Runtime.InteropServices;
using FileTransfer.Server.Receivers;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Sockets;

namespace FileTransfer.Server.Storing;

/// <summary>Receives into one half of a registered buffer while the other half is written: io_uring(7), one system call for both.</summary>
internal sealed unsafe class IoUringStorer : LinuxStorer
{
    private const int Half = 512 << 10;
    private static readonly TimeSpan s_longestWait = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan s_longestWrite = TimeSpan.FromMinutes(1);

    private readonly IoRing _ring;
    private bool _hasSocket;
    private int _half;
    private byte* _unwritten;
    private int _unwrittenCount;

    /// <summary>Makes the ring, which serves all files of a connection.</summary>
    /// <exception cref="Sinks.RefusedFrameException">The kernel refuses.</exception>
    public IoUringStorer()
    {
        try
        {
            _ring = IoRing.Create(2 * Half);
        }
        catch (TransferException exception)
        {
            throw StoringRefusal.Because($"asked for io_uring: {exception.Message}");
        }
    }

    /// <inheritdoc/>
    protected override void Prepare() => _unwrittenCount = 0;

    /// <inheritdoc/>
    public override int Receive(FrameChannel channel, Span<byte> buffer, long left)
    {
        RegisterOnce(channel);
        channel.Waiter.Poll();
        byte* free = _ring.Buffer + (_half * Half);
        int receive = _ring.Prepared;
        IoUringRequest* request = _ring.Put(IoUringRequest.Receive);
        request->Flags = IoUringRequest.FixedFile;
        request->Descriptor = IoRing.SocketSlot;
        request->Address = free;
        request->Length = (uint)Math.Min(left, Half);
        int write = _unwrittenCount > 0 ? PutWrite() : -1;
        Run(s_longestWait);
        if (write >= 0)
        {
            Advance(_ring.Result(write));
        }

        int count = _ring.Result(receive);
        if (count is -Errno.Canceled or -Errno.Interrupted or -Errno.TryAgain)
        {
            return FrameChannel.NothingYet;
        }

        if (count < 0)
        {
            throw new SocketException((int)SocketError.ConnectionReset);
        }

        // The whole of the other half, before it is received into again.
        WriteRest();
        _unwritten = free;
        _unwrittenCount = count;
        _half ^= 1;
        return count;
    }

    /// <inheritdoc/>
    public override void Finish() => WriteRest();

    /// <inheritdoc/>
    public override void Dispose()
    {
        base.Dispose();
        _ring.Dispose();
    }

    private void RegisterOnce(FrameChannel channel)
    {
        if (_hasSocket)
        {
            return;
        }

        SafeHandle socket = channel.Socket
            ?? throw StoringRefusal.Because("asked for io_uring, which takes no bytes from such a connection");
        try
        {
            _ring.RegisterSocket(socket);
            _hasSocket = true;
        }
        catch (TransferException exception)
        {
            throw StoringRefusal.Because($"asked for io_uring: {exception.Message}");
        }
    }

    private void WriteRest()
    {
        while (_unwrittenCount > 0)
        {
            int write = PutWrite();
            Run(s_longestWrite);
            Advance(_ring.Result(write));
        }
    }

    private int PutWrite()
    {
        int index = _ring.Prepared;
        IoUringRequest* request = _ring.Put(IoUringRequest.WriteFixed);
        // Valid while the file is open, which it is until all requests have ended.
        request->Descriptor = (int)Handle.DangerousGetHandle();
        request->Offset = (ulong)Offset;
        request->Address = _unwritten;
        request->Length = (uint)_unwrittenCount;
        return index;
    }

    private void Run(TimeSpan longest)
    {
        int errno = _ring.Run(Environment.TickCount64 + (long)longest.TotalMilliseconds);
        if (_ring.HasPending || errno is not (0 or Errno.TryAgain))
        {
            throw StoringRefusal.Failed("io_uring_enter", errno);
        }
    }

    private void Advance(int written)
    {
        if (written is -Errno.Canceled or -Errno.Interrupted or -Errno.TryAgain)
        {
            return;
        }

        if (written <= 0)
        {
            throw StoringRefusal.Failed("write", written == 0 ? Errno.NoSpace : -written);
        }

        Offset += written;
        _unwritten += written;
        _unwrittenCount -= written;
    }
}
