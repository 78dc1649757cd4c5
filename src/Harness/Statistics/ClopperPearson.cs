namespace FileTransfer.Harness.Statistics;

/// <summary>The exact bound of a probability from how often something happened (C. J. Clopper, E. S. Pearson, 1934).</summary>
internal static class ClopperPearson
{
    private const int Bisections = 60;

    /// <summary>The probability that is exceeded with 95 % confidence by none that is compatible with what was seen.</summary>
    /// <param name="happened">How often it happened.</param>
    /// <param name="trials">How often it could have.</param>
    /// <param name="confidence">Confidence of the one-sided bound.</param>
    /// <exception cref="ArgumentOutOfRangeException">It happened more often than it could, or less than never.</exception>
    public static double Upper(int happened, int trials, double confidence = 0.95)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(happened);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(happened, trials);
        if (happened == trials)
        {
            return 1;
        }

        (double low, double high) = (0, 1);
        for (int i = 0; i < Bisections; i++)
        {
            double middle = (low + high) / 2;
            (low, high) = AtMost(happened, trials, middle) > 1 - confidence ? (middle, high) : (low, middle);
        }

        return high;
    }

    /// <summary>The probability below which none is compatible with what was seen, with the same confidence.</summary>
    public static double Lower(int happened, int trials, double confidence = 0.95) => 1 - Upper(trials - happened, trials, confidence);

    /// <summary>Probability that it happens so often or less, by the binomial distribution.</summary>
    private static double AtMost(int happened, int trials, double probability)
    {
        double sum = 0;
        double term = trials * Math.Log(1 - probability);
        for (int i = 0; i <= happened; i++)
        {
            sum += Math.Exp(term);
            term += Math.Log(trials - i) - Math.Log(i + 1) + Math.Log(probability) - Math.Log(1 - probability);
        }

        return sum;
    }
}
