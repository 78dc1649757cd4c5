using System.Net.Sockets;
using FileTransfer.Sending;
using FileTransfer.Server.Contracts;

namespace FileTransfer.Server.Downloads;

/// <summary>Reads requests for files from a blocking socket, one after another, within limits of length and time.</summary>
/// <param name="socket">The connected socket; stays the caller's.</param>
/// <param name="waiter">How to wait for bytes.</param>
/// <param name="options">The server's options: how long to wait for the first byte of a request, and for the rest.</param>
internal abstract class RequestReader(Socket socket, Waiter waiter, ServerOptions options)
{
    /// <summary>Longest request, in bytes.</summary>
    public const int Longest = 8 << 10;

    private readonly byte[] _buffer = new byte[Longest];
    private int _filled;
    private int _read;

    /// <summary>Reads the next request.</summary>
    /// <param name="request">All its bytes; valid until the next call.</param>
    /// <returns>False when the client has closed the connection instead.</returns>
    /// <exception cref="RefusedException">The request is too long, or does not come in time.</exception>
    /// <exception cref="SocketException">No request came in time, or the connection was lost.</exception>
    public bool TryRead(out ReadOnlySpan<byte> request)
    {
        // What a client has sent ahead is the next request.
        _buffer.AsSpan(_read, _filled - _read).CopyTo(_buffer);
        _filled -= _read;
        _read = 0;
        long begun = 0;
        try
        {
            while (true)
            {
                Skip(Ignored(_buffer.AsSpan(0, _filled)));
                _read = LengthOf(_buffer.AsSpan(0, _filled));
                request = _buffer.AsSpan(0, _read);
                if (_read > 0)
                {
                    return true;
                }

                if (_filled > 0)
                {
                    begun = begun == 0 ? Environment.TickCount64 : begun;
                    if (_filled == _buffer.Length)
                    {
                        throw new RefusedException(TooLong(_buffer));
                    }

                    LimitTime(begun);
                }

                waiter.Poll();
                int count = socket.Receive(_buffer.AsSpan(_filled));
                if (count == 0)
                {
                    return _filled == 0 ? false : throw new SocketException((int)SocketError.ConnectionReset);
                }

                _filled += count;
            }
        }
        catch (SocketException exception) when (begun > 0 && exception.SocketErrorCode is SocketError.TimedOut or SocketError.WouldBlock)
        {
            throw Late();
        }
        finally
        {
            if (begun > 0)
            {
                socket.ReceiveTimeout = (int)options.IdleTimeout.TotalMilliseconds;
            }
        }
    }

    /// <summary>Reads and discards for a while what a client still sends, which otherwise would reset the connection.</summary>
    /// <remarks>A reset can overtake the refusal: RFC 1122, 4.2.2.13.</remarks>
    public void Discard(TimeSpan limit, long most)
    {
        long end = Environment.TickCount64 + (long)limit.TotalMilliseconds;
        socket.ReceiveTimeout = (int)limit.TotalMilliseconds;
        while (most > 0
            && Environment.TickCount64 < end
            && socket.Receive(_buffer, SocketFlags.None, out SocketError _) is > 0 and int count)
        {
            most -= count;
        }
    }

    /// <summary>Length of the request at the beginning of what was received; 0 when it is not complete.</summary>
    /// <exception cref="RefusedException">It will be no request.</exception>
    protected abstract int LengthOf(ReadOnlySpan<byte> received);

    /// <summary>Number of bytes at the beginning of what was received that come before a request and say nothing.</summary>
    protected virtual int Ignored(ReadOnlySpan<byte> received) => 0;

    /// <summary>The refusal of a request of which so much was received, and still no end.</summary>
    protected abstract Refusal TooLong(ReadOnlySpan<byte> received);

    private static RefusedException Late() => new(new Refusal(408, "the request did not come in time"));

    private void Skip(int count)
    {
        if (count > 0)
        {
            _buffer.AsSpan(count, _filled - count).CopyTo(_buffer);
            _filled -= count;
        }
    }

    /// <summary>Lets the rest of a request take so long and no longer, however slowly its bytes come.</summary>
    private void LimitTime(long begun)
    {
        TimeSpan limit = options.HandshakeTimeout < options.IdleTimeout ? options.HandshakeTimeout : options.IdleTimeout;
        long left = (long)limit.TotalMilliseconds - (Environment.TickCount64 - begun);
        socket.ReceiveTimeout = left > 0 ? (int)left : throw Late();
    }
}
