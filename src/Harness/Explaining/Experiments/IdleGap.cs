using System.Globalization;
using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Harness.Explaining.Experiments;

/// <summary>A pause before each transfer: sends one right after the other.</summary>
internal sealed class IdleGap : Experiment
{
    private const string Suffix = "gap";
    private const int Longer = 4;
    private const int Longest = 1000;

    /// <inheritdoc/>
    public override string Name => "no pause before a transfer";

    /// <inheritdoc/>
    public override string Cause => CauseId.IdleGap;

    /// <inheritdoc/>
    public override Counter Counter => new("µs before a transfer", Counted.Gap);

    /// <inheritdoc/>
    public override bool IsSetting(ExplainPlan plan) => true;

    /// <inheritdoc/>
    public override Refusal? WhyNot(ExplainPlan plan, Observed seen) =>
        plan.Suffix?.StartsWith(Suffix, StringComparison.Ordinal) == true ? null
        : seen.ShareOf(TransferState.AfterGap) > 0 ? Refusal.CannotBeMade("pauses come before some transfers, and nothing here makes them")
        : Refusal.IsNotThere("every transfer follows the one before at once");

    /// <inheritdoc/>
    public override Arm Without(Arm arm) => arm.WithoutSuffix(Suffix);

    /// <inheritdoc/>
    public override Arm? Stronger(Arm arm) => arm.Suffix is { } suffix
        && int.TryParse(suffix[Suffix.Length..^2], NumberStyles.None, CultureInfo.InvariantCulture, out int gap) && gap < Longest
            ? arm with
            {
                Strategy = string.Create(
                    CultureInfo.InvariantCulture,
                    $"{StrategyVariant.OriginalOf(arm.Strategy)}@{Suffix}{Math.Min(Longest, gap * Longer)}ms"),
            }
            : null;
}
