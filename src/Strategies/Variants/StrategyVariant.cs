using System.Globalization;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Variants;

/// <summary>A strategy under a second id: unchanged, with a wait or a socket option of its own, or under a condition.</summary>
/// <remarks>
/// <c>send-file@2</c> is the same code as <c>send-file</c>: a comparison that finds a difference is wrong.
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
    private const int MostConnections = 1024;

    private static readonly List<Func<StrategyDescriptor, string, StrategyDescriptor?>> s_added = [];

    /// <summary>The id of the original strategy: the part before the "@".</summary>
    public static string OriginalOf(string id) => id.Split(Separator)[0];

    /// <summary>True for the same code under a second id.</summary>
    public static bool IsTwin(string id) => id.Split(Separator) is [_, Twin];

    /// <summary>The id of the same code under a second id.</summary>
    public static string TwinOf(string id) => $"{id}{Separator}{Twin}";

    /// <summary>True for an id with an "@", behind which a variant is named: no other id has one.</summary>
    public static bool IsNamedBy(string id) => id.Contains(Separator);

    /// <summary>Adds variants of a program's own. To be called before the first strategy is looked up.</summary>
    /// <param name="make">Makes the variant that the id names, or returns null when it names none of these.</param>
    public static void Add(Func<StrategyDescriptor, string, StrategyDescriptor?> make) => s_added.Add(make);

    /// <summary>True for an id that names a condition which is made anew before each transfer.</summary>
    public static bool IsConditioned(string id) => ConditionOf(id) is not null;

    private static Func<StrategyDescriptor, string, StrategyDescriptor>? ConditionOf(string id) =>
        id.Split(Separator) is [_, var suffix] ? Condition.Of(suffix) : null;

    private static Func<ConnectionOptions, ConnectionOptions>? TuningOf(string id) =>
        id.Split(Separator) is [_, var suffix] ? Tuning.Of(suffix) : null;

    /// <summary>The wait that an id such as <c>adaptive@poll:50us</c> names; null when it names none.</summary>
    private static Wait? WaitOf(string id) => id.Split(Separator) is [_, var suffix] && Wait.TryParse(suffix, out Wait wait) ? wait : null;

    /// <summary>The number of connections that an id such as <c>send-async@x64</c> names; null when it names none.</summary>
    private static int? ConnectionsOf(string id) => NumberBehind(id, Times) is { } count and >= 2 and <= MostConnections ? count : null;

    /// <summary>The number behind a word in the part after the "@", such as 64 of <c>@x64</c>; null when it is not there.</summary>
    public static int? NumberBehind(string id, string word) => id.Split(Separator) is [_, var suffix]
        && suffix.StartsWith(word, StringComparison.Ordinal)
        && int.TryParse(suffix[word.Length..], NumberStyles.None, CultureInfo.InvariantCulture, out int number)
        ? number
        : null;

    /// <summary>
    /// The variant of a strategy; null when the id is not a variant, or when the strategy cannot be varied in this way.
    /// </summary>
    internal static StrategyDescriptor? Of(StrategyDescriptor original, string id) => Make(original, id) is { } variant
        ? variant with { Dimensions = variant.Dimensions with { Original = original.Id } }
        : null;

    private static StrategyDescriptor? Make(StrategyDescriptor original, string id)
    {
        if (IsTwin(id))
        {
            return original.As(id);
        }

        if (WaitOf(id) is { } wait)
        {
            return original.TakesWait ? original.As(id, wait) : null;
        }

        if (TuningOf(id) is { } tuning)
        {
            return original.Family == StrategyFamily.Sockets
                ? original.As(id, original.Implementation, options => original.Create(tuning(options)))
                : null;
        }

        if (ConditionOf(id) is { } under)
        {
            return original.IsConcurrent || !original.Delivers ? null : under(original, id);
        }

        if (ConnectionsOf(id) is { } count)
        {
            return original is { IsSynchronous: false, IsConcurrent: false } ? Many(original, id, count) : null;
        }

        return s_added.Select(make => make(original, id)).FirstOrDefault(made => made is not null);
    }

    private static StrategyDescriptor Many(StrategyDescriptor original, string id, int count) => original.As(
        id,
        typeof(ManyConnections),
        options => new ManyConnections(() => (IAsyncTransferStrategy)original.Create(options), count)) with
    {
        Dimensions = original.Dimensions with { InFlight = count },
    };
}
