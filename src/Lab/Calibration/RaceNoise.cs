namespace FileTransfer.Lab.Calibration;

/// <summary>How the rounds of a simulated strategy vary.</summary>
/// <param name="Name">Its name in tables.</param>
/// <param name="Next">
/// The next round of a strategy: from a source of chance and the round before, both in standard deviations; 0 before the first round.
/// </param>
internal sealed record RaceNoise(string Name, Func<Random, double, double> Next)
{
    private const double Slow = 2;

    /// <summary>What the calibration tries: each with a standard deviation of 1.</summary>
    public static IReadOnlyList<RaceNoise> All { get; } =
    [
        new("normal", (random, _) => Normal(random)),
        // Student's t with three degrees of freedom has a variance of 3.
        new("heavy tails", (random, _) => Student(random, freedom: 3) / Math.Sqrt(3)),
        // One process in five is slow, by two and a half times the standard deviation.
        new("two levels", (random, _) => ((random.NextDouble() < 0.2 ? Slow : -Slow / 4) + (0.2 * Normal(random))) / Math.Sqrt(1.04)),
        new("lopsided", (random, _) => -Math.Log(1 - random.NextDouble()) - 1),
        new("correlated", (random, before) => (0.3 * before) + (Math.Sqrt(1 - 0.09) * Normal(random))),
    ];

    /// <summary>A number from the standard normal distribution (Box and Muller, 1958).</summary>
    public static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

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
