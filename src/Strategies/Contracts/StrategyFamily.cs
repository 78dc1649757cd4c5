namespace FileTransfer.Strategies.Contracts;

/// <summary>The kind of channel that a strategy uses; each family has its own folder.</summary>
public enum StrategyFamily
{
    /// <summary>No channel: the cost of the harness itself.</summary>
    Harness,

    /// <summary>Framed files over a stream socket.</summary>
    Sockets,

    /// <summary>Framed files into a named pipe.</summary>
    Pipes,

    /// <summary>Requests to an HTTP server.</summary>
    Http,

    /// <summary>Calls that fetch a payload from a server, in a message of protocol buffers.</summary>
    Rpc,

    /// <summary>Files that a server serves over HTTP, in the way that the request asks for.</summary>
    Downloads,

    /// <summary>Files that the receiver writes to a disk, in the way that the sender asks for.</summary>
    Receiving,
}
