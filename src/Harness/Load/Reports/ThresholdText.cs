using System.Globalization;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Harness.Load.Reports;

/// <summary>What became of the thresholds of a sweep, in words.</summary>
internal static class ThresholdText
{
    /// <summary>A line for each threshold.</summary>
    public static IEnumerable<string> Lines(LoadSweep sweep) =>
        (sweep.Thresholds ?? []).Select(outcome => $"threshold {outcome.Condition}: {Words(sweep, outcome)}");

    private static string Words(LoadSweep sweep, ThresholdOutcome outcome)
    {
        string where = outcome.Load is { } load ? $" at {LoadText.At(sweep, load)}" : "";
        return outcome.Value is { } value
            ? $"{(outcome.IsMet ? "met" : "crossed")}, {Value(value, outcome.Unit)}{where}"
            : $"not known{where}, which counts as crossed: {outcome.NotKnown}";
    }

    private static string Value(double value, string unit) => unit switch
    {
        ThresholdUnit.Nanoseconds => new Nanoseconds(value).ToString(),
        ThresholdUnit.Percent => value.ToString("0.#### '%'", CultureInfo.InvariantCulture),
        ThresholdUnit.Errors => value == 1 ? "1 error" : value.ToString("N0", CultureInfo.InvariantCulture) + " errors",
        ThresholdUnit.PerSecond => $"{LoadText.PerSecond(value)}/s",
        _ => $"{Digits.Significant(value, 3)} {unit}",
    };
}
