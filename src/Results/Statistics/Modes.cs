using Perfolizer.Mathematics.Multimodality;
using Pragmastat;

namespace FileTransfer.Results.Statistics;

/// <summary>Finds the modes of the distribution of transfer times.</summary>
internal static class Modes
{
    private const double SmallestShare = 0.1;
    private const double SmallestRatio = 1.15;
    private const int Quantiles = 1_000;
    private const int FewestSamples = 100;

    private static readonly ComputedOnce<Measurement, IReadOnlyList<Mode>> s_known =
        new(measurement => Several(PooledSamples.Of(measurement)));

    /// <summary>The modes of a measurement, as <see cref="Several"/> finds them, computed once.</summary>
    public static IReadOnlyList<Mode> Of(Measurement measurement) => s_known.Of(measurement);

    /// <summary>The modes of a distribution, ascending; empty unless at least two are large enough and far enough apart.</summary>
    /// <remarks>The Lowland detector works on logarithms, because the ratio of two modes matters.</remarks>
    public static IReadOnlyList<Mode> Several(PooledSamples samples)
    {
        // Evenly spaced quantiles from p1 to p99: with the longest transfers the histogram would be too coarse for all others.
        double[] logarithms = [.. Enumerable.Range(0, Quantiles)
            .Select(index => Math.Log10(Math.Max(1, samples.Quantile(0.01 + (0.98 * index / (Quantiles - 1))))))];
        if (samples.Total < FewestSamples || logarithms[^1] - logarithms[0] < Math.Log10(SmallestRatio))
        {
            return [];
        }

        ModalityData found = LowlandModalityDetector.Instance.DetectModes(new Sample(logarithms));
        List<Mode> modes = [];
        foreach (RangedMode mode in found.Modes)
        {
            double location = Math.Pow(10, mode.Location);
            double share = samples.ShareUpTo(Math.Pow(10, mode.Right)) - samples.ShareUpTo(Math.Pow(10, mode.Left));
            if (share < SmallestShare)
            {
                continue;
            }

            if (modes.Count > 0 && location / modes[^1].Nanoseconds < SmallestRatio)
            {
                Mode larger = modes[^1].Share >= share ? modes[^1] : new Mode(location, share);
                modes[^1] = larger with { Share = modes[^1].Share + share };
                continue;
            }

            modes.Add(new Mode(location, share));
        }

        return modes.Count > 1 ? modes : [];
    }
}
