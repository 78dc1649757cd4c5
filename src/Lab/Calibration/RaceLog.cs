using System.Text.Json;
using FileTransfer.Results.Errors;

namespace FileTransfer.Lab.Calibration;

/// <summary>The log of simulated races: a file with one line for each kind.</summary>
internal static class RaceLog
{
    /// <summary>Name of the log that belongs to a calibration log.</summary>
    public const string FileName = "calibration-races.jsonl";

    /// <summary>Writes a new log.</summary>
    public static void Write(string path, IEnumerable<RaceEntry> entries) =>
        File.WriteAllLines(path, entries.Select(entry => JsonSerializer.Serialize(entry, LogJson.Default.RaceEntry)));

    /// <summary>All entries of the log; none when there is no log.</summary>
    /// <exception cref="UsageException">It is not such a log.</exception>
    public static IReadOnlyList<RaceEntry> Load(string path)
    {
        try
        {
            return !File.Exists(path) ? [] : [.. File.ReadLines(path)
                .Where(line => line.Length > 0)
                .Select(line => JsonSerializer.Deserialize(line, LogJson.Default.RaceEntry)!)];
        }
        catch (JsonException exception)
        {
            throw new UsageException($"{path} is not a log of simulated races: {exception.Message}");
        }
    }
}
