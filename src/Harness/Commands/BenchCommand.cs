using System.Diagnostics;
using FileTransfer.Harness.Doctor;
using FileTransfer.Harness.Exports;
using FileTransfer.Harness.Rounds;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Reports;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Native;
using FileTransfer.Strategies.Machine;
using Spectre.Console;

namespace FileTransfer.Harness.Commands;

/// <summary>The main path: from a plan over server, rounds, results, verdicts and reports to the exit code.</summary>
internal sealed class BenchCommand(TextWriter output)
{
    /// <summary>Measures a plan: fills in the results so far. Tests of what follows put results of their own in its place.</summary>
    public delegate Task Measurer(RunSoFar run, RunProgress progress, CancellationToken cancellationToken);

    /// <summary>What measures; rounds of launches by default.</summary>
    public Measurer Measure { get; init; } = MeasureAsync;

    /// <summary>The terminal to draw on while something is measured; null to write lines only.</summary>
    public IAnsiConsole? Terminal { get; init; }

    /// <summary>The reports that are written at the end; all by default.</summary>
    public IReadOnlyList<IReport> Reports { get; init; } = ReportCatalog.All;

    /// <summary>Runs to the end or until cancelled, and prints a summary with the folder of the results.</summary>
    /// <returns>An <see cref="ExitCode"/>.</returns>
    public async Task<int> RunAsync(RunPlan plan, CancellationToken cancellationToken)
    {
        string command = RunDescription.CommandLineOf(plan);
        IReadOnlyDictionary<string, string> options = RunDescription.Effective(plan);
        if (Emulation.Name is { } imitation)
        {
            await output.WriteLineAsync($"{EmulationNote.Of(imitation)}\n");
        }

        await output.WriteLineAsync(string.Concat(options.Select(option => $"{option.Key}={option.Value}\n")));
        await output.WriteLineAsync($"repeat with: {command}\n");
        var run = new RunSoFar(plan, command, options);
        try
        {
            var progress = new RunProgress(plan, output, Terminal is null ? null : LiveTable.For(plan, Terminal));
            await progress.ShowAsync(() => Measure(run, progress, cancellationToken));
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return await ConcludeAsync(run, wasInterrupted: true);
        }
        catch
        {
            await KeepAsync(run);
            throw;
        }

        return await ConcludeAsync(run, wasInterrupted: false);
    }

    /// <summary>Starts a server that tells about itself, and measures every case in each round.</summary>
    private static async Task MeasureAsync(RunSoFar run, RunProgress progress, CancellationToken cancellationToken)
    {
        RunPlan plan = run.Plan;
        var gate = new Gate(Console.Out, plan.IsGated ? Console.In : null);
        await gate.PassAsync(cancellationToken);
        ServerSupervisor server = await ServerSupervisor.StartAsync(plan, cancellationToken);
        await using (server)
        {
            await (plan.IsBrief ? Task.CompletedTask : OwnFamily.WaitUntilQuietAsync(progress.Say, cancellationToken));
            run.Begin(await EnvironmentProbe.CollectAsync(plan, server.Control, cancellationToken));
            progress.Begin(run.IsOver);
            using var senders = new SenderLauncher();
            ILauncher[] launchers = [senders, .. plan.Native is { } native ? [new NativeLauncher(native)] : (ILauncher[])[]];
            var rounds = new Round(run, server, launchers, progress, gate);
            long start = Stopwatch.GetTimestamp();
            TimeSpan next = TimeSpan.Zero;
            for (int number = plan.FirstRound; plan.IsDue(number, Stopwatch.GetElapsedTime(start), next) && !run.IsOver; number++)
            {
                long begin = Stopwatch.GetTimestamp();
                int before = run.Open;
                await rounds.MeasureAsync(number, cancellationToken);
                run.Complete(number);
                progress.Complete(number, run);
                next = Stopwatch.GetElapsedTime(begin) * run.Open / before;
            }

            if (plan.Rounds > 1 && !plan.IsBrief)
            {
                run.Examined(await EnvironmentProbe.ExamineAsync(plan, run.Environment!, cancellationToken));
            }
        }

        if (!plan.IsBrief)
        {
            BenchmarkDotNetFiles.Write(run);
        }
    }

    /// <summary>Saves the results, concludes from them, and writes the reports.</summary>
    private async Task<int> ConcludeAsync(RunSoFar run, bool wasInterrupted)
    {
        if (run.SaveResult() is not { } result)
        {
            RunFolder.RemoveIfNew(run.Plan);
            await output.WriteLineAsync("\ninterrupted before anything was measured");
            return ExitCode.Interrupted;
        }

        try
        {
            ReportCatalog.WriteAll(run.Plan.IsBrief ? [] : Reports, result, run.Plan.Folder);
        }
        finally
        {
            // The summary is printed even when a report fails.
            await RunSummary.WriteAsync(run.Plan, result, wasInterrupted, output);
        }

        return wasInterrupted ? ExitCode.Interrupted
            : run.WasRemoved ? throw new IOException(
                $"something removed the results of this run while it measured; all of them were written again, to {run.Plan.Folder}. "
                + "Make sure that nothing cleans up there")
            : result.Measurements.Any(measurement => measurement.Outcome == Outcome.Failed) ? ExitCode.Failed
            : ExitCode.Success;
    }

    /// <summary>Keeps what was measured before the run broke down, which is valid.</summary>
    private async Task KeepAsync(RunSoFar run)
    {
        try
        {
            if (run.SaveResult() is null)
            {
                RunFolder.RemoveIfNew(run.Plan);
            }
            else
            {
                await output.WriteLineAsync($"\nmeasured until then: {run.Plan.Folder}");
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // What broke the run down can be in the way of this as well, such as too few descriptors, and is the reason to tell.
            await output.WriteLineAsync($"\nmeasured until then, as far as it could be written: {run.Plan.Folder}");
        }
    }
}
