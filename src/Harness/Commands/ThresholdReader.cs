using System.Globalization;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Commands;

/// <summary>Reads the conditions of <c>--fail-if</c>: METRIC OP VALUE, such as <c>p99>2ms</c>.</summary>
internal static class ThresholdReader
{
    /// <summary>Reads a condition.</summary>
    /// <exception cref="UsageException">It is none; the message says what is right.</exception>
    public static LoadThreshold Read(string text)
    {
        int at = text.AsSpan().IndexOfAny('<', '>');
        if (at < 0)
        {
            throw new UsageException(
                $"--fail-if: '{text}' is no condition; write METRIC OP VALUE with one of {string.Join(' ', LoadThreshold.Operators)}, "
                + "such as 'p99>2ms'");
        }

        string name = text[..at].Trim();
        string operation = LoadThreshold.Operators.First(one => text.AsSpan(at).StartsWith(one));
        string value = text[(at + operation.Length)..].Trim();
        OptionValues.OneOf("metric of --fail-if", name, [.. ThresholdMetric.All.Select(metric => metric.Name)]);
        ThresholdMetric metric = ThresholdMetric.All.First(one => one.Name == name);
        (double limit, string unit) = metric.Time is not null ? (ReadTime(text, value), ThresholdUnit.Nanoseconds)
            : metric == ThresholdMetric.Errors ? ReadErrors(text, value)
            : metric == ThresholdMetric.Rate ? (ReadRate(text, value), ThresholdUnit.PerSecond)
            : (ReadThroughput(text, value), ThresholdUnit.MegabytesPerSecond);
        return new LoadThreshold(text.Trim(), metric, operation, limit, unit);
    }

    private static double ReadTime(string text, string value) => Duration.TryParseNanoseconds(value, out double nanoseconds)
        ? nanoseconds
        : throw Wrong(text, value, "time above 0", "150ns, 20us, 1.5ms or 2s");

    private static (double Limit, string Unit) ReadErrors(string text, string value)
    {
        const double Most = 100;
        bool isShare = value.EndsWith('%');
        NumberStyles style = isShare ? NumberStyles.AllowDecimalPoint : NumberStyles.None;
        string digits = isShare ? value[..^1].TrimEnd() : value;
        return double.TryParse(digits, style, CultureInfo.InvariantCulture, out double number)
            && number is >= 0 and < double.PositiveInfinity && (!isShare || number <= Most)
            ? (number, isShare ? ThresholdUnit.Percent : ThresholdUnit.Errors)
            : throw Wrong(text, value, "number of errors and no share of up to 100%", "10 or 0.1%");
    }

    private static double ReadRate(string text, string value) => RateText.TryRead(value, out double rate)
        ? rate
        : throw Wrong(text, value, "rate per second up to 10M", "9700, 9k or 1.5M");

    private static double ReadThroughput(string text, string value)
    {
        const double Mega = 1e6;
        return ByteRate.TryParse(value, out double bytesPerSecond)
            ? bytesPerSecond / Mega
            : throw Wrong(text, value, "throughput above 0 with its unit", "800kB/s, 500MB/s or 1.2GB/s (powers of 10)");
    }

    private static UsageException Wrong(string text, string value, string what, string examples) =>
        new($"--fail-if '{text}': '{value}' is no {what}; write {examples}");
}
