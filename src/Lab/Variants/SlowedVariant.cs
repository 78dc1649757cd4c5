using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Lab.Variants;

/// <summary>Strategies that take longer by a known share, to see whether verdicts find it.</summary>
/// <remarks>
/// <c>send-file@slower10</c> takes ten per cent longer. <c>@copies10</c>, <c>@calls10</c>, <c>@pieces10</c> and <c>@sleeps10</c> do so by
/// copying memory, by system calls, by reading in small pieces and by sleeping.
/// </remarks>
internal static class SlowedVariant
{
    private const int MostPercent = 1000;

    /// <summary>
    /// By how many per cent a variant takes longer than its original: 0 for a twin, null for an id that is no such variant.
    /// </summary>
    public static int? PercentSlower(string id) => StrategyVariant.IsTwin(id) ? 0 : DelayOf(id)?.Percent;

    /// <summary>
    /// The variant that an id names; null for any other id, and for a strategy that has several transfers in flight: they cannot be
    /// slowed one by one.
    /// </summary>
    public static StrategyDescriptor? Of(StrategyDescriptor original, string id)
    {
        if (original.IsConcurrent || DelayOf(id) is not { } by)
        {
            return null;
        }

        double share = by.Percent / 100.0;
        return original.IsSynchronous
            ? original.As(
                id,
                typeof(SlowedStrategy),
                options => new SlowedStrategy((ISyncTransferStrategy)original.Create(options), new Delay(by.Kind, share)))
            : original.As(
                id,
                typeof(SlowedAsyncStrategy),
                options => new SlowedAsyncStrategy((IAsyncTransferStrategy)original.Create(options), new Delay(by.Kind, share)));
    }

    private static (DelayKind Kind, int Percent)? DelayOf(string id)
    {
        foreach (DelayKind kind in Enum.GetValues<DelayKind>())
        {
            if (StrategyVariant.NumberBehind(id, kind.ToString().ToLowerInvariant()) is { } percent and >= 1 and <= MostPercent)
            {
                return (kind, percent);
            }
        }

        return null;
    }
}
