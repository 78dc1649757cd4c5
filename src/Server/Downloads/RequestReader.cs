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
    /// <summary>Longest request, in bytes, and how long a buffer has to be.</summary>
    public const int Longest = 8 << 10;

    private Memory<byte> _buffer;
    private byte[] _kept = [];
    private int _filled;
    private int _read;

    /// <summary>When the last answer left, or the connection was made.</summary>
    private long _since = Environment.TickCount64;

    /// <summary>When the first byte of the request came that is not complete; 0 between requests.</summary>
    private long _begun;

    /// <summary>What came of waiting for a request.</summary>
    public enum Reading
    {
        /// <summary>All of a request is there.</summary>
        Complete,

        /// <summary>Nothing came for <see cref="ServerOptions.ParkAfter"/>, or until <see cref="Due"/>.</summary>
        NothingYet,

        /// <summary>The client has closed the connection.</summary>
        Ended,
    }

    /// <summary>True while the client has still to present the token before it may ask for anything.</summary>
    public bool IsGreeting { get; set; }

    /// <summary>True when somebody else waits for bytes where <see cref="Read"/> did so in vain.</summary>
    public bool CanWaitAlone { get; set; }

    /// <summary>True when a part of a request has come.</summary>
    public bool HasBegun => _begun > 0;

    /// <summary>False when it is certain that <see cref="Read"/> would have to wait.</summary>
    public bool MayHaveBytes => _filled > _read || socket.Available > 0;

    /// <summary>
    /// Until when the rest of a request has to come, or the next one, in milliseconds of <see cref="Environment.TickCount64"/>.
    /// </summary>
    public long Due => IsGreeting
        ? _since + (long)options.HandshakeTimeout.TotalMilliseconds
        : HasBegun
            ? _begun + (long)Math.Min(options.HandshakeTimeout.TotalMilliseconds, options.IdleTimeout.TotalMilliseconds)
            : _since + (long)options.IdleTimeout.TotalMilliseconds;

    /// <summary>Begins to read into a buffer.</summary>
    /// <param name="buffer">At least <see cref="Longest"/> bytes, until <see cref="Suspend"/>.</param>
    public void Resume(Memory<byte> buffer)
    {
        _buffer = buffer[..Longest];
        _kept.CopyTo(_buffer);
        _filled = _kept.Length;
        _read = 0;
        _kept = [];
    }

    /// <summary>Gives the buffer away, and keeps what was read of a request.</summary>
    /// <exception cref="OutOfMemoryException">There is no memory for that.</exception>
    public void Suspend()
    {
        _kept = _filled > _read ? _buffer[_read.._filled].ToArray() : [];
        _buffer = default;
        _filled = _read = 0;
    }

    /// <summary>Reads the next request.</summary>
    /// <param name="request">All its bytes; valid until the next call.</param>
    /// <exception cref="RefusedException">The request is too long, or does not come in time.</exception>
    /// <exception cref="SocketException">The connection was lost.</exception>
    public Reading Read(out ReadOnlySpan<byte> request)
    {
        // What a client has sent ahead is the next request.
        Skip(_read);
        _read = 0;
        for (bool hasReceived = false; ; hasReceived = true)
        {
            Skip(Ignored(_buffer.Span[.._filled]));
            _read = LengthOf(_buffer.Span[.._filled]);
            request = _buffer.Span[.._read];
            if (_read > 0)
            {
                _begun = 0;
                return Reading.Complete;
            }

            if (hasReceived && _filled == 0 && Environment.TickCount64 >= Due)
            {
                // Something comes, and says nothing.
                return Reading.NothingYet;
            }

            Begin();
            if (Receive() is { } reading)
            {
                return reading;
            }
        }
    }

    /// <summary>The answer to a request has left: from now on the client may be silent for a while.</summary>
    public void Answered() => _since = Environment.TickCount64;

    /// <summary>Reads and discards for a while what a client still sends, which otherwise would reset the connection.</summary>
    /// <remarks>A reset can overtake the refusal: RFC 1122, 4.2.2.13.</remarks>
    public void Discard(TimeSpan limit, long most)
    {
        long end = Environment.TickCount64 + (long)limit.TotalMilliseconds;
        socket.ReceiveTimeout = (int)limit.TotalMilliseconds;
        while (most > 0
            && Environment.TickCount64 < end
            && socket.Receive(_buffer.Span, SocketFlags.None, out SocketError _) is > 0 and int count)
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

    /// <summary>Starts the clock of a request that is not there as a whole; its bytes may come slowly, but no longer than that.</summary>
    private void Begin()
    {
        if (_filled == 0)
        {
            return;
        }

        if (_filled == Longest)
        {
            throw new RefusedException(TooLong(_buffer.Span));
        }

        if (_begun == 0)
        {
            _begun = Environment.TickCount64;
        }

        // What has come in time, and waited for a thread, counts.
        if (socket.Available == 0)
        {
            ThrowIfLate();
        }
    }

    /// <summary>Receives what there is of a request; null when it was something.</summary>
    private Reading? Receive()
    {
        if (!CanWaitAlone)
        {
            // On Windows a receive that has timed out is the last one.
            socket.ReceiveTimeout = (int)Math.Max(1, Due - Environment.TickCount64);
        }

        waiter.Poll();
        int count = socket.Receive(_buffer.Span[_filled..], SocketFlags.None, out SocketError error);
        switch (error)
        {
            case SocketError.Success when count > 0:
                _filled += count;
                return null;
            case SocketError.Success:
                return _filled == 0 ? Reading.Ended : throw new SocketException((int)SocketError.ConnectionReset);
            case SocketError.TimedOut or SocketError.WouldBlock when CanWaitAlone:
                if (HasBegun)
                {
                    ThrowIfLate();
                }

                return Reading.NothingYet;
            case SocketError.TimedOut or SocketError.WouldBlock:
                return HasBegun ? throw Late() : Reading.NothingYet;
            default:
                throw new SocketException((int)error);
        }
    }

    private void ThrowIfLate()
    {
        if (Environment.TickCount64 >= Due)
        {
            throw Late();
        }
    }

    private static RefusedException Late() => new(new Refusal(408, "the request did not come in time"));

    private void Skip(int count)
    {
        if (count > 0)
        {
            _buffer.Span[count.._filled].CopyTo(_buffer.Span);
            _filled -= count;
        }
    }
}
