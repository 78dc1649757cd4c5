using System.Globalization;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Variants;

/// <summary>The conditions that an id can name.</summary>
internal static class Condition
{
    /// <summary>Suffix of ids whose file is cold.</summary>
    public const string Cold = "cold";

    private const string Gap = "gap";
    private const string Unit = "ms";
    private const int LongestGap = 1000;

    /// <summary>
    /// Puts a strategy under the condition that a suffix names, such as <c>cold</c> or <c>gap10ms</c>; null when it names none.
    /// </summary>
    public static Func<StrategyDescriptor, string, StrategyDescriptor>? Of(string suffix) =>
        suffix == Cold ? (original, id) => StrategyCache.Under(original, CacheMode.Cold, id)
        : GapOf(suffix) is { } gap ? (original, id) => Under(original, id, () => new Pause(gap))
        : null;

    /// <summary>The strategy under another id, and under a condition of which each instance has its own.</summary>
    public static StrategyDescriptor Under(StrategyDescriptor original, string id, Func<ICondition> condition) => original.IsSynchronous
        ? original.As(
            id,
            typeof(ConditionedStrategy),
            options => new ConditionedStrategy((ISyncTransferStrategy)original.Create(options), condition()))
        : original.As(
            id,
            typeof(ConditionedAsyncStrategy),
            options => new ConditionedAsyncStrategy((IAsyncTransferStrategy)original.Create(options), condition()));

    private static int? GapOf(string suffix) =>
        suffix.StartsWith(Gap, StringComparison.Ordinal) && suffix.EndsWith(Unit, StringComparison.Ordinal)
        && suffix.Length > Gap.Length + Unit.Length
        && int.TryParse(suffix[Gap.Length..^Unit.Length], NumberStyles.None, CultureInfo.InvariantCulture, out int gap)
        && gap is >= 1 and <= LongestGap
            ? gap
            : null;
}
