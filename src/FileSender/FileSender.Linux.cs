using System.Net.Sockets;
using System.Runtime.CompilerServices;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Sending;

// The part that sends by system calls, and keeps what they need for the next call.
public sealed partial class FileSender
{
    private SendResult Send(Socket socket, int file, string name, ReadOnlySpan<byte> head, long offset, long? length)
    {
        long fileLength = LinuxFile.LengthOf(file, name);
        long wanted = LengthToSend(name, offset, length, fileLength);
        LinuxSend send = Borrow();
        try
        {
            send.Begin(socket, file, name, head, offset, wanted, wakesPeer: true);
            while (!send.TryAdvance())
            {
                send.WaitForRoom();
            }
        }
        catch
        {
            send.End(fileLength);
            Return(send);
            throw;
        }

        SendResult result = send.End(fileLength);
        Return(send);
        return result;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<SendResult> SendOnLinuxAsync(
        Socket socket,
        string path,
        ReadOnlyMemory<byte> head,
        long offset,
        long? length,
        CancellationToken cancellationToken)
    {
        ThrowIfCancelled(cancellationToken);
        int file = LinuxFile.Open(path);
        try
        {
            return await SendOnLinuxAsync(socket, file, path, head, offset, length, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _ = Native.Close(file);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<SendResult> SendOnLinuxAsync(
        Socket socket,
        SafeFileHandle file,
        ReadOnlyMemory<byte> head,
        long offset,
        long? length,
        CancellationToken cancellationToken)
    {
        ThrowIfCancelled(cancellationToken);
        bool isHeld = false;
        try
        {
            file.DangerousAddRef(ref isHeld);
            int descriptor = (int)file.DangerousGetHandle();
            return await SendOnLinuxAsync(socket, descriptor, OpenFile, head, offset, length, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            if (isHeld)
            {
                file.DangerousRelease();
            }
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<SendResult> SendOnLinuxAsync(
        Socket socket,
        int file,
        string name,
        ReadOnlyMemory<byte> head,
        long offset,
        long? length,
        CancellationToken cancellationToken)
    {
        long fileLength = LinuxFile.LengthOf(file, name);
        long wanted = LengthToSend(name, offset, length, fileLength);
        LinuxSend send = Borrow();
        try
        {
            send.Begin(socket, file, name, head.Span, offset, wanted, wakesPeer: false);
            if (!LinuxFile.IsNonBlocking(socket.SafeHandle))
            {
                await send.MakeNonBlockingAsync(cancellationToken).ConfigureAwait(false);
            }

            while (!send.TryAdvance())
            {
                await send.WaitForRoomAsync(cancellationToken).ConfigureAwait(false);
            }

            return send.End(fileLength);
        }
        catch
        {
            send.End(fileLength);
            throw;
        }
        finally
        {
            Return(send);
        }
    }

    private LinuxSend Borrow()
    {
        if (Interlocked.Exchange(ref _latest, null) is { } latest)
        {
            return latest;
        }

        return _kept.TryDequeue(out LinuxSend? kept) ? kept : new LinuxSend();
    }

    private void Return(LinuxSend send)
    {
        if (_isDisposed || _kept.Count >= MostKept)
        {
            return;
        }

        if (Interlocked.CompareExchange(ref _latest, send, null) is not null)
        {
            _kept.Enqueue(send);
        }

        if (_isDisposed)
        {
            // Disposed of meanwhile: nobody else would let go of what was put back.
            Dispose();
        }
    }
}
