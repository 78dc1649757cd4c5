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

    /// <summary>A status in words.</summary>
    public static string Describe(long status) => status switch
    {
        >= 0 => $"{status} bytes drained",
        BadLength => "bad length",
        TooLarge => "larger than the receiver's limit",
        ReceiverFailure => "receiver failure",
        ServerStopping => "server stopping",
        _ => "unknown error",
    };
}
