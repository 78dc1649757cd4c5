using System.Net.Sockets;
using FileTransfer.Sending;
using FileTransfer.Server.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Downloads;

/// <summary>Reads framed requests: a header with the length, then the target. The header belongs to the request.</summary>
/// <inheritdoc cref="RequestReader(Socket, Waiter, ServerOptions)"/>
internal sealed class FrameRequestReader(Socket socket, Waiter waiter, ServerOptions options) : RequestReader(socket, waiter, options)
{
    /// <inheritdoc/>
    protected override int LengthOf(ReadOnlySpan<byte> received)
    {
        if (received.Length < FrameHeader.Size)
        {
            return 0;
        }

        long length = FrameHeader.Read(received);
        if (length is < 1 or > Longest - FrameHeader.Size)
        {
            throw new RefusedException(length < 1
                ? Refusal.BadRequest("a request names a file: its length is 1 or more")
                : TooLong(received));
        }

        return received.Length >= FrameHeader.Size + length ? FrameHeader.Size + (int)length : 0;
    }

    /// <inheritdoc/>
    protected override Refusal TooLong(ReadOnlySpan<byte> received) =>
        Refusal.TooLong($"a request has at most {Longest - FrameHeader.Size} bytes");
}
