using FileTransfer.Harness.Comparing;
using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Comparing;

/// <summary>Rounds of which the truth is known: launch medians with noise of their own and drift that a round has in common.</summary>
internal sealed class SimulatedRounds(int seed)
{
    private readonly Random _random = new(seed);
    private int _measured;

    /// <summary>Strategies that are measured, at one size.</summary>
    public IReadOnlyList<string> Strategies { get; init; } = ["read-write-64k", "begin-send", "send-file", "splice"];

    /// <summary>How many times as long the other side takes; 1 for no change.</summary>
    public double Factor { get; init; } = 1;

    /// <summary>
    /// How many times as long the second measurement of the base takes as the first: a machine that cannot repeat itself.
    /// </summary>
    public double Repeated { get; init; } = 1;

    /// <summary>Standard deviation of the logarithm of a launch.</summary>
    public double Noise { get; init; } = 0.03;

    /// <summary>Standard deviation of the logarithm of what a round has in common.</summary>
    public double Drift { get; init; } = 0.3;

    /// <summary>
    /// How many times as long each measurement takes as the one before it, within a round too, where the order is random: a machine that
    /// becomes slower all the time.
    /// </summary>
    public double Slide { get; init; } = 1;

    public IReadOnlyList<ComparisonRound> Make(int rounds) => [.. Enumerable.Range(0, rounds).Select(_ => Round())];

    private ComparisonRound Round()
    {
        double common = Math.Exp(Drift * Normal());
        double[] factors = [common, common * Repeated, common * Factor * Math.Sqrt(Repeated)];
        int[] order = [0, 1, 2];
        _random.Shuffle(order);
        var sides = new RunResult[order.Length];
        foreach (int side in order)
        {
            sides[side] = Side(factors[side] * Math.Pow(Slide, _measured++));
        }

        return new ComparisonRound(sides[0], sides[1], sides[2]);
    }

    private RunResult Side(double factor) => SampleRuns.Run([.. Strategies.Select(
        strategy => SampleRuns.Measured(strategy, 1024, (long)(1e6 * factor * Math.Exp(Noise * Normal()))))]);

    /// <summary>Box and Muller, 1958.</summary>
    private double Normal() => Math.Sqrt(-2 * Math.Log(1 - _random.NextDouble())) * Math.Cos(2 * Math.PI * _random.NextDouble());
}
