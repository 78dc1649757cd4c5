using System.Globalization;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Variants;

/// <summary>A strategy under a second id: unchanged or slower by a known share, to test verdicts, or with a wait of its own.</summary>
/// <remarks>
/// <c>send-file@2</c> is the same code as <c>send-file</c>: a comparison that finds a difference is wrong.
/// <c>send-file@slower10</c> takes ten per cent longer: a comparison should find that. <c>@copies10</c>, <c>@calls10</c>,
/// <c>@pieces10</c> and <c>@sleeps10</c> do so by copying memory, by system calls, by reading in small pieces and by sleeping.
/// <c>send-file@poll</c> polls, whatever the run says, so that ways of waiting can be compared within a run.
/// <c>send-async@x64</c> sends over 64 connections at a time.
/// <c>send-file@cold</c> sends a file of which no page is in the page cache, <c>send-file@gap10ms</c> sends after a pause of 10 ms.
/// <c>send-file@nagle</c>, <c>send-file@bbr</c> and <c>send-file@sndbuf64K</c> set an option of the sender's socket.
/// The catalog does not list variants.
/// </remarks>
public static class StrategyVariant
{
    private const char Separator = '@';
    private const string Twin = "2";
    private const string Times = "x";
    private const int MostPercent = 1000;
    private const int MostConnections = 1024;

    /// <summary>The id of the original strategy: the part before the "@".</summary>
    public static string OriginalOf(string id) => id.Split(Separator)[0];

    /// <summary>
    /// By how many per cent a variant takes longer than its original: 0 for a twin, null for an id that is not a variant.
    /// </summary>
    public static int? PercentSlower(string id) =>
        id.Split(Separator) is [_, Twin] ? 0 : DelayOf(id)?.Percent;

    /// <summary>True for an id with an "@" behind which a variant is named.</summary>
    public static bool IsNamedBy(string id) => PercentSlower(id) is not null || WaitOf(id) is not null || ConnectionsOf(id) is not null
        || ConditionOf(id) is not null || TuningOf(id) is not null;

    /// <summary>True for an id that names a condition which is made anew before each transfer.</summary>
    public static bool IsConditioned(string id) => ConditionOf(id) is not null;

    private static Func<StrategyDescriptor, string, StrategyDescriptor>? ConditionOf(string id) =>
        id.Split(Separator) is [_, var suffix] ? Condition.Of(suffix) : null;

    private static Func<ConnectionOptions, ConnectionOptions>? TuningOf(string id) =>
        id.Split(Separator) is [_, var suffix] ? Tuning.Of(suffix) : null;

    private static (DelayKind Kind, int Percent)? DelayOf(string id)
    {
        foreach (DelayKind kind in Enum.GetValues<DelayKind>())
        {
            if (NumberBehind(id, kind.ToString().ToLowerInvariant()) is { } percent and >= 1 and <= MostPercent)
            {
                return (kind, percent);
            }
        }

        return null;
    }

    /// <summary>The wait that an id such as <c>adaptive@poll:50us</c> names; null when it names none.</summary>
    private static Wait? WaitOf(string id) => id.Split(Separator) is [_, var suffix] && Wait.TryParse(suffix, out Wait wait) ? wait : null;

    /// <summary>The number of connections that an id such as <c>send-async@x64</c> names; null when it names none.</summary>
    private static int? ConnectionsOf(string id) => NumberBehind(id, Times) is { } count and >= 2 and <= MostConnections ? count : null;

    private static int? NumberBehind(string id, string word) => id.Split(Separator) is [_, var suffix]
        && suffix.StartsWith(word, StringComparison.Ordinal)
        && int.TryParse(suffix[word.Length..], NumberStyles.None, CultureInfo.InvariantCulture, out int number)
        ? number
        : null;

    /// <summary>
    /// The variant of a strategy; null when the id is not a variant, when the strategy has several transfers in flight, which
    /// cannot be slowed one by one, or when it is to wait in another way than it can.
    /// </summary>
    internal static StrategyDescriptor? Of(StrategyDescriptor original, string id) => Make(original, id) is { } variant
        ? variant with { Dimensions = variant.Dimensions with { Original = original.Id } }
        : null;

    private static StrategyDescriptor? Make(StrategyDescriptor original, string id) => PercentSlower(id) switch
    {
        null when WaitOf(id) is { } wait => original.TakesWait ? original.As(id, wait) : null,
        null when TuningOf(id) is { } tuning =>
            original.Family == StrategyFamily.Sockets
                ? original.As(id, original.Implementation, options => original.Create(tuning(options)))
                : null,
        null when ConditionOf(id) is { } under => original.IsConcurrent || !original.Delivers ? null : under(original, id),
        null =>
            ConnectionsOf(id) is { } count && original is { IsSynchronous: false, IsConcurrent: false } ? Many(original, id, count) : null,
        0 => original.As(id),
        _ when original.IsConcurrent => null,
        _ => Slowed(original, id, DelayOf(id)!.Value),
    };

    private static StrategyDescriptor Slowed(StrategyDescriptor original, string id, (DelayKind Kind, int Percent) by) =>
        original.IsSynchronous
            ? original.As(
                id,
                typeof(SlowedStrategy),
                options => new SlowedStrategy((ISyncTransferStrategy)original.Create(options), new Delay(by.Kind, by.Percent / 100.0)))
            : original.As(
                id,
                typeof(SlowedAsyncStrategy),
                options =>
                    new SlowedAsyncStrategy((IAsyncTransferStrategy)original.Create(options), new Delay(by.Kind, by.Percent / 100.0)));

    private static StrategyDescriptor Many(StrategyDescriptor original, string id, int count) => original.As(
        id,
        typeof(ManyConnections),
        options => new ManyConnections(() => (IAsyncTransferStrategy)original.Create(options), count)) with
    {
        Dimensions = original.Dimensions with { InFlight = count },
    };
}
