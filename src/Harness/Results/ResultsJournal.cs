using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace FileTransfer.Harness.Results;

/// <summary>
/// Keeps every case of a run from the moment it ends, so that a harness that is killed loses none. Each is written once,
/// as a line of its own: results.json, rewritten after every case, would cost a run of 100 cases gigabytes.
/// </summary>
internal static class ResultsJournal
{
    /// <summary>Name of the file in the folder of a run that has not ended.</summary>
    public const string FileName = "results.partial.jsonl";

    private static readonly JsonTypeInfo<RunResult> s_line = new ResultsJson(
        new JsonSerializerOptions(ResultsJson.Default.Options) { WriteIndented = false }).RunResult;

    /// <summary>Adds a run with the cases that have ended since the last call, as one line of JSON.</summary>
    /// <exception cref="IOException">The file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be written.</exception>
    public static void Append(RunResult part, string path)
    {
        byte[] line = [.. JsonSerializer.SerializeToUtf8Bytes(part, s_line), (byte)'\n'];
        using FileStream file = new(path, FileMode.Append, FileAccess.Write);
        file.Write(line);
        file.Flush(flushToDisk: true);
    }

    /// <summary>Puts the run together; a last line without an end was being written when the harness died, and is left out.</summary>
    /// <exception cref="ResultsFileException">There is no whole line, or a line is no run this version understands.</exception>
    public static RunResult Parse(ReadOnlySpan<byte> lines, string file)
    {
        RunResult? run = null;
        List<Measurement> measurements = [];
        for (int end = lines.IndexOf((byte)'\n'); end >= 0; end = lines.IndexOf((byte)'\n'))
        {
            run = ResultsParser.Parse(lines[..end], file, s_line);
            measurements.AddRange(run.Measurements);
            lines = lines[(end + 1)..];
        }

        return run is null
            ? throw new ResultsFileException($"'{file}' holds no case that had ended when the run broke off; measure again")
            : run with { Measurements = MeasurementOrder.Sort(measurements, run.Run) };
    }
}
