namespace FileTransfer.Strategies.Contracts;

/// <summary>A strategy that can look whether its connection is still what it was asked for.</summary>
public interface ITunedStrategy
{
    /// <summary>
    /// Checks between transfers that the requested socket options are still in force, and that no frame was acknowledged again.
    /// </summary>
    /// <exception cref="TransferException">
    /// An option has another value, so the measurement is of another configuration; or acknowledgements are left over.
    /// </exception>
    void ThrowUnlessInForce();
}
