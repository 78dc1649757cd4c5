namespace FileTransfer.Strategies.Wire;

/// <summary>The negative status codes of an acknowledgement; after one of them the receiver closes the connection.</summary>
public static class AcknowledgementStatus
{
    /// <summary>The frame announced a negative length.</summary>
    public const long BadLength = -1;

    /// <summary>The frame announced more bytes than the receiver's limit.</summary>
    public const long TooLarge = -2;

    /// <summary>The receiver failed.</summary>
    public const long ReceiverFailure = -3;

    /// <summary>The server is stopping.</summary>
    public const long ServerStopping = -4;

    /// <summary>The receiver holds as many connections as it may.</summary>
    public const long TooManyConnections = -5;

    /// <summary>The connection did not begin with the token that the receiver asks for.</summary>
    public const long Unauthorized = -6;

    /// <summary>The frame took too long, or came in too slowly.</summary>
    public const long TooSlow = -7;

    /// <summary>The receiver cannot store the file: it was told no folder, it has no such way, or its file system refuses.</summary>
    public const long CannotStore = -8;

    /// <summary>The receiver's disk has no room for the file.</summary>
    public const long DiskFull = -9;

    /// <summary>The receiver's folder has a file or a link where this file would go.</summary>
    public const long TargetExists = -10;

    /// <summary>A status in words.</summary>
    public static string Describe(long status) => status switch
    {
        >= 0 => $"{status} bytes drained",
        BadLength => "bad length",
        TooLarge => "larger than the receiver's limit",
        ReceiverFailure => "receiver failure",
        ServerStopping => "server stopping",
        TooManyConnections => "too many connections",
        Unauthorized => "not authorized",
        TooSlow => "too slow",
        CannotStore => "cannot keep the file",
        DiskFull => "disk full",
        TargetExists => "target exists",
        _ => "unknown error",
    };
}
