using System.Diagnostics;
using System.Globalization;
using FileTransfer.Harness.Launching;
using FileTransfer.Harness.Native;
using FileTransfer.Harness.Processes;
using FileTransfer.Harness.Servers;
using FileTransfer.Results;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Rounds;

/// <summary>
/// Measures in rounds: each round starts a server and measures every case once, in a new sender process under BenchmarkDotNet's engine.
/// </summary>
/// <remarks>
/// Consecutive launches of one case against one server share the drift and the properties of that server, so their intervals
/// underestimated run-to-run variance two- to threefold. In rounds, all cases share them instead.
/// </remarks>
/// <param name="export">Writes BenchmarkDotNet's own files once the run is complete.</param>
internal sealed class SenderMeasurer(Action<MeasurementBook> export) : IMeasurer
{
    private const string LogName = "senders.log";

    /// <inheritdoc/>
    public async Task MeasureAsync(RunPlan plan, IMeasurementObserver observer, CancellationToken cancellationToken)
    {
        var book = new MeasurementBook(plan);
        // Not in the folder of the results: whoever removes that in the middle of a run breaks no launch.
        string launchFolder = Directory.CreateTempSubdirectory("filetransfer-launches-").FullName;
        try
        {
            await MeasureAsync(book, launchFolder, observer, cancellationToken);
        }
        finally
        {
            Remove(launchFolder);
        }

        if (!plan.IsBrief)
        {
            export(book);
        }
    }

    /// <summary>Whatever breaks a run down, such as too few descriptors, can be in the way of this too; it is the reason to tell.</summary>
    private static void Remove(string folder)
    {
        try
        {
            Directory.Delete(folder, recursive: true);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // It is among the temporary files.
        }
    }

    private static async Task MeasureAsync(
        MeasurementBook book,
        string launchFolder,
        IMeasurementObserver observer,
        CancellationToken cancellationToken)
    {
        RunPlan plan = book.Plan;
        long start = Stopwatch.GetTimestamp();
        ServerSupervisor server = await ServerSupervisor.StartAsync(plan, cancellationToken);
        await using (server)
        {
            RunEnvironment environment = await EnvironmentProbe.CollectAsync(plan, server.Control, cancellationToken);
            observer.Started(environment);
            foreach (Measurement unsupported in plan.Resumed is null ? book.Measurements : [])
            {
                observer.Finished(unsupported, round: 1);
            }

            var assembler = new MeasurementAssembler(environment.MemoryCopyGBps, environment.EmptyRoundTrips, plan.Sender.Wait);
            TimeSpan longest = TimeSpan.Zero;
            for (int round = plan.FirstRound; IsDue(plan, round, Stopwatch.GetElapsedTime(start), longest); round++)
            {
                long begin = Stopwatch.GetTimestamp();
                if (round > plan.FirstRound)
                {
                    await server.RenewAsync(cancellationToken);
                }

                CaseBook[] cases = InOrder(book, round);
                for (int i = 0; i < cases.Length; i++)
                {
                    observer.Starting(cases[i].Planned, round, i + 1, cases.Length);
                    await LaunchAsync(cases[i], round, i + 1, launchFolder, server, plan, cancellationToken);
                    if (book.NoteSender(cases[i]) is { } first)
                    {
                        observer.Sent(first);
                    }

                    cases[i].Measurement = Explained(
                        await AssembleAsync(cases[i], assembler, server, plan, cancellationToken),
                        cases[i],
                        server);
                    observer.Finished(cases[i].Measurement!, round);
                }

                observer.Completed(round, book.Measurements);
                TimeSpan elapsed = Stopwatch.GetElapsedTime(begin);
                longest = elapsed > longest ? elapsed : longest;
            }

            if (plan.Rounds > 1 && !plan.IsBrief)
            {
                observer.Examined(await EnvironmentProbe.ExamineAsync(plan, environment, cancellationToken));
            }
        }
    }

