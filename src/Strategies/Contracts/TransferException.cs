namespace FileTransfer.Strategies.Contracts;

/// <summary>A transfer that did not end in a proven delivery. Its message is written for the person at the terminal.</summary>
public class TransferException(TransferErrorKind kind, string message, Exception? innerException = null)
    : Exception(message, innerException)
{
    /// <summary>Why it is not a delivery.</summary>
    public TransferErrorKind Kind { get; } = kind;
}
