using FileTransfer.Harness.Comparing;
using FileTransfer.Results;
using Perfolizer.Mathematics.SignificanceTesting;
using Perfolizer.Mathematics.SignificanceTesting.Base;
using Perfolizer.Mathematics.SignificanceTesting.MannWhitney;
using Perfolizer.Metrology;

namespace FileTransfer.Lab.Calibration;

/// <summary>
/// What two methods in common use would say of the numbers of a comparison, to count how often each cries wolf.
/// </summary>
/// <remarks>
/// Both alarm when p is below 0.05 and the difference beyond the threshold. Neither knows that the launches of a round drift together, nor
/// that several cases are looked at; the second takes samples of one launch for independent.
/// </remarks>
internal static class UsualMethods
{
    private const double Significance = 0.05;
    private static readonly Threshold s_none = Threshold.Zero;

    /// <summary>Most samples of a launch that are pooled, evenly spread; more take long and change nothing.</summary>
    private const int MostPerLaunch = 200;

    /// <summary>Whether each of the two methods would have called a case of a comparison changed.</summary>
    public static (bool TTest, bool MannWhitney) Judge(ComparedCase one, IReadOnlyList<ComparisonRound> rounds, double threshold)
    {
        Launch[] baseLaunches = [.. rounds.Select(round => Find(round.First, one)).OfType<Launch>()];
        Launch[] others = [.. rounds.Select(round => Find(round.Other, one)).OfType<Launch>()];
        return (TTestAlarms(baseLaunches, others, threshold), MannWhitneyAlarms(baseLaunches, others, threshold));
    }

    /// <summary>Welch's t-test on the means of launches, the base's first measurement against the other side.</summary>
    public static bool TTestAlarms(IReadOnlyList<Launch> baseLaunches, IReadOnlyList<Launch> others, double threshold)
    {
        double[] one = [.. baseLaunches.Select(Mean)];
        double[] other = [.. others.Select(Mean)];
        return one.Length > 1 && other.Length > 1
            && IsBeyond(other.Average() / one.Average(), threshold)
            && WelchTest.Instance.Perform(new(one), new(other), AlternativeHypothesis.TwoSides, s_none).PValue < Significance;
    }

    /// <summary>The test of Mann and Whitney on the pooled samples of all launches.</summary>
    public static bool MannWhitneyAlarms(IReadOnlyList<Launch> baseLaunches, IReadOnlyList<Launch> others, double threshold)
    {
        double[] one = [.. baseLaunches.SelectMany(Some)];
        double[] other = [.. others.SelectMany(Some)];
        return one.Length > 1 && other.Length > 1
            && IsBeyond(Median(other) / Median(one), threshold)
            && MannWhitneyTest.Instance.Perform(new(one), new(other), AlternativeHypothesis.TwoSides, s_none).PValue < Significance;
    }

    private static Launch? Find(RunResult side, ComparedCase one) => side.Measurements
        .Where(candidate => (candidate.Strategy, candidate.Transport, candidate.SizeBytes) == (one.Strategy, one.Transport, one.SizeBytes))
        .SelectMany(measurement => measurement.Launches)
        .FirstOrDefault(launch => launch.Nanoseconds.Count > 0);

    private static bool IsBeyond(double ratio, double threshold) => ratio > threshold || ratio < 1 / threshold;

    private static double Mean(Launch launch) => launch.Nanoseconds.Average();

    private static double Median(double[] values)
    {
        double[] sorted = [.. values.Order()];
        return sorted[sorted.Length / 2];
    }

    private static IEnumerable<double> Some(Launch launch)
    {
        int step = Math.Max(1, launch.Nanoseconds.Count / MostPerLaunch);
        for (int i = 0; i < launch.Nanoseconds.Count; i += step)
        {
            yield return launch.Nanoseconds[i];
        }
    }
}
