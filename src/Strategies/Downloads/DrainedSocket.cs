using System.Diagnostics;
using System.Net.Sockets;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Downloads;

/// <summary>
/// A blocking socket over which files are asked for and discarded, one after another: one buffer, and a time limit for each file.
/// </summary>
/// <remarks>Allocates nothing per file.</remarks>
/// <param name="socket">The connected socket; stays the caller's.</param>
/// <param name="options">How to wait, and for how long.</param>
/// <param name="before">The socket in whose place this one comes, whose buffer it takes over; null for the first.</param>
/// <param name="most">Most bytes that it asks for at once, at most <see cref="BufferSize"/>.</param>
internal sealed class DrainedSocket(
    Socket socket,
    ConnectionOptions options,
    DrainedSocket? before = null,
    int most = DrainedSocket.BufferSize)
{
    /// <summary>Length of the buffer, as the receivers of frames have it.</summary>
    public const int BufferSize = 1 << 20;

    /// <summary>Rate of the slowest link on which a transfer does not count as stuck, in bytes per second.</summary>
    private const double SlowestBytesPerSecond = 10e6;

    private readonly KernelBuffer _buffer = before?._buffer ?? new(BufferSize);
    private readonly Waiter _waiter = new(options.Wait, socket);
    private bool _isOutOfStep;
    private long _length;
    private long _start;
    private TimeSpan _limit;

    /// <summary>What was received last.</summary>
    public Span<byte> Buffer => _buffer.Span;

    /// <summary>Begins a transfer.</summary>
    /// <param name="length">Length of the file, in bytes.</param>
    /// <exception cref="TransferException">An earlier transfer left the connection in an unknown state.</exception>
    public void Begin(long length)
    {
        if (_isOutOfStep)
        {
            throw new TransferException(
                TransferErrorKind.OutOfStep,
                "an earlier transfer on this connection did not end well, or the server closes it after each file; connect again");
        }

        _isOutOfStep = true;
        _length = length;
        _limit = options.Timeout + TimeSpan.FromSeconds(length / SlowestBytesPerSecond);
        _waiter.Begin(length);
        _start = Stopwatch.GetTimestamp();
    }

    /// <summary>Ends a transfer whose file has come.</summary>
    /// <param name="isInStep">False when the connection cannot be used again.</param>
    public void End(bool isInStep)
    {
        _waiter.End();
        _isOutOfStep = !isInStep;
    }

    /// <summary>Sends a request.</summary>
    /// <exception cref="TransferException">The connection was lost.</exception>
    public void Send(ReadOnlySpan<byte> bytes)
    {
        try
        {
            while (bytes.Length > 0)
            {
                bytes = bytes[socket.Send(bytes)..];
            }
        }
        catch (SocketException exception)
        {
            throw ConnectionFailure.Explain(socket, options.Timeout, "asking for a file", exception);
        }
    }

    /// <summary>Receives at least one byte into the buffer.</summary>
    /// <param name="offset">Where in the buffer.</param>
    /// <returns>The number of bytes.</returns>
    /// <exception cref="TransferException">The server closed, the connection was lost, or the transfer's time is over.</exception>
    public int Receive(int offset) => ReceiveIfMore(offset) is > 0 and int count
        ? count
        : throw new TransferException(
            TransferErrorKind.ConnectionLost,
            "the server closed the connection before the file was complete");

    /// <summary>Receives into the buffer; 0 when the server has closed.</summary>
    /// <exception cref="TransferException">The connection was lost, or the transfer's time is over.</exception>
    public int ReceiveIfMore(int offset)
    {
        while (true)
        {
            // Before every receive, not only after a timeout: a server may send a byte at a time.
            ThrowIfLate();
            _waiter.Poll();
            Span<byte> free = _buffer.Span[offset..];
            int count = socket.Receive(free[..Math.Min(most, free.Length)], SocketFlags.None, out SocketError error);
            if (error == SocketError.Success)
            {
                return count;
            }

            if (error is not (SocketError.TimedOut or SocketError.WouldBlock))
            {
                throw ConnectionFailure.Explain(socket, options.Timeout, "receiving a file", new SocketException((int)error));
            }
        }
    }

    /// <summary>Receives what is missing of a file.</summary>
    /// <exception cref="TransferException">It does not come, or more comes.</exception>
    public void Discard(ref ReceivedFile file)
    {
        while (file.Left > 0)
        {
            file.Append(_buffer.Span[..Receive(offset: 0)]);
        }
    }

    /// <summary>Reads on until the server closes, which ends a body of unknown length.</summary>
    /// <exception cref="TransferException">It does not close, or more bytes come than the file has.</exception>
    public void DiscardToEnd(ref ReceivedFile file)
    {
        while (ReceiveIfMore(offset: 0) is > 0 and int count)
        {
            file.Append(_buffer.Span[..count]);
        }
    }

    private void ThrowIfLate()
    {
        TimeSpan waited = Stopwatch.GetElapsedTime(_start);
        if (waited >= _limit)
        {
            throw new TransferException(
                TransferErrorKind.TimedOut,
                $"a file of {_length} bytes did not arrive within {waited.TotalSeconds:0} s: the server is stuck");
        }
    }
}
