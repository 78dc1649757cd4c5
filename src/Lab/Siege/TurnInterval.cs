using FileTransfer.Results.Statistics;

namespace FileTransfer.Lab.Siege;

/// <summary>A ratio that was measured in turns, with its interval (95 %).</summary>
internal sealed record TurnInterval(double Middle, double Low, double High)
{
    private const double ErrorRate = 0.05;

    /// <summary>The interval of one comparison, as verdicts have it.</summary>
    /// <param name="turns">The logarithm of the ratio in each turn.</param>
    public static TurnInterval Of(double[] turns)
    {
        (double mean, double error) = TrimmedMean.Of(turns);
        double reach = TrimmedMean.Quantile(TrimmedMean.Freedom(turns.Length), ErrorRate / 2);
        return new TurnInterval(Math.Exp(mean), Math.Exp(mean - (reach * error)), Math.Exp(mean + (reach * error)));
    }
}
