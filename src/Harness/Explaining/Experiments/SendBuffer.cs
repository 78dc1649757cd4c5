using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>The sender's socket buffer: leaves it to the kernel, which lets it grow.</summary>
internal sealed class SendBuffer : Experiment
{
    private const string Suffix = "sndbuf";
    private const int Smaller = 2;

    /// <inheritdoc/>
    public override string Name => "a send buffer that grows";

    /// <inheritdoc/>
    public override string Cause => CauseId.SendBuffer;

    /// <inheritdoc/>
    public override bool IsSetting(ExplainPlan plan) => true;

    /// <inheritdoc/>
    public override Refusal? WhyNot(ExplainPlan plan, Observed seen) =>
        plan.Suffix?.StartsWith(Suffix, StringComparison.Ordinal) == true
            ? null
            : Refusal.IsNotThere("the kernel sizes the send buffer");

    /// <inheritdoc/>
    public override Arm Without(Arm arm) => arm.WithoutSuffix(Suffix);

    /// <inheritdoc/>
    public override Arm? Stronger(Arm arm) =>
        arm.Suffix?[Suffix.Length..] is { } text && Strategies.Units.ByteSize.TryParse(text, out Strategies.Units.ByteSize size)
            ? arm with { Strategy = $"{StrategyVariant.OriginalOf(arm.Strategy)}@{Suffix}{size.Bytes / Smaller}" }
            : null;
}
