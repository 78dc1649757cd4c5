namespace FileTransfer.Results.Statistics;

/// <summary>Who is the fastest of several strategies, or as fast as the fastest within a margin: what rounds prove, look by look.</summary>
/// <remarks>
/// Multiple comparisons with the best (J. C. Hsu, "Constrained Simultaneous Confidence Intervals for Multiple Comparisons with the Best",
/// 1984). "As fast" rests on the comparisons of those that race with whoever is the best in truth, so each of them may miss at the error
/// rate ÷ (racing − 1). "Faster" is wrong where the slower one is the best, and several may be: its share is the error rate
/// ÷ (candidates × (racing − 1)). Candidates are those that nobody has been proven to be faster than: whoever drops out leaves its share
/// to the others, within a look and from look to look (S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", 1979). As long
/// as no statement was wrong, the best are among the candidates, so that the first wrong one is as rare as with all of them counted.
/// An interval is a trimmed mean of the rounds' differences, and its error times Student's t (K. K. Yuen, "The Two-Sample Trimmed t for
/// Unequal Population Variances", 1974); comparisons and looks share the error rate by Bonferroni, which holds however they depend on
/// each other. How much rounds vary, pairs learn from each other (<see cref="BorrowedVariance"/>). Rounds are new processes; turns of one
/// process are never counted, because processes differ by more than turns do.
/// </remarks>
internal sealed class Race
{
    /// <summary>An answer with fewer rounds is provisional, unless it is proven: as a race of many can be.</summary>
    public const int FewestRounds = 6;

    /// <summary>Fewer rounds prove nothing.</summary>
    public const int FewestToProve = 3;

    private readonly IReadOnlyList<double>[,] _differences;
    private readonly double _margin;
    private readonly double _errorRate;
    private readonly RaceStanding[] _standings;
    private readonly Difference[,] _pairs;
    private readonly BorrowedVariance _variances;

    /// <param name="differences">
    /// For each pair of strategies the difference of the logarithms of their times in each round, the first less the second; NaN where one
    /// of the two was not measured. Only pairs whose first index is the lower one are read.
    /// </param>
    /// <param name="margin">Difference that does not matter, as a share of the time, such as 0.1.</param>
    /// <param name="errorRate">Share of such races in which any statement may be wrong.</param>
    public Race(IReadOnlyList<double>[,] differences, double margin, double errorRate)
    {
        int count = differences.GetLength(0);
        (_differences, _margin, _errorRate) = (differences, Math.Log(1 + margin), errorRate);
        _standings = [.. Enumerable.Repeat(new RaceStanding(MayBeBest: true, double.PositiveInfinity, HasLeft: false), count)];
        _variances = new BorrowedVariance(count);
        _pairs = new Difference[count, count];
        for (int pair = 0; pair < count * count; pair++)
        {
            _pairs[pair / count, pair % count] = Difference.None;
        }
    }

    /// <summary>What the last look said about each strategy.</summary>
    public IReadOnlyList<RaceStanding> Standings => _standings;

    /// <summary>Number of rounds after which the answer was known: one strategy is the best, or all that may be are as fast.</summary>
    public int? DecidedAfter { get; private set; }

    /// <summary>True when at most a difference within the margin keeps a strategy from being the best.</summary>
    public bool IsAsFast(int strategy) => Math.Log(_standings[strategy].AtWorst) <= _margin;

    /// <summary>Ratio of the times of two strategies at the last look at both, with its interval; null without one.</summary>
    public (double Ratio, Interval Interval)? Ratio(int one, int other)
    {
        (double mean, double reach, _) = _pairs[one, other];
        return double.IsFinite(reach)
            ? (Math.Exp(mean), new Interval(Math.Exp(mean - reach), Math.Exp(mean + reach)))
            : null;
    }

