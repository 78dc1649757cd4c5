namespace FileTransfer.Strategies.Contracts;

/// <summary>Settings of <see cref="System.Net.Http.SocketsHttpHandler"/>; null leaves its default.</summary>
public sealed record HttpOptions
{
    /// <summary>
    /// Maximum number of connections to the server (MaxConnectionsPerServer). By default HTTP/1.1 uses one connection per request in
    /// flight.
    /// </summary>
    public int? MaxConnections { get; init; }

    /// <summary>Initial window of an HTTP/2 stream in bytes (InitialHttp2StreamWindowSize), for data that the client receives.</summary>
    public int? Http2Window { get; init; }

    /// <summary>
    /// Opens a further HTTP/2 connection when every open connection has reached its limit of streams
    /// (EnableMultipleHttp2Connections).
    /// </summary>
    public bool MultipleHttp2Connections { get; init; }
}
