using System.Net.Sockets;
using FileTransfer.Sending;
using FileTransfer.Server.Contracts;

namespace FileTransfer.Server.Downloads;

/// <summary>Reads the heads of HTTP/1.1 requests: RFC 9112.</summary>
/// <inheritdoc cref="RequestReader(Socket, Waiter, ServerOptions)"/>
internal sealed class HttpRequestReader(Socket socket, Waiter waiter, ServerOptions options) : RequestReader(socket, waiter, options)
{
    /// <inheritdoc/>
    protected override int LengthOf(ReadOnlySpan<byte> received) => RequestHead.LengthOf(received);

    /// <inheritdoc/>
    /// <remarks>Empty lines before a request are ignored: RFC 9112, 2.2.</remarks>
    protected override int Ignored(ReadOnlySpan<byte> received) =>
        received.IndexOfAnyExcept((byte)'\r', (byte)'\n') is >= 0 and int start ? start : received.Length;

    /// <inheritdoc/>
    protected override Refusal TooLong(ReadOnlySpan<byte> received) => received.Contains((byte)'\n')
        ? new Refusal(431, $"the head of a request has at most {Longest} bytes")
        : Refusal.TooLong($"the first line of a request has at most {Longest} bytes");
}
