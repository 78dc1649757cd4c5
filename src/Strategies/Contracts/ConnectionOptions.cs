using System.Net;

namespace FileTransfer.Strategies.Contracts;

/// <summary>Where and how a strategy connects.</summary>
public sealed record ConnectionOptions
{
    /// <summary>The receiver's address.</summary>
    public required EndPoint Endpoint { get; init; }

    /// <summary>Disables Nagle's algorithm (RFC 896, TCP_NODELAY).</summary>
    /// <remarks>
    /// On by default. Without it, a header sent on its own waits for the delayed acknowledgement of the header before:
    /// about 40 ms a file on Linux.
    /// </remarks>
    public bool NoDelay { get; init; } = true;

    /// <summary>TCP congestion control by name (tcp(7), TCP_CONGESTION), or null for the system's default. Linux only.</summary>
    public string? CongestionControl { get; init; }

    /// <summary>Longest wait for progress: for the connection, for a send, and for the acknowledgement.</summary>
    /// <remarks>60 seconds by default.</remarks>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>
    /// Longest wait for the connection, where that is not <see cref="Timeout"/>: a test of silence has to be connected first,
    /// however busy its machine is.
    /// </summary>
    internal TimeSpan? ConnectTimeout { get; init; }

    /// <summary>Longest wait for the connection.</summary>
    internal TimeSpan LongestConnect => ConnectTimeout ?? Timeout;

    /// <summary>Time between two looks at the payload while nothing comes back: a file cut short is found out here.</summary>
    internal TimeSpan CheckInterval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Counts what comes in over the connections of an HttpClient, for whoever does not want to take a strategy's word for it.</summary>
    public ReceivedBytes? Received { get; init; }

    /// <summary>Settings of HttpClient, for the strategies that use one.</summary>
    public HttpOptions Http { get; init; } = new();
}
