using System.Net.Sockets;

namespace FileTransfer.Sending;

/// <summary>A file was not sent, or not to its end.</summary>
/// <remarks>
/// When <see cref="BytesSent"/> is 0, the connection is where it was, and another file can be sent over it. Otherwise the peer waits
/// for bytes that will not come: close the connection.
/// </remarks>
public sealed class FileSendException : IOException
{
    internal FileSendException(string message, long bytesSent, Exception? inner = null)
        : base(message, inner) => BytesSent = bytesSent;

    /// <summary>
    /// Bytes that the kernel has taken, head and file together. Exact on Linux; elsewhere a call that failed or was cancelled may
    /// have sent up to 64 KiB more.
    /// </summary>
    public long BytesSent { get; }

    /// <summary>The socket's error; null when the file was at fault.</summary>
    public SocketError? SocketError => (InnerException as SocketException)?.SocketErrorCode;
}
