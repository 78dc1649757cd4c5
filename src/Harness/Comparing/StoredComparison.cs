using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Comparing;

/// <summary>Describes how two stored runs differ. It judges nothing: the runs were not made at the same time.</summary>
internal sealed class StoredComparison
{
    private StoredComparison(
        bool isImitated,
        IReadOnlyList<(string Fact, string Old, string New)> differences,
        IReadOnlyList<StoredRatio> machine,
        IReadOnlyList<StoredRatio> cases)
    {
        IsImitated = isImitated;
        Differences = differences;
        Machine = machine;
        Cases = cases;
    }

    /// <summary>True when a side was measured under an imitation: its times are figures of no machine.</summary>
    public bool IsImitated { get; }

    /// <summary>What differs in machine, settings and options.</summary>
    public IReadOnlyList<(string Fact, string Old, string New)> Differences { get; }

    /// <summary>What only the machine and the path can have changed.</summary>
    public IReadOnlyList<StoredRatio> Machine { get; }

    /// <summary>The code's cases.</summary>
    public IReadOnlyList<StoredRatio> Cases { get; }

    /// <summary>Compares the cases that both sides have.</summary>
    /// <exception cref="UsageException">They have none in common.</exception>
    public static StoredComparison Of(StoredSide old, StoredSide @new)
    {
        (StoredCase Old, StoredCase New)[] pairs =
        [
            .. from one in old.Cases
               join other in @new.Cases on (one.Name, one.Kind) equals (other.Name, other.Kind)
               select (one, other),
        ];
        if (!pairs.Any(pair => pair.Old.Kind == StoredKind.Code))
        {
            throw new UsageException(
                $"'{old.Words}' and '{@new.Words}' have no case in common: they have, for example, '{old.Cases[0].Name}' and "
                + $"'{@new.Cases[0].Name}'");
        }

        (double[] Old, double[] New)[] logarithms =
            [.. pairs.Select(pair => (Logarithms(pair.Old.Medians), Logarithms(pair.New.Medians)))];
        double? critical = LabelPermutations.CriticalValue(logarithms);
        StoredRatio[] ratios = [.. pairs.Zip(logarithms, (pair, values) => Ratio(pair.Old, values, critical))];
        return new StoredComparison(
            (old.Emulation ?? @new.Emulation) is not null,
            [.. DifferencesOf(old, @new)],
            [.. ratios.Where(ratio => ratio.Kind == StoredKind.Machine)],
            [.. ratios.Where(ratio => ratio.Kind == StoredKind.Code)]);
    }

    private static IEnumerable<(string Fact, string Old, string New)> DifferencesOf(StoredSide old, StoredSide @new) =>
        from fact in old.Facts.Keys.Union(@new.Facts.Keys)
        let before = old.Facts.GetValueOrDefault(fact, "unknown")
        let after = @new.Facts.GetValueOrDefault(fact, "unknown")
        where before != after
        select (fact, before, after);

    private static StoredRatio Ratio(StoredCase one, (double[] Old, double[] New) values, double? critical)
    {
        (double difference, double error) = LabelPermutations.Difference(values.Old, values.New);
        return new StoredRatio(
            one.Name,
            one.Kind,
            Math.Exp(Middle(values.Old)),
            Math.Exp(Middle(values.New)),
            Math.Exp(difference),
            critical is { } reach && LabelPermutations.IsComparable(values)
                ? new Interval(Math.Exp(difference - (reach * error)), Math.Exp(difference + (reach * error)))
                : null);
    }

    private static double Middle(double[] values) => values.Order().ElementAt(values.Length / 2);

    private static double[] Logarithms(IEnumerable<double> medians) => [.. medians.Select(median => Math.Log(median))];
}

/// <summary>The ratio of one case in two stored runs.</summary>
/// <param name="Name">The case.</param>
/// <param name="Kind">What it measures.</param>
/// <param name="Old">Median of the old run's launch medians, in nanoseconds.</param>
/// <param name="New">Median of the new run's launch medians, in nanoseconds.</param>
/// <param name="Ratio">New time ÷ old time.</param>
/// <param name="Interval">Its interval, simultaneous over all cases; null with too few launches.</param>
internal sealed record StoredRatio(string Name, StoredKind Kind, double Old, double New, double Ratio, Interval? Interval)
{
    /// <summary>The comparison in the terms of a run: above 1 the new side is faster.</summary>
    public Comparison AsSpeedUp(int launches) => new()
    {
        Baseline = "old",
        Other = "new",
        Rounds = launches,
        Ratio = 1 / Ratio,
        Interval = Interval is { } interval ? new Interval(1 / interval.Upper, 1 / interval.Lower) : null,
    };
}
