using Perfolizer.Mathematics.SignificanceTesting.Base;
using Perfolizer.Mathematics.SignificanceTesting.MannWhitney;
using Perfolizer.Metrology;
using Pragmastat;
using Interval = FileTransfer.Harness.Results.Interval;

namespace FileTransfer.Harness.Statistics;

/// <summary>The ratios at which two groups, one of them multiplied, cannot be told apart.</summary>
internal static class RatioInterval
{
    private const double OneSidedLevel = 0.025;

    // Perfolizer 0.6.1 counts arrangements in 64 bits: its exact test is wrong from 65 values on (32 against 33) and throws above.
    private const int LargestExact = 60;

    /// <summary>
    /// 95 % interval of baseline ÷ other: the ratios r for which the Mann–Whitney test does not tell the baseline from
    /// r × other; null when the groups are too small for the test to reach 95 %.
    /// </summary>
    public static Interval? Of(IReadOnlyList<double> baseline, IReadOnlyList<double> other)
    {
        // The order of the two groups changes only at the pairwise ratios, so the test has one answer in each gap between
        // them. It is asked inside the gaps, because at a ratio itself rounding would decide between tie and no tie.
        double[] steps = [.. baseline.SelectMany(value => other.Select(divisor => value / divisor)).Distinct().Order()];
        int firstNotTooLow = First(steps.Length, gap => !Rejects(baseline, other, Inside(steps, gap), AlternativeHypothesis.Greater));
        int firstTooHigh = First(steps.Length, gap => Rejects(baseline, other, Inside(steps, gap), AlternativeHypothesis.Less));
        return firstNotTooLow == 0 || firstTooHigh > steps.Length
            ? null
            : new Interval(steps[firstNotTooLow - 1], steps[firstTooHigh - 1]);
    }

    private static double Inside(double[] steps, int gap) => gap switch
    {
        0 => steps[0] / 2,
        _ when gap == steps.Length => steps[^1] * 2,
        _ => Math.Sqrt(steps[gap - 1]) * Math.Sqrt(steps[gap]),
    };

    private static bool Rejects(IReadOnlyList<double> baseline, IReadOnlyList<double> other, double ratio, AlternativeHypothesis alternative) =>
        MannWhitneyTest.Instance.PerformStrategy(
            new Sample([.. baseline]),
            new Sample([.. other.Select(value => value * ratio)]),
            alternative,
            Threshold.Zero,
            baseline.Count + other.Count <= LargestExact ? MannWhitneyStrategy.LoefflerExact : MannWhitneyStrategy.NormalApprox).PValue.Value <= OneSidedLevel;

    // The answer turns from false to true once; last + 1 when it never does.
    private static int First(int last, Func<int, bool> isTrue)
    {
        int low = 0;
        int high = last + 1;
        while (low < high)
        {
            int middle = low + ((high - low) / 2);
            (low, high) = isTrue(middle) ? (low, middle) : (middle + 1, high);
        }

        return low;
    }
}
