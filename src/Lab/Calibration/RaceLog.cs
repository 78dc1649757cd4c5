using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using FileTransfer.Results.Errors;

namespace FileTransfer.Lab.Calibration;

/// <summary>The logs about races beside a calibration log: files with one JSON object per line.</summary>
internal static class RaceLog
{
    /// <summary>Name of the log of simulated races.</summary>
    public const string FileName = "calibration-races.jsonl";

    /// <summary>Name of the log of measured rounds, which simulations replay.</summary>
    public const string RoundsName = "calibration-rounds.jsonl";

    /// <summary>Writes a new log.</summary>
    public static void Write<T>(string path, IEnumerable<T> entries, JsonTypeInfo<T> format) =>
        File.WriteAllLines(path, entries.Select(entry => JsonSerializer.Serialize(entry, format)));

    /// <summary>All entries of a log; none when there is no log.</summary>
    /// <exception cref="UsageException">It is not such a log.</exception>
    public static IReadOnlyList<T> Load<T>(string path, JsonTypeInfo<T> format)
    {
        try
        {
            return !File.Exists(path) ? [] : [.. File.ReadLines(path)
                .Where(line => line.Length > 0)
                .Select(line => JsonSerializer.Deserialize(line, format)!)];
        }
        catch (JsonException exception)
        {
            throw new UsageException($"{path} is not a log about races: {exception.Message}");
        }
    }
}
