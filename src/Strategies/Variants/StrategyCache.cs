using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Strategies.Variants;

/// <summary>Puts strategies under a state of the page cache; the variant <c>@cold</c> is one of them.</summary>
public static class StrategyCache
{
    /// <summary>
    /// The strategy under a state of the page cache. One that cannot be measured in it says why in its
    /// <see cref="StrategyDescriptor.Probe"/>. A strategy that transfers nothing stays as it is.
    /// </summary>
    public static StrategyDescriptor Under(StrategyDescriptor original, CacheMode mode) => Under(original, mode, original.Id);

    /// <summary>Why a payload can never be cold, with the remedy; null when it can be, or where unknown.</summary>
    public static string? WhyNeverCold(Payload payload) => FileMedium.WhyNeverCold(payload.Path, payload.Length);

    /// <summary>The strategy with a file that is read into the page cache before each transfer.</summary>
    internal static StrategyDescriptor Prefetched(StrategyDescriptor original) =>
        Condition.Under(original, original.Id, () => new Prefetch());

    /// <summary>The same under another id.</summary>
    internal static StrategyDescriptor Under(StrategyDescriptor original, CacheMode mode, string id)
    {
        if (mode == CacheMode.Warm || !original.Delivers)
        {
            return original.As(id);
        }

        string? reason = WhyNot(original, mode);
        StrategyDescriptor under = reason is null
            ? Condition.Under(
                original,
                id,
                () => new ColdCache(staysCold: mode == CacheMode.Direct, readsHere: !original.Fetches))
            : original.As(id);
        return under with
        {
            Probe = () => original.Probe() is { IsAvailable: false } here ? here
                : reason is null ? Availability.Available
                : Availability.Unsupported(reason),
            Dimensions = original.Dimensions with { Cache = mode.Name() },
        };
    }

    private static string? WhyNot(StrategyDescriptor strategy, CacheMode mode) => strategy switch
    {
        _ when !OperatingSystem.IsLinux() => "files are evicted from the page cache by posix_fadvise(2) and cachestat(2), which need Linux",
        { IsNative: true } => "the native reference sends one file after another, and nothing evicts it in between",
        { IsConcurrent: true } => "several transfers of one file are in flight, and those before have read it",
        { Fetches: true, FetchesFiles: false } => "the server makes what is fetched, and reads no file",
        { NotCold: { } reason } => reason,
        { ReadsDirectly: false } when mode == CacheMode.Direct =>
            "it reads through the page cache; only strategies that open the file with O_DIRECT read past it, such as direct-read",
        _ => null,
    };
}
