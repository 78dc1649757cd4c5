using FileTransfer.Results.Statistics;

namespace FileTransfer.Results.Explaining;

/// <summary>How the times of a case vary, in a word.</summary>
internal enum ShapeKind
{
    /// <summary>There is nothing to explain.</summary>
    Steady,

    /// <summary>Times lie around two or more levels.</summary>
    Levels,

    /// <summary>The level changes in one direction.</summary>
    Drifts,

    /// <summary>Most times are alike, and a few are far longer.</summary>
    Tail,

    /// <summary>Times vary in no way that has a name.</summary>
    Wanders,
}

/// <summary>How the times of a case vary, and the figures that say so.</summary>
internal sealed record TimeShape
{
    /// <summary>A case is steady when its 90th percentile is at most this many times its 10th.</summary>
    public const double SteadySpread = 1.15;

    /// <summary>And its 99th percentile at most this many times its median.</summary>
    public const double SteadyTail = 1.5;

    /// <summary>A 99th percentile of more medians than this is a heavy tail.</summary>
    private const double HeavyTail = 2;

    /// <summary>Rank correlation of turns with time from which the level drifts.</summary>
    private const double DriftingCorrelation = 0.7;

    private const double SmallestDrift = 1.1;
    private const int FewestTurns = 12;
    private const double NamingShare = 0.3;

    /// <summary>The kind.</summary>
    public required ShapeKind Kind { get; init; }

    /// <summary>The same in words: "two levels, by placement".</summary>
    public required string Words { get; init; }

    /// <summary>Median time, in nanoseconds.</summary>
    public required double MedianNanoseconds { get; init; }

    /// <summary>90th percentile ÷ 10th percentile.</summary>
    public required double Spread { get; init; }

    /// <summary>99th percentile ÷ median.</summary>
    public required double Tail { get; init; }

    /// <summary>Geometric mean of the times, in nanoseconds.</summary>
    public double GeometricMeanNanoseconds { get; init; }

    /// <summary>Variance of ln time. With the geometric mean it gives the slowness above any level (<see cref="Slowness"/>).</summary>
    public double LogVariance { get; init; }

    /// <summary>The levels, in nanoseconds; empty unless there are several.</summary>
    public IReadOnlyList<double> LevelsNanoseconds { get => field ?? []; init; } = [];

    /// <summary>The shape of launches.</summary>
    /// <param name="launches">At least one, with at least one transfer.</param>
    /// <param name="parts">The decomposition of their variance, which says by what levels differ.</param>
    public static TimeShape Of(IReadOnlyList<ObservedLaunch> launches, IReadOnlyList<VariancePart> parts)
    {
        LatencySummary summary = SampleStatistics.SummaryOf([.. launches.SelectMany(launch => launch.Nanoseconds)]);
        double low = Tenth(launches);
        (double spread, double tail) = (summary.P90 / Math.Max(1, low), summary.P99 / Math.Max(1, summary.P50));
        IReadOnlyList<Mode> modes = Modes.Several(new PooledSamples([.. launches.Select(launch =>
            new Launch { Round = launch.Round, Nanoseconds = launch.Nanoseconds, SendReturnedNanoseconds = [], MedianNanoseconds = 0 })]));
        double[] logs = [.. launches.SelectMany(launch => launch.Nanoseconds).Select(time => Math.Log(Math.Max(1, time)))];
        double mean = logs.Average();
        double[] turns = TurnMedians(launches);
        string by = parts.FirstOrDefault(part => part.Share >= NamingShare && Cause.All.ContainsKey(part.Part)) is { } named
            ? $", by {named.Part}"
            : "";
        (ShapeKind kind, string words) = spread <= SteadySpread && tail <= SteadyTail ? (ShapeKind.Steady, "steady: nothing to explain")
            : Drift(turns) is { } drift ? (ShapeKind.Drifts, drift > 0 ? "drifts: becomes slower" : "drifts: becomes faster")
            : modes.Count > 1 ? (ShapeKind.Levels, $"{(modes.Count == 2 ? "two" : "several")} levels{by}")
            : tail > HeavyTail ? (ShapeKind.Tail, $"a heavy tail{by}")
            : (ShapeKind.Wanders, $"wanders{by}");
        return new TimeShape
        {
            Kind = kind,
            Words = words,
            MedianNanoseconds = summary.P50,
            Spread = spread,
            Tail = tail,
            GeometricMeanNanoseconds = Math.Exp(mean),
            LogVariance = Slowness.Of(logs, mean),
            LevelsNanoseconds = kind == ShapeKind.Levels ? [.. modes.Select(mode => mode.Nanoseconds)] : [],
        };
    }

    private static double Tenth(IReadOnlyList<ObservedLaunch> launches)
    {
        long[] sorted = [.. launches.SelectMany(launch => launch.Nanoseconds).Order()];
        return sorted[sorted.Length / 10];
    }

    private static double[] TurnMedians(IReadOnlyList<ObservedLaunch> launches) =>
        [.. launches.OrderBy(launch => launch.Round).SelectMany(launch => launch.Turns).Select(turn => turn.MedianNanoseconds)];

    /// <summary>Positive or negative when turns become slower or faster all the time; null when they do neither.</summary>
    private static double? Drift(double[] turns)
    {
        if (turns.Length < FewestTurns)
        {
            return null;
        }

        int third = turns.Length / 3;
        double change = SampleStatistics.Median([.. turns[^third..].Select(value => (long)value)])
            / Math.Max(1, SampleStatistics.Median([.. turns[..third].Select(value => (long)value)]));
        double correlation = RankCorrelation(turns);
        return Math.Abs(correlation) > DriftingCorrelation && Math.Max(change, 1 / change) > SmallestDrift ? correlation : null;
    }

    /// <summary>Spearman's rank correlation of values with their order.</summary>
    private static double RankCorrelation(double[] values)
    {
        int[] order = [.. Enumerable.Range(0, values.Length).OrderBy(i => values[i])];
        double squares = 0;
        for (int rank = 0; rank < order.Length; rank++)
        {
            squares += (double)(rank - order[rank]) * (rank - order[rank]);
        }

        double count = values.Length;
        return 1 - (6 * squares / (count * ((count * count) - 1)));
    }
}
