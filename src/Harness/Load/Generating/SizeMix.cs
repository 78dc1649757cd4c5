namespace FileTransfer.Harness.Load.Generating;

/// <summary>Chooses sizes by weight; the same seed gives the same sizes.</summary>
/// <param name="weights">Weight of each size, above 0.</param>
/// <param name="seed">Seed of the choice.</param>
internal sealed class SizeMix(IReadOnlyList<double> weights, int seed)
{
    private readonly Random _random = new(seed);
    private readonly double _sum = weights.Sum();

    /// <summary>Number of the next size.</summary>
    public int Next()
    {
        if (weights.Count == 1)
        {
            return 0;
        }

        double left = _random.NextDouble() * _sum;
        int size = 0;
        while (size < weights.Count - 1 && left >= weights[size])
        {
            left -= weights[size++];
        }

        return size;
    }
}
