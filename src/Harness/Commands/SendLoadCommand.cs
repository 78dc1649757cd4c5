using FileTransfer.Harness.Errors;
using FileTransfer.Harness.Load.Generating;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Harness.Load.Reports;
using FileTransfer.Harness.Measuring;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Commands;

/// <summary><c>send</c> with load: many connections, a rate, a mix of sizes, a common start with other senders.</summary>
internal static class SendLoadCommand
{
    /// <summary>Makes the load, and prints and writes its result.</summary>
    /// <returns>An <see cref="ExitCode"/>.</returns>
    /// <exception cref="UsageException">The file for the result cannot be written.</exception>
    /// <exception cref="TransferException">A transfer was not a proven delivery; what was measured was written.</exception>
    /// <exception cref="ServerException">There is no server.</exception>
    public static async Task<int> RunAsync(SendLoadPlan plan, TextWriter output, TextWriter errors, CancellationToken cancellationToken)
    {
        StrategyDescriptor strategy = plan.Load.Strategy;
        Availability availability = strategy.Probe();
        if (!availability.IsAvailable)
        {
            await errors.WriteLineAsync($"unsupported: {strategy.Id}: {availability.Reason}");
            return ExitCode.Success;
        }

        ThrowUnlessWritable(plan.Output);
        ServerProcess? own = plan.IsServerOwn
            ? await ServerProcess.StartAsync(ServerProcess.ArgumentsFor(plan.Load.Sender, plan.Files), cancellationToken)
            : null;
        await using (own)
        {
            // With --json nothing is written to standard error: programs that read the object may lose it otherwise.
            ProgressLine? progress = plan.Json ? null : new ProgressLine(errors, errors == Console.Error && !Console.IsErrorRedirected);
            LoadOutcome outcome;
            try
            {
                outcome = await LoadMeasurer.MeasureAsync(
                    plan.Load with { Server = own?.Control ?? plan.Load.Server, Progress = progress is null ? null : progress.Write },
                    cancellationToken);
            }
            catch (TransferException exception) when (own is { IsAlive: false })
            {
                throw new TransferException(exception.Kind, $"the server died: {exception.Message}", exception);
            }
            finally
            {
                progress?.End();
            }

            return await FinishAsync(plan, outcome, own is { IsAlive: false }, output, cancellationToken);
        }
    }

    private static async Task<int> FinishAsync(
        SendLoadPlan plan, LoadOutcome outcome, bool hasServerDied, TextWriter output, CancellationToken cancellationToken)
    {
        string? failure = outcome.Failure is { } reason && hasServerDied ? $"the server died: {reason}" : outcome.Failure;
        LoadResult result = failure is null ? outcome.Result : outcome.Result with { Partial = failure };
        if (plan.Output is { } path)
        {
            LoadFile.Save(path, result);
        }

        if (failure is not null)
        {
            string kept = plan.Output is null ? "" : $"; what was measured is in {plan.Output}, marked as partial";
            throw new TransferException(TransferErrorKind.Mismatch, failure + kept);
        }

        await output.WriteLineAsync(plan.Json ? LoadFile.Text(result) : string.Join('\n', LoadText.Lines(result)));
        return cancellationToken.IsCancellationRequested ? ExitCode.Interrupted : ExitCode.Success;
    }

    /// <summary>A folder that is missing is found out before the load, not after it.</summary>
    private static void ThrowUnlessWritable(string? path)
    {
        if (path is null)
        {
            return;
        }

        if (Directory.Exists(path))
        {
            throw new UsageException($"--output: {path} is a folder; name a file");
        }

        string folder = Path.GetDirectoryName(path)!;
        if (!Directory.Exists(folder))
        {
            throw new UsageException($"--output: there is no folder {folder}");
        }
    }
}
