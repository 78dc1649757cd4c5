using System.Globalization;

namespace FileTransfer.Results.Analysis;

/// <summary>A duration that is printed with a suitable unit.</summary>
/// <param name="Value">Nanoseconds.</param>
internal readonly record struct Nanoseconds(double Value)
{
    private const int SignificantDigits = 3;

    private static readonly (double Factor, string Unit)[] s_units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")];

    /// <summary>A duration and its confidence interval: <c>44.9 µs (44.1–46.0)</c>, <c>998 µs (990 µs–1.02 ms)</c>.</summary>
    public static string WithInterval(double value, Interval? interval)
    {
        string text = new Nanoseconds(value).ToString();
        if (interval is null)
        {
            return text;
        }

        string[] all = [text, new Nanoseconds(interval.Lower).ToString(), new Nanoseconds(interval.Upper).ToString()];
        string[][] words = Array.ConvertAll(all, one => one.Split(' '));
        return words.All(one => one[1] == words[0][1]) ? $"{text} ({words[1][0]}–{words[2][0]})" : $"{text} ({all[1]}–{all[2]})";
    }

    /// <summary>
    /// Three significant digits in the largest unit that leaves at least 1: <c>38.0 ns</c>, <c>160 µs</c>, <c>1.42 ms</c>.
    /// </summary>
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