    /// <summary>
    /// Assembles the measurement of a case. After a failure, the empty round trip is measured again and the case checked again.
    /// </summary>
    private static async Task<Measurement> AssembleAsync(
        CaseBook entry,
        MeasurementAssembler assembler,
        ServerSupervisor server,
        RunPlan plan,
        CancellationToken cancellationToken)
    {
        Measurement measurement = assembler.Assemble(entry.Planned, entry.Records, entry.Breakdown);
        if (measurement.Outcome != Outcome.Failed || !server.IsAlive)
        {
            return measurement;
        }

        try
        {
            using var control = new ControlClient(server.Control);
            assembler.Note(await EmptyFrame.MeasureAsync(control, [entry.Planned.Transport], plan.Sender, cancellationToken));
        }
        catch (ServerException)
        {
            // Without the server the first failure stands.
        }

        return assembler.Assemble(entry.Planned, entry.Records, entry.Breakdown);
    }

    /// <summary>True when another round is due: within the number of rounds, or when it fits into the budget.</summary>
    private static bool IsDue(RunPlan plan, int round, TimeSpan elapsed, TimeSpan longest) =>
        round == plan.FirstRound || (plan.Budget is { } budget ? elapsed + longest <= budget : round <= plan.Rounds);

    /// <summary>The cases of a round, shuffled with the recorded seed and the round's number; failed cases are not repeated.</summary>
    private static CaseBook[] InOrder(MeasurementBook book, int round)
    {
        // null does no I/O: it measures the harness's own cost, and one launch is enough.
        CaseBook[] cases = [.. book.Cases.Where(entry => !entry.HasFailed && (round == 1 || entry.Planned.Strategy.Delivers))];
        new Random(unchecked((book.Plan.OrderSeed * 31) + round)).Shuffle(cases);
        return cases;
    }

    private static async Task LaunchAsync(
        CaseBook entry,
        int round,
        int position,
        string launchFolder,
        ServerSupervisor server,
        RunPlan plan,
        CancellationToken cancellationToken)
    {
        PlannedCase planned = entry.Planned;
        string launchPlan = Path.Combine(launchFolder, "plan.json");
        string record = Path.Combine(launchFolder, "record.json");
        File.Delete(record);
        var launch = new LaunchPlan
        {
            Strategy = planned.Strategy.Id,
            Payload = planned.Payload,
            Sender = plan.Sender with { Transport = planned.Transport },
            Profile = plan.Profile,
            Round = round,
            Position = position,
            NamesItsRuntime = entry.Outputs.Count == 0,
            Record = record,
        };
        try
        {
            await server.EnsureAliveAsync(cancellationToken);
        }
        catch (ServerException)
        {
            // The launch will fail with the reason that there is no server.
        }

        LaunchOutput output;
        if (planned.Strategy.IsNative)
        {
            (output, LaunchRecord native) = await NativeLaunch.RunAsync(plan.Native!, launch, server.Control, cancellationToken);
            entry.Add(output, native);
        }
        else
        {
            launch.Save(launchPlan);
            output = await SenderProcess.RunAsync(launchPlan, server.Control, cancellationToken);
            entry.Add(output, File.Exists(record) ? LaunchRecord.Load(record) : null);
        }

        if (output.ExitCode != ExitCode.Success)
        {
            await LogAsync(planned, round, output, plan.Folder);
            entry.Breakdown = $"a sender process {SignalledExit.Words(output.ExitCode)}; see {LogName}";
        }
    }

    private static Measurement Explained(Measurement measurement, CaseBook entry, ServerSupervisor server) =>
        measurement.Outcome == Outcome.Failed && entry.Planned.Strategy.Delivers && !server.IsAlive
            ? measurement with { Reason = $"the server died: {measurement.Reason}" }
            : measurement;

    /// <summary>Logs the output of a sender that failed.</summary>
    private static Task LogAsync(PlannedCase planned, int round, LaunchOutput output, string folder) => File.AppendAllLinesAsync(
        Path.Combine(Directory.CreateDirectory(folder).FullName, LogName),
        [
            string.Create(
                CultureInfo.InvariantCulture,
                $"== {planned.Strategy.Id} over {planned.Transport}, {planned.Payload.Label}, round {round}: exit code {output.ExitCode}"),
            .. output.Lines,
            .. output.Errors.Length > 0 ? [output.Errors.TrimEnd()] : (string[])[],
        ],
        CancellationToken.None);
}
