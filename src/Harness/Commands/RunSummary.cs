using System.Globalization;
using FileTransfer.Harness.Rounds;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Reports;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Commands;

/// <summary>What a run found, at its end: the table, the verdicts, what was observed, and warnings.</summary>
internal static class RunSummary
{
    private const int MostWarnings = 3;
    private const int MostObserved = 4;

    /// <summary>Prints it, and where the results are; of a part of something larger only that.</summary>
    /// <param name="plan">The plan of the run.</param>
    /// <param name="result">The run.</param>
    /// <param name="wasInterrupted">True when the user ended it.</param>
    /// <param name="output">Where to print.</param>
    public static async Task WriteAsync(RunPlan plan, RunResult result, bool wasInterrupted, TextWriter output)
    {
        if (!plan.IsBrief)
        {
            await WriteAsync(result, wasInterrupted, output);
        }

        await output.WriteLineAsync($"\nresults: {plan.Folder}");
        if (plan.IsFirst && !wasInterrupted)
        {
            await output.WriteLineAsync(Next(Path.Combine(plan.Folder, HtmlReport.Page)));
        }
    }

    private static async Task WriteAsync(RunResult result, bool wasInterrupted, TextWriter output)
    {
        await output.WriteLineAsync();
        if (result.Environment.Emulation is { } imitation)
        {
            await output.WriteLineAsync(EmulationNote.Of(imitation));
        }

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
        .. Verdicts.AreDrawn(result) ? Concluded(result) : [VerdictNotes.NotDrawn(result)],
        .. ((string?[])[CacheNote.Of(result), ProofNote.Of(result)]).OfType<string>(),
        .. Observations(Observed.Of(result)),
        .. Warnings(RunWarnings.Of(result)),
    ];

    /// <summary>What to look at and to try after the first run.</summary>
    private static string Next(string report) => $"""
        look at:  {report}

        next:     filetransfer bench --file YOUR-FILE                   your own file
                  filetransfer bench --strategies '*' --budget 10m      every way there is
                  filetransfer doctor                                   what makes it slow or unsteady here
        """;

    /// <summary>What was observed, where it is little; the report has all of it.</summary>
    private static IEnumerable<string> Observations(IReadOnlyList<string> all) => all.Count > MostObserved
        ? [string.Create(CultureInfo.InvariantCulture, $"{all.Count} observations of single strategies are in the report")]
        : all.Select(line => $"observed: {line}");

    /// <summary>The gravest warnings; the report has all of them.</summary>
    private static IEnumerable<string> Warnings(IReadOnlyList<string> all) =>
    [
        .. all.Take(MostWarnings).Select(warning => $"warning: {warning}"),
        .. all.Count > MostWarnings ? [$"{Number(all.Count - MostWarnings)} in the report"] : (string[])[],
    ];

    private static string Number(int more) =>
        more == 1 ? "1 more warning" : string.Create(CultureInfo.InvariantCulture, $"{more} more warnings");

    /// <summary>A line for each size and group, in columns, and the sentence that answers for all.</summary>
    private static IEnumerable<string> Concluded(RunResult result)
    {
        IReadOnlyList<Verdict> verdicts = Verdicts.Of(result);
        if (verdicts.Count == 0)
        {
            return [];
        }

        string[] sizes = [.. verdicts.Select(verdict => new ByteSize(verdict.SizeBytes).ToString())];
        string[] groups = [.. verdicts.Select(verdict => verdict.Group.In(result).Trim())];
        int size = sizes.Max(text => text.Length);
        int group = groups.Max(text => text.Length);
        IEnumerable<string> lines = verdicts.Select((verdict, row) =>
            $"{(row > 0 && sizes[row - 1] == sizes[row] ? "" : sizes[row]).PadLeft(size)}  "
            + $"{(group == 0 ? "" : $"{groups[row].PadRight(group)}  ")}{verdict.Answer}");
        return [.. lines, .. Advice.Of(result) is { } advice ? ["", advice] : (string[])[]];
    }
}