    /// <summary>Draws the conclusions of the first rounds; none any more once the race is decided.</summary>
    /// <param name="rounds">Number of rounds to look at.</param>
    /// <param name="share">Share of the error rate that this look may spend.</param>
    public void Look(int rounds, double share)
    {
        if (DecidedAfter is not null)
        {
            return;
        }

        // Whoever drops out leaves its share of the error rate to the others, until nobody does any more.
        int[] racing;
        int candidates;
        do
        {
            racing = [.. Enumerable.Range(0, _standings.Length).Where(strategy => !_standings[strategy].HasLeft)];
            candidates = racing.Count(strategy => _standings[strategy].MayBeBest);
            Estimate(racing, rounds, share / Math.Max(1, racing.Length - 1), candidates);
            Conclude(racing);
        }
        while (racing.Any(strategy => _standings[strategy].HasLeft)
            || racing.Count(strategy => _standings[strategy].MayBeBest) < candidates);

        int[] best = [.. racing.Where(strategy => _standings[strategy].MayBeBest)];
        if (best.Length == 1 || best.All(IsAsFast))
        {
            DecidedAfter = rounds;
        }
    }

    /// <summary>What the estimates prove about those that race. Who was not the best once stays so.</summary>
    private void Conclude(int[] racing)
    {
        int[] unbeaten =
        [
            .. racing.Where(strategy =>
                _standings[strategy].MayBeBest && racing.All(other => other == strategy || Least(strategy, other) <= 0)),
        ];
        // Trimmed means of pairs need not be in one order: three could each be beaten by another.
        int[] best = unbeaten.Length > 0 ? unbeaten : [.. racing.Where(strategy => _standings[strategy].MayBeBest)];
        foreach (int strategy in racing)
        {
            double most = best.Where(other => other != strategy).Select(other => Most(strategy, other)).DefaultIfEmpty(0).Max();
            bool mayBeBest = best.Contains(strategy);
            _standings[strategy] = new RaceStanding(
                mayBeBest,
                Math.Exp(Math.Max(0, most)),
                !mayBeBest && racing.Any(other => other != strategy && Least(strategy, other) > _margin));
        }
    }

    /// <summary>The least by which one is proven to be slower than another, as a difference of logarithms.</summary>
    private double Least(int strategy, int other) => double.IsFinite(_pairs[strategy, other].ReachOfFaster)
        ? _pairs[strategy, other].Mean - _pairs[strategy, other].ReachOfFaster
        : double.NegativeInfinity;

    /// <summary>The most by which one may be slower than another.</summary>
    private double Most(int strategy, int other) => double.IsFinite(_pairs[strategy, other].ReachOfAsFast)
        ? _pairs[strategy, other].Mean + _pairs[strategy, other].ReachOfAsFast
        : double.PositiveInfinity;

    /// <summary>Estimates the differences of those that race; what is known about those that have left stays.</summary>
    /// <param name="racing">Those that race.</param>
    /// <param name="rounds">Number of rounds.</param>
    /// <param name="share">Share of the error rate for a comparison with the best.</param>
    /// <param name="candidates">Number of those that may be the best.</param>
    private void Estimate(int[] racing, int rounds, double share, int candidates)
    {
        List<(int One, int Other, double Mean, int Count)> pairs = [];
        foreach ((int one, int other) in from one in racing from other in racing where one < other select (one, other))
        {
            double[] known = [.. _differences[one, other].Take(rounds).Where(double.IsFinite)];
            if (known.Length >= FewestToProve)
            {
                (double mean, double error) = TrimmedMean.Of(known);
                _variances.Note(one, other, error * error * known.Length, TrimmedMean.Freedom(known.Length));
                pairs.Add((one, other, mean, known.Length));
            }
        }

        var quantiles = new Dictionary<double, (double Faster, double AsFast)>();
        foreach ((int one, int other, double mean, int count) in pairs)
        {
            (double variance, double freedom) = _variances.Of(one, other);
            if (!quantiles.TryGetValue(freedom, out (double Faster, double AsFast) quantile))
            {
                quantile = (
                    TrimmedMean.Quantile(freedom, _errorRate * share / candidates),
                    TrimmedMean.Quantile(freedom, _errorRate * share));
                quantiles.Add(freedom, quantile);
            }

            double error = Math.Sqrt(variance / count);
            _pairs[one, other] = new Difference(mean, quantile.Faster * error, quantile.AsFast * error);
            _pairs[other, one] = _pairs[one, other] with { Mean = -mean };
        }
    }

    /// <summary>The difference of two strategies, and how far its intervals reach.</summary>
    private readonly record struct Difference(double Mean, double ReachOfFaster, double ReachOfAsFast)
    {
        public static Difference None { get; } = new(double.NaN, double.PositiveInfinity, double.PositiveInfinity);
    }
}
