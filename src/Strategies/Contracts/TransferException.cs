namespace FileTransfer.Strategies.Contracts;

/// <summary>A transfer that did not end in a proven delivery. Its message is for the user at the terminal.</summary>
public class TransferException(TransferErrorKind kind, string message, Exception? innerException = null)
    : Exception(message, innerException)
{
    /// <summary>Why the transfer failed.</summary>
    public TransferErrorKind Kind { get; } = kind;
}

/// <summary>Why a transfer failed.</summary>
public enum TransferErrorKind
{
    /// <summary>No connection could be made.</summary>
    ConnectFailed,

    /// <summary>The connection ended before the acknowledgement was complete.</summary>
    ConnectionLost,

    /// <summary>No byte moved for the duration of <see cref="ConnectionOptions.Timeout"/>.</summary>
    TimedOut,

    /// <summary>The receiver answered with an error status.</summary>
    Rejected,

    /// <summary>The receiver's byte count or checksum differs from the file's, or a requested setting was not in force.</summary>
    Mismatch,

    /// <summary>The file shrank, grew or vanished while it was being sent.</summary>
    PayloadChanged,

    /// <summary>The file cannot be opened or read: it is missing, access is denied, no descriptor is left, or its disk failed.</summary>
    PayloadUnreadable,

    /// <summary>An earlier transfer ended within its frame: the receiver would read new bytes as the rest of that frame.</summary>
    OutOfStep,

    /// <summary>An option needs a feature that this platform or kernel lacks.</summary>
    Unsupported,

    /// <summary>The strategy's constructor threw, or made something else than the strategy.</summary>
    NotMade,
}
