using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Strategies.Variants;

/// <summary>Makes the condition of a strategy, keeps account of what that costs, and answers for both.</summary>
internal sealed class Preparation(ITransferStrategy original, ICondition condition)
{
    private readonly IConditionedStrategy? _inner = original as IConditionedStrategy;

    /// <summary>What making the condition has cost so far.</summary>
    public ConditionCost Cost { get; private set; }

    /// <summary>Makes the condition, behind one that the original has itself.</summary>
    public void Make(Payload payload)
    {
        TimeSpan cpu = Environment.CpuUsage.TotalTime;
        long switches = ContextSwitches.OfThisProcess() ?? 0;
        long allocated = GC.GetAllocatedBytesForCurrentThread();
        _inner?.BeforeTransfer(payload);
        condition.Make(payload);
        Cost = new ConditionCost(
            Cost.CpuTime + Environment.CpuUsage.TotalTime - cpu,
            Cost.ContextSwitches + (ContextSwitches.OfThisProcess() ?? 0) - switches,
            Cost.AllocatedBytes + GC.GetAllocatedBytesForCurrentThread() - allocated);
    }

    /// <summary>Checks that the condition held during the last transfer, and that of the original too.</summary>
    public void ThrowUnlessKept()
    {
        _inner?.AfterTransfers();
        condition.ThrowUnlessKept();
    }

    /// <summary>Checks the original's socket options, and that the condition held.</summary>
    public void ThrowUnlessInForce()
    {
        (original as ITunedStrategy)?.ThrowUnlessInForce();
        condition.ThrowUnlessKept();
    }

    /// <summary>The original's figures, and those of the condition.</summary>
    public IReadOnlyList<Observation> Observe() =>
        [.. original is IObservingStrategy observing ? observing.Observe() : [], .. condition.Observe()];
}
