using System.Globalization;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Commands;

/// <summary>Reads rates of transfers.</summary>
internal static class RateText
{
    private const double Highest = 10_000_000;

    /// <summary>Reads a rate per second, such as 9700, 10k or max; null for max.</summary>
    /// <exception cref="UsageException">It is no rate.</exception>
    public static double? Read(string text)
    {
        if (text.Equals("max", StringComparison.OrdinalIgnoreCase))
        {
            return null;
        }

        return TryRead(text, out double rate)
            ? rate
            : throw new UsageException($"--rate: '{text}' is no rate up to {Highest:0}/s; write 9700, 10k or max");
    }

    /// <summary>Reads a rate per second above 0, such as 9700, 10k or 1.5M; false for anything else.</summary>
    public static bool TryRead(string text, out double rate)
    {
        double unit = text.EndsWith("k", StringComparison.OrdinalIgnoreCase) ? 1e3 : text.EndsWith('M') ? 1e6 : 1;
        bool isNumber = double.TryParse(
            unit > 1 ? text[..^1] : text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double number);
        rate = number * unit;
        return isNumber && rate is > 0 and <= Highest;
    }
}
