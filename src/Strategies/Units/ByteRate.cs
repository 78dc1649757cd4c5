using System.Globalization;

namespace FileTransfer.Strategies.Units;

/// <summary>Bytes per second as results tell them: 800kB/s, 500MB/s, 1.2GB/s. The units are powers of 10, unlike those of sizes.</summary>
public static class ByteRate
{
    private static readonly (string Suffix, double Factor)[] s_units =
        [("GB/s", 1e9), ("MB/s", 1e6), ("kB/s", 1e3), ("KB/s", 1e3), ("B/s", 1)];

    /// <summary>Reads a rate above 0 with its unit, in bytes per second; false for anything else.</summary>
    public static bool TryParse(string text, out double bytesPerSecond)
    {
        foreach ((string suffix, double factor) in s_units)
        {
            if (text.EndsWith(suffix, StringComparison.Ordinal)
                && double.TryParse(
                    text.AsSpan(0, text.Length - suffix.Length),
                    NumberStyles.AllowDecimalPoint,
                    CultureInfo.InvariantCulture,
                    out double number)
                && number * factor is > 0 and < double.PositiveInfinity)
            {
                bytesPerSecond = number * factor;
                return true;
            }
        }

        bytesPerSecond = 0;
        return false;
    }
}
