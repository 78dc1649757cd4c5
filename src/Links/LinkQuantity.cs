using System.Globalization;

namespace FileTransfer.Links;

/// <summary>Times, rates and shares as <c>--link</c> takes them; null for what is none, or out of its limits.</summary>
internal static class LinkQuantity
{
    private const double LongestSeconds = 10;
    private const long SlowestRate = 8_000;
    private const long FastestRate = 10_000_000_000;

    // Longer suffixes first: "ms" ends with "s".
    private static readonly (string Suffix, double Unit)[] s_times = [("us", 1e-6), ("ms", 1e-3), ("s", 1)];
    private static readonly (string Suffix, double Unit)[] s_rates = [("kbit", 1e3), ("mbit", 1e6), ("gbit", 1e9)];

    /// <summary>A time from 0 to 10 s.</summary>
    public static TimeSpan? Time(string text) =>
        text == "0" ? TimeSpan.Zero
        : Number(text, s_times) is { } seconds and <= LongestSeconds ? new TimeSpan((long)Math.Round(seconds * TimeSpan.TicksPerSecond))
        : null;

    /// <summary>A rate in bits per second, in powers of 1000 as of tc(8).</summary>
    public static long? Rate(string text) =>
        Number(text, s_rates) is { } bits and >= SlowestRate and <= FastestRate ? (long)Math.Round(bits) : null;

    /// <summary>A share from 0 to 1, written in percent.</summary>
    public static double? Share(string text) => Number(text, [("%", 0.01)]) is { } share and <= 1 ? share : null;

    /// <summary>A whole number within limits.</summary>
    public static long? Whole(string text, long least, long most) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) && number >= least && number <= most
            ? number
            : null;

    /// <summary>A time as text, such as <c>25ms</c>.</summary>
    public static string Text(TimeSpan time) => time.TotalMilliseconds < 1 && time > TimeSpan.Zero
        ? string.Create(CultureInfo.InvariantCulture, $"{time.TotalMicroseconds:0.#}us")
        : string.Create(CultureInfo.InvariantCulture, $"{time.TotalMilliseconds:0.####}ms");

    /// <summary>A rate as text, in the largest unit that it reaches, such as <c>1gbit</c>.</summary>
    public static string Text(long bitsPerSecond)
    {
        (string suffix, double unit) = s_rates.Last(rate => bitsPerSecond >= rate.Unit);
        return string.Create(CultureInfo.InvariantCulture, $"{bitsPerSecond / unit:0.#########}{suffix}");
    }

    /// <summary>A share as text, such as <c>0.1%</c>.</summary>
    public static string Text(double share) => string.Create(CultureInfo.InvariantCulture, $"{share * 100:0.######}%");

    private static double? Number(string text, (string Suffix, double Unit)[] units)
    {
        foreach ((string suffix, double unit) in units)
        {
            if (text.EndsWith(suffix, StringComparison.Ordinal))
            {
                return double.TryParse(
                    text.AsSpan(0, text.Length - suffix.Length),
                    NumberStyles.AllowDecimalPoint,
                    CultureInfo.InvariantCulture,
                    out double number)
                    ? number * unit
                    : null;
            }
        }

        return null;
    }
}
