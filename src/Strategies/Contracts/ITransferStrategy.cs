namespace FileTransfer.Strategies.Contracts;

/// <summary>One way of sending a payload: the thing this project compares.</summary>
/// <remarks>
/// An instance owns one connection. It is connected once, used for any number of transfers one after another
/// by one caller at a time, and disposed of once. After a transfer has thrown, the connection may be out of step
/// with the receiver, and the instance must not be used again.
/// </remarks>
public interface ITransferStrategy : IAsyncDisposable
{
    /// <summary>Opens the connection; never timed.</summary>
    /// <exception cref="TransferException">The receiver cannot be reached or an option is not possible here.</exception>
    ValueTask ConnectAsync(CancellationToken cancellationToken);
}

/// <summary>A strategy whose caller waits in system calls: nothing asynchronous happens inside its clock.</summary>
public interface ISyncTransferStrategy : ITransferStrategy
{
    /// <summary>Opens the file, sends it, waits for the acknowledgement and returns what the receiver confirmed.</summary>
    /// <exception cref="TransferException">The payload was not delivered; the connection is no longer usable.</exception>
    Delivery Transfer(Payload payload);
}

/// <summary>A strategy that awaits its operations.</summary>
public interface IAsyncTransferStrategy : ITransferStrategy
{
    /// <summary>Opens the file, sends it, awaits the acknowledgement and returns what the receiver confirmed.</summary>
    /// <exception cref="TransferException">The payload was not delivered; the connection is no longer usable.</exception>
    ValueTask<Delivery> TransferAsync(Payload payload, CancellationToken cancellationToken);
}
