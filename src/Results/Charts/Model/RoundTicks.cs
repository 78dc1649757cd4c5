using System.Globalization;

namespace FileTransfer.Results.Charts.Model;

/// <summary>Chooses values for ticks: 1, 2, 3 or 5 times a power of ten.</summary>
internal static class RoundTicks
{
    private const int Fewest = 2;
    private const int FewestDecades = 3;

    /// <summary>Round values in a range for a linear axis, about as many as asked for, ascending.</summary>
    public static IReadOnlyList<double> Linear(double min, double max, int about)
    {
        double rough = (max - min) / Math.Max(1, about);
        if (rough <= 0 || !double.IsFinite(rough))
        {
            return [min];
        }

        double power = Power(Math.Floor(Math.Log10(rough)));
        double step = new[] { 1d, 2, 5, 10 }.Select(factor => factor * power).First(candidate => candidate >= rough * 0.999);
        long first = (long)Math.Ceiling((min / step) - 1e-9);
        long last = (long)Math.Floor((max / step) + 1e-9);
        return [.. Enumerable.Range(0, (int)Math.Min(last - first + 1, 100)).Select(index => Clean((first + index) * step))];
    }

    /// <summary>Round values above zero for a logarithmic axis, ascending and about evenly spaced: decades when there are enough.</summary>
    /// <param name="min">Smallest value, above zero.</param>
    /// <param name="max">Largest value.</param>
    /// <param name="most">Largest number of ticks.</param>
    public static IReadOnlyList<double> Log(double min, double max, int most = 7)
    {
        double[] decades = Multiples(min, max, 1);
        if (decades.Length >= FewestDecades)
        {
            int stride = (decades.Length + most - 1) / most;
            return [.. decades.Where((_, index) => index % stride == 0)];
        }

        double[][] candidates = [Multiples(min, max, 1, 2, 5), Multiples(min, max, 1, 3), decades];
        return candidates.FirstOrDefault(ticks => ticks.Length >= Fewest && ticks.Length <= most) ?? Linear(min, max, most - 1);
    }

    private static double[] Multiples(double min, double max, params double[] factors) =>
        [.. Decades(min, max)
            .SelectMany(power => factors.Select(factor => Clean(factor * power)))
            .Where(tick => tick >= min && tick <= max)];

    private static IEnumerable<double> Decades(double min, double max)
    {
        for (double exponent = Math.Floor(Math.Log10(min)); exponent <= Math.Ceiling(Math.Log10(max)); exponent++)
        {
            yield return Power(exponent);
        }
    }

    // Parsed, because Math.Pow(10, -3) may differ from the literal 0.001.
    private static double Power(double exponent) =>
        double.Parse(string.Create(CultureInfo.InvariantCulture, $"1E{(int)exponent}"), CultureInfo.InvariantCulture);

    private static double Clean(double value) =>
        double.Parse(value.ToString("G12", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
}
