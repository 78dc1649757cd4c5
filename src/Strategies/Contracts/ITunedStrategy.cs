namespace FileTransfer.Strategies.Contracts;

/// <summary>A strategy with socket options that were asked for, and that can be read back.</summary>
public interface ITunedStrategy
{
    /// <summary>Looks whether what was asked for is still in force.</summary>
    /// <exception cref="TransferException">It is not: what was measured is something else.</exception>
    void ThrowUnlessInForce();
}
