using System.Globalization;

namespace FileTransfer.Strategies.Units;

/// <summary>Times as people write them: 200ms, 90s, 5m, 6h, 1d.</summary>
public static class Duration
{
    /// <summary>Timers and socket options take milliseconds in 31 bits.</summary>
    private const double Longest = int.MaxValue;

    private static readonly (string Suffix, double Milliseconds)[] s_units =
        [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)];

    /// <summary>Reads a time from 1 ms to 24 days; false for anything else.</summary>
    public static bool TryParse(string text, out TimeSpan time)
    {
        foreach ((string suffix, double unit) in s_units)
        {
            if (text.EndsWith(suffix, StringComparison.Ordinal)
                && double.TryParse(
                    text.AsSpan(0, text.Length - suffix.Length),
                    NumberStyles.AllowDecimalPoint,
                    CultureInfo.InvariantCulture,
                    out double number)
                && number * unit is >= 1 and <= Longest)
            {
                time = TimeSpan.FromMilliseconds(number * unit);
                return true;
            }
        }

        time = default;
        return false;
    }
}
