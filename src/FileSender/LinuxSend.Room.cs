using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace FileTransfer.Sending;

// The part that waits until the socket takes bytes again.
internal sealed partial class LinuxSend
{
    /// <summary>Blocks until the socket takes bytes again.</summary>
    /// <exception cref="FileSendException">It took none for its SendTimeout.</exception>
    public void WaitForRoom()
    {
        // The descriptor is non-blocking since an asynchronous operation, or the call has waited for its SendTimeout already.
        long left = _socket.SendTimeout - (Environment.TickCount64 - _called);
        int limit = _socket.SendTimeout > 0 ? (int)Math.Clamp(left * 1000, 0, int.MaxValue) : -1;
        bool hasRoom;
        try
        {
            hasRoom = _socket.Poll(limit, SelectMode.SelectWrite);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            throw Lost(exception);
        }

        if (!hasRoom)
        {
            throw Lost(new SocketException((int)SocketError.TimedOut));
        }
    }

    /// <summary>Awaits that the socket takes bytes again, by sending one of them through the runtime.</summary>
    /// <remarks>
    /// The runtime announces no room, only that a send has ended. A send of one byte is either done or not, so that after a
    /// cancellation it is known how many bytes have left.
    /// </remarks>
    /// <exception cref="FileSendException">The file or the connection failed.</exception>
    /// <exception cref="FileSendCanceledException">The token was cancelled.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask WaitForRoomAsync(CancellationToken cancellationToken)
    {
        TakeByte();
        try
        {
            int count = await _socket.SendAsync(_buffer.Memory.Slice(_start, 1), SocketFlags.None, cancellationToken).ConfigureAwait(false);
            Advance(count);
        }
        catch (OperationCanceledException exception)
        {
            throw new FileSendCanceledException(Sent, exception, cancellationToken);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            throw Lost(exception);
        }
    }

    /// <summary>Makes the descriptor non-blocking, as the first asynchronous operation of the runtime does; sends nothing.</summary>
    /// <exception cref="FileSendException">The connection failed.</exception>
    /// <exception cref="FileSendCanceledException">The token was cancelled.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask MakeNonBlockingAsync(CancellationToken cancellationToken)
    {
        try
        {
            await _socket.SendAsync(ReadOnlyMemory<byte>.Empty, SocketFlags.None, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException exception)
        {
            throw new FileSendCanceledException(Sent, exception, cancellationToken);
        }
        catch (SocketException exception)
        {
            throw Lost(exception);
        }
    }

    /// <summary>Puts the byte that is to be sent next at the front of the buffer, unless one is there.</summary>
    private unsafe void TakeByte()
    {
        if (_start < _filled)
        {
            return;
        }

        bool isInPipe = IsInPipe;
        nint count;
        fixed (byte* buffer = _buffer.Span)
        {
            while ((count = isInPipe ? _pipe!.Take(buffer, 1) : Native.Read(_file, buffer, 1, _offset)) < 0)
            {
                ThrowUnlessInterrupted();
            }
        }

        ThrowIfEnded(count);
        _offset += isInPipe ? 0 : 1;
        _filled = 1;
    }
}
