using System.Globalization;

namespace FileTransfer.Strategies.Units;

/// <summary>Times as people write them: 200ms, 90s, 5m, 6h, 1d; short ones also as 150ns, 20us or 20µs.</summary>
public static class Duration
{
    /// <summary>Timers and socket options take milliseconds in 31 bits.</summary>
    private const double Longest = int.MaxValue;

    private static readonly (string Suffix, double Milliseconds)[] s_units =
        [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)];

    /// <summary>Unicode has the letter mu and the micro sign; keyboards have either.</summary>
    private static readonly (string Suffix, double Nanoseconds)[] s_shortUnits =
        [("ns", 1), ("us", 1e3), ("\u00b5s", 1e3), ("\u03bcs", 1e3), ("ms", 1e6), ("s", 1e9)];

    /// <summary>Reads a time from 1 ms to 24 days; false for anything else.</summary>
    public static bool TryParse(string text, out TimeSpan time)
    {
        bool isOne = TryParse(text, s_units, out double milliseconds) && milliseconds is >= 1 and <= Longest;
        time = isOne ? TimeSpan.FromMilliseconds(milliseconds) : default;
        return isOne;
    }

    /// <summary>Reads a time above 0 in ns, us or µs, ms or s, as nanoseconds; false for anything else.</summary>
    public static bool TryParseNanoseconds(string text, out double nanoseconds) =>
        TryParse(text, s_shortUnits, out nanoseconds) && nanoseconds is > 0 and < double.PositiveInfinity;

    private static bool TryParse(string text, (string Suffix, double Factor)[] units, out double value)
    {
        foreach ((string suffix, double factor) in units)
        {
            if (text.EndsWith(suffix, StringComparison.Ordinal)
                && double.TryParse(
                    text.AsSpan(0, text.Length - suffix.Length),
                    NumberStyles.AllowDecimalPoint,
                    CultureInfo.InvariantCulture,
                    out double number))
            {
                value = number * factor;
                return true;
            }
        }

        value = 0;
        return false;
    }
}
