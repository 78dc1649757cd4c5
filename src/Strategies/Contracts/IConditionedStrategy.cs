namespace FileTransfer.Strategies.Contracts;

/// <summary>A strategy whose transfers happen under a condition that is made anew before each, such as a cold page cache.</summary>
public interface IConditionedStrategy : ITransferStrategy
{
    /// <summary>What making the condition has cost this process so far; it is no cost of a transfer.</summary>
    ConditionCost Cost { get; }

    /// <summary>Makes the condition. Called before each transfer, and never timed.</summary>
    /// <exception cref="TransferException">The condition cannot be made here, or the transfer before broke it.</exception>
    void BeforeTransfer(Payload payload);

    /// <summary>
    /// Checks that the condition held during the last transfer. Called when others are about to use what it is about, such as the file.
    /// </summary>
    /// <exception cref="TransferException">It did not.</exception>
    void AfterTransfers();
}

/// <summary>What it costs a process to make a condition.</summary>
/// <param name="CpuTime">CPU time.</param>
/// <param name="ContextSwitches">Context switches; 0 where unknown.</param>
/// <param name="AllocatedBytes">Managed bytes allocated.</param>
public readonly record struct ConditionCost(TimeSpan CpuTime, long ContextSwitches, long AllocatedBytes)
{
    /// <summary>The difference of two readings.</summary>
    public static ConditionCost operator -(ConditionCost left, ConditionCost right) => new(
        left.CpuTime - right.CpuTime,
        left.ContextSwitches - right.ContextSwitches,
        left.AllocatedBytes - right.AllocatedBytes);
}
