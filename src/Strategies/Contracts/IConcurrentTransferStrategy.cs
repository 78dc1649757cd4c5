namespace FileTransfer.Strategies.Contracts;

/// <summary>A strategy with several transfers in flight. Each transfer is prepared before its clock starts.</summary>
public interface IConcurrentTransferStrategy : IAsyncTransferStrategy
{
    /// <summary>Number of transfers in flight at once.</summary>
    int InFlight { get; }

    /// <summary>Prepares a transfer before its clock starts. One thread calls it at a time.</summary>
    IPreparedTransfer Prepare(Payload payload);
}

/// <summary>A prepared transfer, which can be sent once.</summary>
public interface IPreparedTransfer : IDisposable
{
    /// <summary>Sends the payload, awaits the answer and returns the receiver's confirmation. Any thread may call it.</summary>
    /// <exception cref="TransferException">The payload was not delivered.</exception>
    ValueTask<Delivery> SendAsync(CancellationToken cancellationToken);
}
