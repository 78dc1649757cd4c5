using System.Globalization;

namespace FileTransfer.Harness.Analysis;

/// <summary>A duration as people write it.</summary>
/// <param name="Value">Nanoseconds.</param>
public readonly record struct Nanoseconds(double Value)
{
    private const int SignificantDigits = 3;

    private static readonly (double Factor, string Unit)[] s_units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")];

    /// <summary>Three significant digits in the largest unit that leaves at least 1: <c>38.0 ns</c>, <c>160 µs</c>, <c>1.42 ms</c>.</summary>
    public override string ToString()
    {
        // Rounded first, so that 999.7 µs is 1.00 ms and not 1000 µs.
        double rounded = double.Parse(Digits.Significant(Value, SignificantDigits), CultureInfo.InvariantCulture);
        foreach ((double factor, string unit) in s_units)
        {
            if (Math.Abs(rounded) >= factor)
            {
                return $"{Digits.Significant(rounded / factor, SignificantDigits)} {unit}";
            }
        }

        return $"{Digits.Significant(rounded, SignificantDigits)} ns";
    }
}
