using System.Net;
using FileTransfer.Sending;
using FileTransfer.Strategies.Access;
using FileTransfer.Strategies.Tcp;

namespace FileTransfer.Strategies.Contracts;

/// <summary>Address, timeouts and socket options of a strategy's connection.</summary>
public sealed record ConnectionOptions
{
    /// <summary>The receiver's address.</summary>
    public required EndPoint Endpoint { get; init; }

    /// <summary>Disables Nagle's algorithm (RFC 896, TCP_NODELAY).</summary>
    /// <remarks>
    /// On by default. Without it, a header sent in its own segment waits for the delayed acknowledgement of the previous
    /// header: about 40 ms per file on Linux.
    /// </remarks>
    public bool NoDelay { get; init; } = true;

    /// <summary>TCP congestion control by name (tcp(7), TCP_CONGESTION), or null for the system's default. Linux only.</summary>
    public string? CongestionControl { get; init; }

    /// <summary>Size of the socket's send buffer in bytes (SO_SNDBUF), or null to let the kernel choose and grow it.</summary>
    public int? SendBuffer { get; init; }

    /// <summary>
    /// How the sender waits for acknowledgements, over sockets, TLS and pipes. HttpClient waits asynchronously whatever this says.
    /// </summary>
    /// <remarks>Blocks by default; an asynchronous strategy then leaves the wait to the runtime.</remarks>
    public Wait Wait { get; init; }

    /// <summary>Longest wait without progress: while connecting, while sending, and for the acknowledgement.</summary>
    /// <remarks>60 seconds by default.</remarks>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>
    /// Longest wait for the connection when it differs from <see cref="Timeout"/>: a test with a short timeout must still be
    /// able to connect on a busy machine.
    /// </summary>
    internal TimeSpan? ConnectTimeout { get; init; }

    /// <summary>Longest wait for the connection: <see cref="ConnectTimeout"/>, or else <see cref="Timeout"/>.</summary>
    internal TimeSpan LongestConnect => ConnectTimeout ?? Timeout;

    /// <summary>Interval at which the payload's length is checked while a transfer waits, to detect a truncated file.</summary>
    internal TimeSpan CheckInterval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Is told of every socket that was connected; null when nobody wants to know.</summary>
    internal Action<System.Net.Sockets.Socket>? Opened { get; init; }

    /// <summary>An independent count of the bytes that a fetch receives, taken from the sockets; null to count nothing.</summary>
    public ReceivedBytes? Received { get; init; }

    /// <summary>What the receiver asks for before anything else; null when it asks for nothing.</summary>
    /// <remarks>By default that of the process: <see cref="TokenVariable"/>.</remarks>
    public string? Token { get; init; } = TokenVariable.Value;

    /// <summary>How the receiver is to store what it receives; null when it discards it.</summary>
    internal StoringWay? StoredBy { get; init; }

    /// <summary>What the receiver does beside writing the files that it stores.</summary>
    /// <remarks>Nothing by default.</remarks>
    public StoringOptions Storing { get; init; } = new();

    /// <summary>
    /// A FileSender that many connections share, so that an idle one holds no buffer; null for each to make its own. Who makes it
    /// disposes of it.
    /// </summary>
    public FileSender? SharedSender { get; init; }

    /// <summary>Settings of HttpClient, for the strategies that use one.</summary>
    public HttpOptions Http { get; init; } = new();
}
