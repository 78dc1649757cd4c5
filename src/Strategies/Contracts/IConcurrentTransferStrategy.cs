namespace FileTransfer.Strategies.Contracts;

/// <summary>A strategy that has several transfers under way at once. Each is prepared before its clock starts.</summary>
public interface IConcurrentTransferStrategy : IAsyncTransferStrategy
{
    /// <summary>How many transfers are to be under way at once.</summary>
    int InFlight { get; }

    /// <summary>Makes what a transfer needs and may be made before its clock starts; from one thread at a time.</summary>
    IPreparedTransfer Prepare(Payload payload);
}

/// <summary>A transfer that waits to be sent, once.</summary>
public interface IPreparedTransfer : IDisposable
{
    /// <summary>Sends it, awaits the answer and returns what the receiver confirmed; from any thread.</summary>
    /// <exception cref="TransferException">The payload was not delivered.</exception>
    ValueTask<Delivery> SendAsync(CancellationToken cancellationToken);
}
