using System.Globalization;
using FileTransfer.Harness.Launching;
using FileTransfer.Harness.Processes;
using FileTransfer.Harness.Servers;
using FileTransfer.Results;

namespace FileTransfer.Harness.Rounds;

/// <summary>Rounds: each measures every case once, in a new sender process, in an order of its own.</summary>
/// <remarks>
/// Consecutive launches of one case against one server share the drift and the properties of that server, so their intervals
/// underestimated run-to-run variance two- to threefold. In rounds, all cases share them instead.
/// </remarks>
/// <param name="run">The results so far.</param>
/// <param name="server">Provides the server.</param>
/// <param name="launchers">What starts senders.</param>
/// <param name="progress">Told about every launch.</param>
internal sealed class Round(
    RunSoFar run, ServerSupervisor server, IReadOnlyList<ILauncher> launchers, RunProgress progress)
{
    private const string LogName = "senders.log";

    private readonly MeasurementAssembler _assembler = new(run.Environment!, run.Plan.Sender.Wait);

    /// <summary>Measures every case that has not failed yet.</summary>
    /// <param name="number">Number of the round, from 1.</param>
    /// <param name="cancellationToken">Ends it; the round is not complete then.</param>
    public async Task MeasureAsync(int number, CancellationToken cancellationToken)
    {
        CaseSoFar[] cases = InOrder(number);
        for (int i = 0; i < cases.Length; i++)
        {
            CaseSoFar one = cases[i];
            progress.Launching(one.Planned, number, i + 1, cases.Length);
            await LaunchAsync(one, number, i + 1, cancellationToken);
            run.NoteSender(one);
            Measurement measurement = await AssembleAsync(one, cancellationToken);
            run.Add(measurement);
            progress.Measured(measurement, number);
        }
    }

    /// <summary>The cases, shuffled with the recorded seed and the round's number; failed cases are not repeated.</summary>
    private CaseSoFar[] InOrder(int number)
    {
        // null does no I/O: it measures the harness's own cost, and one launch is enough.
        CaseSoFar[] cases = [.. run.Cases.Where(one => !run.HasFailed(one) && (number == 1 || one.Planned.Strategy.Delivers))];
        new Random(unchecked((run.Plan.OrderSeed * 31) + number)).Shuffle(cases);
        return cases;
    }

    private async Task LaunchAsync(CaseSoFar one, int number, int position, CancellationToken cancellationToken)
    {
        PlannedCase planned = one.Planned;
        var plan = new LaunchPlan
        {
            Strategy = planned.Strategy.Id,
            Payload = planned.Payload,
            Sender = run.Plan.Sender with { Transport = planned.Transport },
            Profile = run.Plan.Profile,
            Round = number,
            Position = position,
            NamesItsRuntime = one.Outputs.Count == 0,
        };
        try
        {
            await server.EnsureAliveAsync(cancellationToken);
        }
        catch (ServerException)
        {
            // The launch will fail with the reason that there is no server.
        }

        ILauncher launcher = launchers.First(candidate => candidate.Launches(planned.Strategy));
        FinishedLaunch launch = await launcher.RunAsync(plan, server.Control, cancellationToken);
        one.Add(launch);
        if (!launch.HasEndedWell)
        {
            await LogAsync(planned, number, launch.Output);
            one.Breakdown = $"a sender process {SignalledExit.Words(launch.Output.ExitCode)}; see {LogName}";
        }
    }

    /// <summary>
    /// Assembles the measurement of a case. After a failure, the empty round trip is measured again and the case checked again.
    /// </summary>
    private async Task<Measurement> AssembleAsync(CaseSoFar one, CancellationToken cancellationToken)
    {
        Measurement measurement = _assembler.Assemble(one.Planned, one.Records, one.Breakdown);
        if (measurement.Outcome != Outcome.Failed)
        {
            return measurement;
        }

        if (!server.IsAlive)
        {
            return one.Planned.Strategy.Delivers
                ? measurement with { Reason = $"the server died: {measurement.Reason}" }
                : measurement;
        }

        try
        {
            using var control = new ControlClient(server.Control);
            _assembler.Note(await EmptyFrame.MeasureAsync(control, [one.Planned.Transport], run.Plan.Sender, cancellationToken));
        }
        catch (ServerException)
        {
            // Without the server the first failure stands.
        }

        return _assembler.Assemble(one.Planned, one.Records, one.Breakdown);
    }

    /// <summary>Logs the output of a sender that failed.</summary>
    private Task LogAsync(PlannedCase planned, int number, LaunchOutput output) => File.AppendAllLinesAsync(
        Path.Combine(Directory.CreateDirectory(run.Plan.Folder).FullName, LogName),
        [
            string.Create(
                CultureInfo.InvariantCulture,
                $"== {planned.Strategy.Id} over {planned.Transport}, {planned.Payload.Label}, round {number}: exit code {output.ExitCode}"),
            .. output.Lines,
            .. output.Errors.Length > 0 ? [output.Errors.TrimEnd()] : (string[])[],
        ],
        CancellationToken.None);
}
