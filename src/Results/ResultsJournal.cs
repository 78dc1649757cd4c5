using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace FileTransfer.Results;

/// <summary>
/// Stores every case of a run as soon as it ends, so that a killed harness loses none. Each case is appended as one line:
/// rewriting results.json after every case would write gigabytes in a run of 100 cases.
/// </summary>
internal static class ResultsJournal
{
    /// <summary>Name of the file in the folder of an unfinished run.</summary>
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

    /// <summary>Reads the run. An incomplete last line, written while the harness died, is left out.</summary>
    /// <exception cref="ResultsFileException">There is no complete line, or this version cannot parse a line.</exception>
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
            ? throw new ResultsFileException($"'{file}' contains no finished case of the aborted run; measure again")
            : run with { Measurements = MeasurementOrder.Sort(measurements, run.Run) };
    }
}
