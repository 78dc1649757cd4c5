namespace FileTransfer.Strategies.Contracts;

/// <summary>A strategy that can read back the socket options it was asked to set.</summary>
public interface ITunedStrategy
{
    /// <summary>Checks that the requested socket options are still in force.</summary>
    /// <exception cref="TransferException">An option has another value: the measurement is of another configuration.</exception>
    void ThrowUnlessInForce();
}
