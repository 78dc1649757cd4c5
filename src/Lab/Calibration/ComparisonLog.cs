using System.Text.Json;
using FileTransfer.Harness.Comparing;
using FileTransfer.Results.Errors;

namespace FileTransfer.Lab.Calibration;

/// <summary>The calibration log of comparisons: a file with one line each.</summary>
internal static class ComparisonLog
{
    /// <summary>Name of the log that belongs to a calibration log.</summary>
    public const string FileName = "calibration-compare.jsonl";

    /// <summary>The conclusions of a comparison.</summary>
    public static ComparisonEntry Of(MeasuredComparison comparison, string difference, string beside)
    {
        CompareResult result = comparison.Result;
        (bool TTest, bool MannWhitney)[] usual =
            [.. result.Cases.Select(one => UsualMethods.Judge(one, comparison.Rounds, result.Threshold))];
        double[] seen = [.. result.Cases.Select(one => one.SmallestSeen).OfType<double>().Order()];
        return new ComparisonEntry
        {
            Difference = difference,
            Beside = beside,
            StartedUtc = result.StartedUtc,
            Commit = result.BaseCommit,
            Machine = result.Machine,
            Rounds = result.Rounds,
            Refused = result.Refusals.Count,
            IsUnfit = result.IsUnfit,
            Verdicts = new SortedDictionary<string, int>(
                result.Cases.GroupBy(one => one.Verdict.ToString()).ToDictionary(group => group.Key, group => group.Count()),
                StringComparer.Ordinal),
            TTestAlarms = usual.Count(one => one.TTest),
            MannWhitneyAlarms = usual.Count(one => one.MannWhitney),
            SmallestSeen = seen.Length > 0 ? Math.Round(seen[seen.Length / 2], 4) : null,
        };
    }

    /// <summary>Adds a comparison.</summary>
    public static void Append(string path, ComparisonEntry entry)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
        File.AppendAllText(path, JsonSerializer.Serialize(entry, LogJson.Default.ComparisonEntry) + "\n");
    }

    /// <summary>All comparisons in the log; none when there is no log.</summary>
    /// <exception cref="UsageException">It is not such a log.</exception>
    public static IReadOnlyList<ComparisonEntry> Load(string path)
    {
        if (!File.Exists(path))
        {
            return [];
        }

        try
        {
            return [.. File.ReadLines(path)
                .Where(line => line.Length > 0)
                .Select(line => JsonSerializer.Deserialize(line, LogJson.Default.ComparisonEntry)!)];
        }
        catch (JsonException exception)
        {
            throw new UsageException($"{path} is not a calibration log of comparisons: {exception.Message}");
        }
    }
}
