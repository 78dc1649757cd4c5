namespace FileTransfer.Strategies.Contracts;

/// <summary>Whether a strategy sends, fetches or measures the harness.</summary>
public enum StrategyRole
{
    /// <summary>The strategy sends a file.</summary>
    Send,

    /// <summary>The strategy fetches a message or a file: the payload comes from the server.</summary>
    Fetch,

    /// <summary>The strategy transfers nothing: it measures the cost of the harness.</summary>
    Harness,
}

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

/// <summary>Outcome of a transfer whose file has grown since its length was read.</summary>
public enum GrownFile
{
    /// <summary>The transfer fails before the frame begins, as for a file that shrank: the connection stays usable.</summary>
    Refused,

    /// <summary>The change is detected within the frame: the transfer fails, and the connection is out of step.</summary>
    FoundLate,

    /// <summary>The announced number of bytes is sent; the added bytes are left out.</summary>
    CutOff,

    /// <summary>The whole file is sent, more bytes than announced: the next transfer on the connection fails.</summary>
    Overruns,
}

/// <summary>How long a strategy keeps the file open.</summary>
public enum FileHolding
{
    /// <summary>Opened and closed by every transfer.</summary>
    PerTransfer,

    /// <summary>Open until the strategy is disposed of or given another file; ids end in "-kept".</summary>
    Kept,

    /// <summary>Left open by the API that the strategy is named after, until the garbage collector finalizes the handle.</summary>
    LeftToTheCollector,
}

/// <summary>The managed API that causes the allocations of a synchronous strategy's transfer.</summary>
public enum AllocatingApi
{
    /// <summary>None: a transfer allocates nothing.</summary>
    None,

    /// <summary>File.OpenHandle, for a SafeFileHandle.</summary>
    FileHandle,

    /// <summary>File.OpenRead, with reads into a buffer of 4 KiB or more, which FileStream passes on to the system.</summary>
    FileStream,

    /// <summary>File.OpenRead, with reads into a smaller buffer, for which FileStream allocates its own buffer.</summary>
    BufferedFileStream,

    /// <summary>File.OpenRead and Socket.BeginSend, which allocates an IAsyncResult for each send.</summary>
    SocketBeginSend,

    /// <summary>Socket.SendFile with a path.</summary>
    SocketSendFile,
}
