using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>A file that is not in the page cache: reads it before each transfer, outside of the clock.</summary>
internal sealed class ColdFile : Experiment
{
    private const long Longest = 256 << 20;

    /// <inheritdoc/>
    public override string Name => "the file read ahead";

    /// <inheritdoc/>
    public override string Cause => CauseId.ColdCache;

    /// <inheritdoc/>
    public override Counter Counter => new("blocks read from a disk per transfer", Counted.BlocksRead);

    /// <inheritdoc/>
    public override bool IsSetting(ExplainPlan plan) => true;

    /// <inheritdoc/>
    public override Refusal? WhyNot(ExplainPlan plan, Observed seen) =>
        plan.Strategy.ReadsDirectly ? Refusal.IsNotThere("the strategy reads past the page cache, as asked for")
        : plan.Strategy.Fetches && !plan.Strategy.FetchesFiles ? Refusal.IsNotThere("no file is read")
        : plan.Sender.Cache == CacheMode.Warm && plan.Suffix != Condition.Cold && seen.ShareOf(TransferState.Cold) == 0
            ? Refusal.IsNotThere("no transfer read its file from a disk")
        : plan.Strategy.IsConcurrent ? Refusal.CannotBeMade("several transfers of the file are in flight")
        : plan.Payload.Payload.Length > Longest
            ? Refusal.CannotBeMade("the file is longer than 256M, and reading it before each transfer takes too long")
        : null;

    /// <inheritdoc/>
    public override Arm Without(Arm arm)
    {
        Arm warm = arm.WithoutSuffix(Condition.Cold);
        return warm with { Sender = warm.Sender with { Cache = CacheMode.Warm }, Trial = warm.Trial with { Prefetches = true } };
    }

    /// <inheritdoc/>
    public override Arm? Stronger(Arm arm) => arm.Sender.Cache == CacheMode.Warm && arm.Suffix is null
        ? arm with { Sender = arm.Sender with { Cache = CacheMode.Cold } }
        : null;

    /// <inheritdoc/>
    public override string NoDose => "the file is cold before every transfer already";
}
