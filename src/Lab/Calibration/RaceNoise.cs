namespace FileTransfer.Lab.Calibration;

/// <summary>How the rounds of strategies vary, simulated or replayed.</summary>
/// <param name="Name">Its name in tables.</param>
/// <param name="MostStrategies">So many strategies at most can be drawn.</param>
/// <param name="Draw">
/// Draws the rounds of a race, strategy by strategy: by how much each differs from its true logarithm. From a source of chance, the
/// numbers of strategies and rounds, and whether each end has a processor of its own.
/// </param>
internal sealed record RaceNoise(string Name, int MostStrategies, Func<Random, int, int, bool, double[][]> Draw)
{
    /// <summary>Standard deviation of the difference of two strategies in a round on one processor.</summary>
    private const double Deviation = 0.02;

    /// <summary>The same on two processors.</summary>
    private const double DeviationOfTwo = 0.08;

    private const double Slow = 2;

    /// <summary>What the calibration simulates: each with the same standard deviation, but for those that are unequal.</summary>
    public static IReadOnlyList<RaceNoise> Simulated { get; } =
    [
        Of("normal", (random, _) => Normal(random)),
        // Student's t with three degrees of freedom has a variance of 3.
        Of("heavy tails", (random, _) => Student(random, freedom: 3) / Math.Sqrt(3)),
        // One process in five is slow, by two and a half times the standard deviation.
        Of("two levels", (random, _) => ((random.NextDouble() < 0.2 ? Slow : -Slow / 4) + (0.2 * Normal(random))) / Math.Sqrt(1.04)),
        Of("lopsided", (random, _) => -Math.Log(1 - random.NextDouble()) - 1),
        Of("unequal", (random, _) => Normal(random), scales: [1.6, 0.3, 1, 0.6]),
        Of("one noisy", (random, _) => Normal(random), scales: [3, 0.5, 0.5, 0.5]),
        Of("drifting", (random, _) => Normal(random), drift: 1),
        Of("correlated", (random, before) => (0.3 * before) + (Math.Sqrt(1 - 0.09) * Normal(random))),
    ];

    /// <summary>
    /// Rounds that were measured, in the order in which they were: a stretch of them, of strategies in random order and with a random sign.
    /// Each strategy's mean is taken from it, so that all are equal.
    /// </summary>
    /// <param name="stock">Measured rounds.</param>
    public static RaceNoise Replayed(IReadOnlyList<MeasuredRounds> stock)
    {
        MeasuredRounds[][] Cells(bool hasTwo) =>
        [
            .. stock
                .Where(one => one.Placement == (hasTwo ? "split" : "same"))
                .GroupBy(one => one.SizeBytes)
                .Select(size => size.ToArray()),
        ];
        MeasuredRounds[][] onOne = Cells(hasTwo: false);
        MeasuredRounds[][] onTwo = Cells(hasTwo: true);
        return new RaceNoise("as measured", onOne.Concat(onTwo).Min(cell => cell.Length), (random, strategies, rounds, hasTwo) =>
        {
            MeasuredRounds[][] cells = hasTwo ? onTwo : onOne;
            MeasuredRounds[] cell = [.. cells[random.Next(cells.Length)]];
            random.Shuffle(cell);
            int first = random.Next(cell[0].Logarithms.Count);
            int sign = random.Next(2) == 0 ? 1 : -1;
            return
            [
                .. cell.Take(strategies).Select(one =>
                {
                    double mean = one.Logarithms.Average();
                    return Enumerable.Range(first, rounds)
                        .Select(round => sign * (one.Logarithms[round % one.Logarithms.Count] - mean))
                        .ToArray();
                }),
            ];
        });
    }

    /// <summary>A number from the standard normal distribution (Box and Muller, 1958).</summary>
    public static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    /// <param name="name">Its name.</param>
    /// <param name="next">
    /// The next round of a strategy, from chance and the round before, in standard deviations; 0 before the first.
    /// </param>
    /// <param name="scales">Standard deviations of the strategies, one after another and again, in those of others.</param>
    /// <param name="drift">By how many standard deviations the machine gets slower from round to round, for all alike.</param>
    private static RaceNoise Of(string name, Func<Random, double, double> next, double[]? scales = null, double drift = 0) =>
        new(name, int.MaxValue, (random, strategies, rounds, hasTwo) =>
        {
            double deviation = (hasTwo ? DeviationOfTwo : Deviation) / Math.Sqrt(2);
            double[][] times = [.. Enumerable.Range(0, strategies).Select(_ => new double[rounds])];
            for (int strategy = 0; strategy < strategies; strategy++)
            {
                double scale = scales is null ? 1 : scales[strategy % scales.Length];
                double before = 0;
                for (int round = 0; round < rounds; round++)
                {
                    before = next(random, before);
                    times[strategy][round] = deviation * ((scale * before) + (drift * round));
                }
            }

            return times;
        });

    private static double Student(Random random, int freedom)
    {
        double squares = 0;
        for (int i = 0; i < freedom; i++)
        {
            double one = Normal(random);
            squares += one * one;
        }

        return Normal(random) / Math.Sqrt(squares / freedom);
    }
}
