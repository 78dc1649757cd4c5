using System.Globalization;
using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Measuring;

/// <summary>Measures every launch in a fresh sender process under BenchmarkDotNet's engine, against a server in a process of its own.</summary>
public sealed class SenderMeasurer : IMeasurer
{
    private const string LogName = "senders.log";

    /// <inheritdoc/>
    public async Task MeasureAsync(RunPlan plan, IMeasurementObserver observer, CancellationToken cancellationToken)
    {
        string launchFolder = Directory.CreateDirectory(Path.Combine(plan.Folder, "launches")).FullName;
        try
        {
            await MeasureAsync(plan, launchFolder, observer, cancellationToken);
        }
        finally
        {
            Directory.Delete(launchFolder, recursive: true);
        }
    }

    private static async Task MeasureAsync(RunPlan plan, string launchFolder, IMeasurementObserver observer, CancellationToken cancellationToken)
    {
        string launchPlan = Path.Combine(launchFolder, "plan");
        new LaunchPlan { Folder = launchFolder, Sender = plan.Sender, Payloads = plan.Payloads, Profile = plan.Profile }.Save(launchPlan);
        var book = new MeasurementBook(plan);
        ServerSupervisor server = await ServerSupervisor.StartAsync(plan, cancellationToken);
        await using (server)
        {
            RunEnvironment environment = await EnvironmentProbe.CollectAsync(plan, server.Control, cancellationToken);
            observer.Started(environment);
            var assembler = new MeasurementAssembler(launchFolder, environment.MemoryCopyGBps);
            foreach (PlannedCase planned in plan.Cases.Except(plan.Available))
            {
                observer.Finished(MeasurementAssembler.Unsupported(planned));
            }

            PlannedCase[] cases = Shuffle(plan);
            for (int i = 0; i < cases.Length; i++)
            {
                observer.Starting(cases[i], i + 1, cases.Length);
                Measurement measurement = assembler.Assemble(cases[i], await LaunchAsync(cases[i], launchPlan, server, book, cancellationToken));
                if (measurement.Outcome == Outcome.Failed && cases[i].Strategy.Delivers && !server.IsAlive)
                {
                    measurement = measurement with { Reason = $"the server died: {measurement.Reason}" };
                }

                book.Add(cases[i], measurement);
                observer.Finished(measurement);
            }
        }

        observer.Summary(BenchmarkDotNetFiles.Write(book));
    }

    /// <summary>The cases in an order shuffled with the recorded seed, so that no kind of strategy is always measured last.</summary>
    private static PlannedCase[] Shuffle(RunPlan plan)
    {
        PlannedCase[] cases = [.. plan.Available];
        new Random(plan.OrderSeed).Shuffle(cases);
        return cases;
    }

    /// <summary>Makes the launches of a case until one breaks down; returns what is known of that, for a launch that could not tell itself.</summary>
    private static async Task<string?> LaunchAsync(PlannedCase planned, string launchPlan, ServerSupervisor server, MeasurementBook book, CancellationToken cancellationToken)
    {
        for (int launch = 0; launch < LaunchesOf(planned, book.Plan); launch++)
        {
            try
            {
                await server.EnsureAliveAsync(cancellationToken);
            }
            catch (ServerException)
            {
                // The launch will find no server and say so.
            }

            LaunchOutput output = await SenderProcess.RunAsync(planned, launchPlan, server.Control, cancellationToken);
            book.Add(planned, output);
            await LogAsync(planned, launch + 1, output, book.Plan.Folder);
            if (output.ExitCode != ExitCode.Success)
            {
                return string.Create(CultureInfo.InvariantCulture, $"a sender process ended with exit code {output.ExitCode}; see {LogName}");
            }
        }

        return null;
    }

    private static int LaunchesOf(PlannedCase planned, RunPlan plan) => LaunchJob.Of(planned.Strategy, plan.Profile).Run.LaunchCount;

    private static Task LogAsync(PlannedCase planned, int launch, LaunchOutput output, string folder) => File.AppendAllLinesAsync(
        Path.Combine(folder, LogName),
        [
            string.Create(CultureInfo.InvariantCulture, $"== {planned.Strategy.Id} over {planned.Transport}, {planned.Payload.Label}, launch {launch}: exit code {output.ExitCode}"),
            .. output.Lines,
            .. output.Errors.Length > 0 ? [output.Errors.TrimEnd()] : (string[])[],
        ],
        CancellationToken.None);
}
