using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Reports;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Commands;

/// <summary>What a run found, at its end: the table, the verdicts, what was observed, and warnings.</summary>
internal static class RunSummary
{
    /// <summary>Prints it.</summary>
    /// <param name="result">The run.</param>
    /// <param name="wasInterrupted">True when the user ended it.</param>
    /// <param name="output">Where to print.</param>
    public static async Task WriteAsync(RunResult result, bool wasInterrupted, TextWriter output)
    {
        await output.WriteLineAsync();
        foreach (string line in LinkText.Of(result))
        {
            await output.WriteLineAsync(line);
        }

        ResultTable.Write(result, output);
        await output.WriteLineAsync((wasInterrupted, result.Run) switch
        {
            (true, { Partial: true }) => "\ninterrupted in the first round; measured so far:",
            (true, { Rounds: var rounds }) => $"\ninterrupted after {rounds} complete {(rounds == 1 ? "round" : "rounds")}:",
            _ => "",
        });
        foreach (string line in Lines(result))
        {
            await output.WriteLineAsync(line);
        }
    }

    private static IEnumerable<string> Lines(RunResult result) =>
    [
        .. result.Measurements
            .Where(measurement => measurement.Outcome != Outcome.Measured)
            .Select(measurement => $"{measurement.Outcome.ToString().ToUpperInvariant()} {measurement.Strategy} "
                + $"{new ByteSize(measurement.SizeBytes)}: {measurement.Reason}"),
        .. Verdicts.AreDrawn(result) ? Concluded(result) : [VerdictNotes.NotDrawn],
        .. CacheNote.Of(result) is { } cache ? [cache] : (string[])[],
        .. Observed.Of(result).Select(line => $"observed: {line}"),
        .. RunWarnings.Of(result).Select(warning => $"warning: {warning}"),
    ];

    private static IEnumerable<string> Concluded(RunResult result) =>
    [
        .. Verdicts.Of(result).Select(verdict => verdict.Text),
        .. VerdictNotes.Of(result),
    ];
}
