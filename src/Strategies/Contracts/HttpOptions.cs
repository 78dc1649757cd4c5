namespace FileTransfer.Strategies.Contracts;

/// <summary>Settings of <see cref="System.Net.Http.SocketsHttpHandler"/>; null leaves its default.</summary>
public sealed record HttpOptions
{
    /// <summary>Most connections to the server (MaxConnectionsPerServer). By default as many over HTTP/1.1 as requests are in flight.</summary>
    public int? MaxConnections { get; init; }

    /// <summary>Initial window of an HTTP/2 stream in bytes (InitialHttp2StreamWindowSize), for what the client receives.</summary>
    public int? Http2Window { get; init; }

    /// <summary>Opens a further HTTP/2 connection when the streams of all others are used up (EnableMultipleHttp2Connections).</summary>
    public bool MultipleHttp2Connections { get; init; }
}
