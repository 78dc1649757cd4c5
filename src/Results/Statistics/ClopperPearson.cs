namespace FileTransfer.Results.Statistics;

/// <summary>Exact confidence bounds of a probability from a number of successes (C. J. Clopper, E. S. Pearson, 1934).</summary>
internal static class ClopperPearson
{
    private const int Bisections = 60;

    /// <summary>The upper confidence bound of the probability.</summary>
    /// <param name="happened">Number of trials in which the event happened.</param>
    /// <param name="trials">Number of trials.</param>
    /// <param name="confidence">Confidence of the one-sided bound.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="happened"/> is negative or above <paramref name="trials"/>.
    /// </exception>
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

    /// <summary>The lower confidence bound of the probability, one-sided.</summary>
    public static double Lower(int happened, int trials, double confidence = 0.95) => 1 - Upper(trials - happened, trials, confidence);

    /// <summary>Probability of at most this number of events, by the binomial distribution.</summary>
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
