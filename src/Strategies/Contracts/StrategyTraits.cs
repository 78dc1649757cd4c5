namespace FileTransfer.Strategies.Contracts;

/// <summary>What becomes of a transfer whose file has grown since its length was read.</summary>
public enum GrownFile
{
    /// <summary>Refused before the frame begins, as a file that shrank is: the connection stays as good as before.</summary>
    Refused,

    /// <summary>Found out once the frame has begun: the transfer fails, and the connection is out of step.</summary>
    FoundLate,

    /// <summary>As much is sent as was announced, and what was added is left out.</summary>
    CutOff,

    /// <summary>All of it is sent, more than was announced: the next transfer on the connection fails.</summary>
    Overruns,
}

/// <summary>How long a strategy keeps the file open.</summary>
public enum FileHolding
{
    /// <summary>Opened and closed by every transfer.</summary>
    PerTransfer,

    /// <summary>Open until the strategy is disposed of or given another file; ids end in "-kept".</summary>
    Kept,

    /// <summary>Left open by the API it is named after, until the garbage collector finalises the handle.</summary>
    LeftToTheCollector,
}

/// <summary>The managed API to which a synchronous strategy owes what it allocates in a transfer.</summary>
public enum AllocatingApi
{
    /// <summary>None: a transfer allocates nothing.</summary>
    None,

    /// <summary>File.OpenHandle, for a SafeFileHandle.</summary>
    FileHandle,

    /// <summary>File.OpenRead, read into a buffer of 4 KiB or more, which FileStream hands on to the system.</summary>
    FileStream,

    /// <summary>File.OpenRead, read into a smaller buffer, for which FileStream makes one of its own.</summary>
    BufferedFileStream,

    /// <summary>File.OpenRead and Socket.BeginSend, an IAsyncResult for each send.</summary>
    SocketBeginSend,

    /// <summary>Socket.SendFile of a path.</summary>
    SocketSendFile,
}
