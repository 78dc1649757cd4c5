using FileTransfer.Harness.Rounds;
using FileTransfer.Harness.Servers;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Reports;

namespace FileTransfer.Harness.Commands;

/// <summary>Runs a plan: measures, stores every result immediately, and writes the reports.</summary>
internal sealed class BenchCommand(IMeasurer measurer, TextWriter output, IReadOnlyList<IReport> reports)
{
    public BenchCommand(IMeasurer measurer, TextWriter output)
        : this(measurer, output, ReportCatalog.All)
    {
    }

    /// <summary>Runs to the end or until cancelled, and prints a summary with the folder of the results.</summary>
    /// <returns>An <see cref="ExitCode"/>.</returns>
    public async Task<int> RunAsync(RunPlan plan, CancellationToken cancellationToken)
    {
        foreach ((string key, string value) in RunDescription.Effective(plan))
        {
            await output.WriteLineAsync($"{key}={value}");
        }

        string command = RunDescription.CommandLineOf(plan);
        await output.WriteLineAsync($"\nrepeat with: {command}\n");
        var recorder = new RunRecorder(plan, command, RunDescription.Effective(plan), output);
        try
        {
            await measurer.MeasureAsync(plan, recorder, cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return await FinishAsync(plan, recorder.Result(), ExitCode.Interrupted);
        }
        catch (ServerException)
        {
            // Thrown before the first case only, so a new folder has no results yet.
            if (plan.Resumed is null)
            {
                Directory.Delete(plan.Folder, recursive: true);
            }

            throw;
        }
        catch
        {
            await SaveAsync(plan, recorder);
            throw;
        }

        RunResult result = recorder.Result() ?? throw new InvalidOperationException("the run ended without an environment");
        bool failed = result.Measurements.Any(measurement => measurement.Outcome == Outcome.Failed);
        int exitCode = await FinishAsync(plan, result, failed ? ExitCode.Failed : ExitCode.Success);
        return recorder.WasRemoved
            ? throw new IOException(
                $"something removed the results of this run while it measured; all of them were written again, to {plan.Folder}. "
                + "Make sure that nothing cleans up there")
            : exitCode;
    }

    /// <summary>Saves what was measured before the run broke down, which is valid.</summary>
    private async Task SaveAsync(RunPlan plan, RunRecorder recorder)
    {
        try
        {
            if (recorder.Result() is not null)
            {
                await output.WriteLineAsync($"\nmeasured until then: {plan.Folder}");
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // What broke the run down can be in the way of this as well, such as too few descriptors, and is the reason to tell.
            await output.WriteLineAsync($"\nmeasured until then, as far as it could be written: {plan.Folder}");
        }
    }

    private async Task<int> FinishAsync(RunPlan plan, RunResult? result, int exitCode)
    {
        if (result is null)
        {
            Directory.Delete(plan.Folder, recursive: true);
            await output.WriteLineAsync("\ninterrupted before anything was measured");
            return exitCode;
        }

        try
        {
            ReportCatalog.WriteAll(plan.IsBrief ? [] : reports, result, plan.Folder);
        }
        finally
        {
            // The summary is printed even when a report fails.
            await (plan.IsBrief ? output.WriteLineAsync($"\nresults: {plan.Folder}") : SummarizeAsync(plan, result, exitCode));
        }

        return exitCode;
    }

    private async Task SummarizeAsync(RunPlan plan, RunResult result, int exitCode)
    {
        await output.WriteLineAsync();
        foreach (string line in LinkText.Of(result))
        {
            await output.WriteLineAsync(line);
        }

        ResultTable.Write(result, output);
        await output.WriteLineAsync((exitCode, result.Run) switch
        {
            (ExitCode.Interrupted, { Partial: true }) => "\ninterrupted in the first round; measured so far:",
            (ExitCode.Interrupted, { Rounds: var rounds }) =>
                $"\ninterrupted after {rounds} complete {(rounds == 1 ? "round" : "rounds")}:",
            _ => "",
        });
        foreach (Measurement measurement in result.Measurements.Where(measurement => measurement.Outcome != Outcome.Measured))
        {
            await output.WriteLineAsync(
                $"{measurement.Outcome.ToString().ToUpperInvariant()} {measurement.Strategy} "
                + $"{new Strategies.Contracts.ByteSize(measurement.SizeBytes)}: {measurement.Reason}");
        }

        if (!Verdicts.AreDrawn(result))
        {
            await output.WriteLineAsync(VerdictNotes.NotDrawn);
        }

        foreach (Verdict verdict in Verdicts.Of(result))
        {
            await output.WriteLineAsync(verdict.Text);
        }

        if (Verdicts.AreDrawn(result) && VerdictNotes.Baseline(result.Run) is { } baseline)
        {
            await output.WriteLineAsync(baseline);
        }

        if (Verdicts.AreDrawn(result) && WaitNote.Of(result) is { } wait)
        {
            await output.WriteLineAsync(wait);
        }

        if (CacheNote.Of(result) is { } cache)
        {
            await output.WriteLineAsync(cache);
        }

        foreach (string line in Observed.Of(result))
        {
            await output.WriteLineAsync($"observed: {line}");
        }

        foreach (string warning in RunWarnings.Of(result))
        {
            await output.WriteLineAsync($"warning: {warning}");
        }

        await output.WriteLineAsync($"\nresults: {plan.Folder}");
    }
}
