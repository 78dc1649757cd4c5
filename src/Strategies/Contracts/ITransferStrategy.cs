namespace FileTransfer.Strategies.Contracts;

/// <summary>One way of transferring a payload. The project compares the implementations of this interface.</summary>
/// <remarks>
/// An instance owns one connection. It is connected once, used by one caller at a time for any number of transfers in
/// sequence, and disposed of once. After a transfer has thrown, the connection may be out of step with the receiver, and
/// the instance must not be used again.
/// </remarks>
public interface ITransferStrategy : IAsyncDisposable
{
    /// <summary>Opens the connection; never timed.</summary>
    /// <exception cref="TransferException">The receiver cannot be reached or an option is not possible here.</exception>
    ValueTask ConnectAsync(CancellationToken cancellationToken);
}

/// <summary>A synchronous strategy: the calling thread waits in system calls, and nothing asynchronous runs while it is timed.</summary>
public interface ISyncTransferStrategy : ITransferStrategy
{
    /// <summary>Opens the file, sends it, waits for the acknowledgement and returns the receiver's confirmation.</summary>
    /// <exception cref="TransferException">The payload was not delivered; the connection is no longer usable.</exception>
    Delivery Transfer(Payload payload);
}

/// <summary>An asynchronous strategy: it awaits its operations.</summary>
public interface IAsyncTransferStrategy : ITransferStrategy
{
    /// <summary>Opens the file, sends it, awaits the acknowledgement and returns the receiver's confirmation.</summary>
    /// <exception cref="TransferException">The payload was not delivered; the connection is no longer usable.</exception>
    ValueTask<Delivery> TransferAsync(Payload payload, CancellationToken cancellationToken);
}
