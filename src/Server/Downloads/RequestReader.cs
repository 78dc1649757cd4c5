using System.Net.Sockets;
using FileTransfer.Sending;

namespace FileTransfer.Server.Downloads;

/// <summary>Reads the heads of requests from a blocking socket, one after another, within limits of length and time.</summary>
/// <param name="socket">The connected socket; stays the caller's.</param>
/// <param name="waiter">How to wait for bytes.</param>
/// <param name="idleTimeout">Longest wait for the first byte of a request.</param>
internal sealed class RequestReader(Socket socket, Waiter waiter, TimeSpan idleTimeout)
{
    /// <summary>Longest head, in bytes.</summary>
    public const int LongestHead = 8 << 10;

    private static readonly TimeSpan s_headLimit = TimeSpan.FromSeconds(10);

    private readonly byte[] _buffer = new byte[LongestHead];
    private int _filled;
    private int _read;

    /// <summary>Reads the next head.</summary>
    /// <param name="head">The head, its empty line included; valid until the next call.</param>
    /// <returns>False when the client has closed the connection instead.</returns>
    /// <exception cref="RefusedException">The head is too long, or does not come in time.</exception>
    /// <exception cref="SocketException">No request came in time, or the connection was lost.</exception>
    public bool TryRead(out ReadOnlySpan<byte> head)
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
                SkipEmptyLines();
                _read = RequestHead.LengthOf(_buffer.AsSpan(0, _filled));
                head = _buffer.AsSpan(0, _read);
                if (_read > 0)
                {
                    return true;
                }

                if (_filled > 0)
                {
                    begun = begun == 0 ? Environment.TickCount64 : begun;
                    ThrowIfTooLong();
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
                socket.ReceiveTimeout = (int)idleTimeout.TotalMilliseconds;
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

    private static RefusedException Late() => new(new Refusal(408, "the head of the request did not come in time"));

    /// <summary>Empty lines before a request are ignored: RFC 9112, 2.2.</summary>
    private void SkipEmptyLines()
    {
        int start = _buffer.AsSpan(0, _filled).IndexOfAnyExcept((byte)'\r', (byte)'\n');
        start = start < 0 ? _filled : start;
        if (start > 0)
        {
            _buffer.AsSpan(start, _filled - start).CopyTo(_buffer);
            _filled -= start;
        }
    }

    private void ThrowIfTooLong()
    {
        if (_filled == _buffer.Length)
        {
            throw new RefusedException(_buffer.Contains((byte)'\n')
                ? new Refusal(431, $"the head of a request has at most {LongestHead} bytes")
                : Refusal.TooLong($"the first line of a request has at most {LongestHead} bytes"));
        }
    }

    /// <summary>Lets the rest of a head take so long and no longer, however slowly its bytes come.</summary>
    private void LimitTime(long begun)
    {
        TimeSpan limit = s_headLimit < idleTimeout ? s_headLimit : idleTimeout;
        long left = (long)limit.TotalMilliseconds - (Environment.TickCount64 - begun);
        socket.ReceiveTimeout = left > 0 ? (int)left : throw Late();
    }
}
