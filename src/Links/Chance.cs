namespace FileTransfer.Links;

/// <summary>Something that happens to a share of the packets: which ones, follows from the seed and the packet's number alone.</summary>
/// <remarks>SplitMix64 of Steele, Lea and Flood (2014): its output is as good as random also for consecutive numbers.</remarks>
internal readonly struct Chance
{
    private const ulong Golden = 0x9E3779B97F4A7C15;

    private readonly ulong _key;
    private readonly ulong _threshold;
    private readonly bool _isCertain;

    /// <summary>A chance that is independent of those with other seeds or streams.</summary>
    /// <param name="seed">Seed of the link.</param>
    /// <param name="stream">Number of the chance among those of the link.</param>
    /// <param name="share">How likely it is, from 0 to 1.</param>
    public Chance(long seed, int stream, double share)
    {
        _key = Mix((ulong)seed + (Golden * (ulong)(stream + 1)));
        _isCertain = share >= 1;
        _threshold = _isCertain ? ulong.MaxValue : (ulong)(share * 18446744073709551616.0);
    }

    /// <summary>Whether it happens to a packet, by its number.</summary>
    public bool Happens(long packet) => _isCertain || Mix(_key + (Golden * (ulong)packet)) < _threshold;

    private static ulong Mix(ulong value)
    {
        value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
        value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
        return value ^ (value >> 31);
    }
}
