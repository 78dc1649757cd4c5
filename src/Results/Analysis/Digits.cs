using System.Globalization;

namespace FileTransfer.Results.Analysis;

/// <summary>Numbers for people: a few significant digits, no exponent, a decimal point.</summary>
internal static class Digits
{
    // Decimal keeps trailing zeros and prints no exponent; its largest value is 7.9e28.
    private const double LargestDecimal = 1e28;

    /// <summary>Rounds to a number of significant digits: 1234.5 with three is <c>1230</c>, 0.0456 with two <c>0.046</c>.</summary>
    public static string Significant(double value, int digits)
    {
        string format = string.Create(CultureInfo.InvariantCulture, $"E{digits - 1}");
        string scientific = value.ToString(format, CultureInfo.InvariantCulture);
        return double.IsFinite(value) && Math.Abs(value) < LargestDecimal && value != 0
            ? decimal.Parse(scientific, NumberStyles.Float, CultureInfo.InvariantCulture).ToString(CultureInfo.InvariantCulture)
            : value.ToString(CultureInfo.InvariantCulture);
    }

    /// <summary>
    /// A ratio: two significant digits, but three from 0.995 to 1.995, where small differences matter: <c>0.95</c>,
    /// <c>1.02</c>, <c>3.1</c>, <c>12</c>.
    /// </summary>
    public static string Ratio(double ratio) => Significant(ratio, ratio is >= 0.995 and < 1.995 ? 3 : 2);
}
