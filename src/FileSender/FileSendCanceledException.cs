namespace FileTransfer.Sending;

/// <summary>An asynchronous call was cancelled.</summary>
/// <remarks>When <see cref="BytesSent"/> is above 0, the peer waits for the rest: close the connection.</remarks>
public sealed class FileSendCanceledException : OperationCanceledException
{
    internal FileSendCanceledException(long bytesSent, Exception? inner, CancellationToken cancellationToken)
        : base($"sending the file was cancelled after {bytesSent} bytes", inner, cancellationToken) => BytesSent = bytesSent;

    /// <inheritdoc cref="FileSendException.BytesSent"/>
    public long BytesSent { get; }
}
