using System.Globalization;
using FileTransfer.Harness.Load.Generating;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Harness.Load.Reports;
using FileTransfer.Links;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Servers;
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
        using StoredFolder? kept = plan.IsServerOwn ? StoredFolder.For([strategy], plan.Load.Sender) : null;
        ServerProcess? own = plan.IsServerOwn
            ? await ServerProcess.StartAsync(ServerProcess.ArgumentsFor(plan.Load.Sender, plan.Files, kept?.Path), cancellationToken)
            : null;
        await using (own)
        {
            // A program that reads the result may lose it when something is written to standard error.
            ProgressLine? progress = plan.Json || plan.Crank
                ? null
                : new ProgressLine(errors, errors == Console.Error && !Console.IsErrorRedirected);
            LoadOutcome outcome;
            try
            {
                LoadPlan load = plan.Load with
                {
                    Server = own?.Control ?? plan.Load.Server,
                    Progress = progress is null ? null : progress.Write,
                };
                Task<LoadOutcome> Measure() => LoadMeasurer.MeasureAsync(load, cancellationToken);
                outcome = await (load.Watch is null ? Measure() : load.Watch.RunAsync(Measure));
            }
            catch (TransferException exception) when (own is { IsAlive: false })
            {
                throw new TransferException(exception.Kind, $"the server died: {exception.Message}", exception);
            }
            finally
            {
                progress?.End();
            }

            return await FinishAsync(plan, outcome, own is { IsAlive: false }, output, errors, cancellationToken);
        }
    }

    private static async Task<int> FinishAsync(
        SendLoadPlan plan,
        LoadOutcome outcome,
        bool hasServerDied,
        TextWriter output,
        TextWriter errors,
        CancellationToken cancellationToken)
    {
        string? failure = outcome.Failure is { } reason && hasServerDied ? $"the server died: {reason}" : outcome.Failure;
        LoadResult result = failure is null ? outcome.Result : outcome.Result with { Partial = failure };
        string? path = FileFor(plan.Output);
        if (path is not null)
        {
            LoadFile.Save(path, result);
        }

        if (plan.Crank)
        {
            // Also when it is partial: the merged result names what is missing.
            await output.WriteLineAsync(CrankStatistics.Text(result));
            await output.FlushAsync(CancellationToken.None);
        }

        if (failure is not null && plan.Crank)
        {
            // The block tells it. A line on standard error may come between its lines, and crank would lose the block.
            return ExitCode.Failed;
        }

        if (failure is not null && LinkReady.Current is { } link && failure == LinkClient.Died(link))
        {
            // What happened is told by who watches the link, and that may be before the server has ended.
            if (path is not null)
            {
                await errors.WriteLineAsync($"what was measured is in {path}, marked as partial");
            }

            return ExitCode.Failed;
        }

        if (failure is not null)
        {
            string kept = path is null ? "" : $"; what was measured is in {path}, marked as partial";
            throw new TransferException(TransferErrorKind.Mismatch, failure + kept);
        }

        if (!plan.Crank)
        {
            await output.WriteLineAsync(plan.Json ? LoadFile.Text(result) : string.Join('\n', LoadText.Lines(result)));
        }

        return cancellationToken.IsCancellationRequested ? ExitCode.Interrupted : ExitCode.Success;
    }

    /// <summary>In a folder every sender has a file of its own: those that crank starts have the same options.</summary>
    private static string? FileFor(string? path)
    {
        string name = string.Create(CultureInfo.InvariantCulture, $"sender-{DateTime.UtcNow:yyyyMMddHHmmss}-{Environment.ProcessId}.json");
        return Directory.Exists(path) ? Path.Combine(path, name) : path;
    }

    /// <summary>A folder that is missing is found out before the load, not after it.</summary>
    private static void ThrowUnlessWritable(string? path)
    {
        if (path is null)
        {
            return;
        }

        string folder = Path.GetDirectoryName(path)!;
        if (!Directory.Exists(folder))
        {
            throw new UsageException($"--output: there is no folder {folder}");
        }
    }
}
