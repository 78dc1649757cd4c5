namespace FileTransfer.Strategies.Contracts;

/// <summary>A transfer that did not end in a proven delivery. Its message is for the user at the terminal.</summary>
public class TransferException(TransferErrorKind kind, string message, Exception? innerException = null)
    : Exception(message, innerException)
{
    /// <summary>Why the transfer failed.</summary>
    public TransferErrorKind Kind { get; } = kind;
}
