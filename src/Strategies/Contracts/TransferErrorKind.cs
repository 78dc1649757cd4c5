namespace FileTransfer.Strategies.Contracts;

/// <summary>Why a transfer is not a delivery.</summary>
public enum TransferErrorKind
{
    /// <summary>No connection could be made.</summary>
    ConnectFailed,

    /// <summary>The connection ended before the acknowledgement was complete.</summary>
    ConnectionLost,

    /// <summary>Nothing moved for as long as <see cref="ConnectionOptions.Timeout"/>.</summary>
    TimedOut,

    /// <summary>The receiver answered with an error status.</summary>
    Rejected,

    /// <summary>The receiver confirmed another number of bytes, or another checksum, than the file has.</summary>
    Mismatch,

    /// <summary>The file shrank, grew or vanished while it was being sent.</summary>
    PayloadChanged,

    /// <summary>The file cannot be opened or read: it is missing, may not be read, or the process has no descriptor left; or its disk failed.</summary>
    PayloadUnreadable,

    /// <summary>An earlier transfer broke off within its frame, so that the receiver would take new bytes for the rest of it.</summary>
    OutOfStep,

    /// <summary>An option asks for what this platform or kernel does not have.</summary>
    Unsupported,
}
