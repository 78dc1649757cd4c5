namespace FileTransfer.Strategies.Contracts;

/// <summary>A strategy whose transfers happen under a condition that is made anew before each, such as a cold page cache.</summary>
public interface IConditionedStrategy : ITransferStrategy
{
    /// <summary>Makes the condition. Called before each transfer, and never timed.</summary>
    /// <exception cref="TransferException">The condition cannot be made here.</exception>
    void BeforeTransfer(Payload payload);
}
