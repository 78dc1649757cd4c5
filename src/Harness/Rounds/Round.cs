using System.Globalization;
using FileTransfer.Results;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Processes;
using FileTransfer.Senders.Servers;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Harness.Rounds;

/// <summary>
/// Rounds: in each, new sender processes with new servers go through all sizes and placements, and take turns at each of them.
/// </summary>
/// <remarks>
/// Launches one after another are seconds apart, and a machine changes within seconds. Senders that take turns of some milliseconds share
/// what changes, so that a difference between them is theirs. What two processes differ in by themselves only new processes show:
/// so rounds are what is counted, not turns.
/// </remarks>
/// <param name="run">The results so far.</param>
/// <param name="server">Provides the server of the run.</param>
/// <param name="launchers">What starts senders.</param>
/// <param name="progress">Told about every launch.</param>
/// <param name="gate">Asked before every step.</param>
internal sealed class Round(
    RunSoFar run, ServerSupervisor server, IReadOnlyList<ILauncher> launchers, RunProgress progress, Gate gate)
{
    private const string LogName = "senders.log";

    private readonly MeasurementAssembler _assembler = new(run.Environment!, run.Plan.Sender.Wait);
    private int _position;

    /// <summary>Measures every case that has not failed yet.</summary>
    /// <param name="number">Number of the round, from 1.</param>
    /// <param name="cancellationToken">Ends it; the round is not complete then.</param>
    public async Task MeasureAsync(int number, CancellationToken cancellationToken)
    {
        var random = new Random(unchecked((run.Plan.OrderSeed * 31) + number));
        // null does no I/O: it measures the harness's own cost, and one launch is enough.
        CaseSoFar[] cases =
        [
            .. run.Cases.Where(one => !run.HasFailed(one) && (number == 1 || one.Planned.Strategy.Delivers) && IsNeeded(one)),
        ];
        progress.BeginRound(number, cases.Length);
        _position = 0;
        foreach (SenderGroup group in run.Plan.Groups)
        {
            await MeasureAsync(group, [.. cases.Where(one => group.Includes(one.Planned))], number, random, cancellationToken);
        }
    }

    /// <summary>
    /// True for a case that is still open, and for the sender that groups are compared by as long as any of them is.
    /// </summary>
    private bool IsNeeded(CaseSoFar one) => run.Needs(one) || (run.Plan.Groups.Any(group => group.IsReference(one.Planned))
        && run.Cases.Any(other => other.Planned.Payload == one.Planned.Payload && other.Planned.Placement == one.Planned.Placement
            && other.Planned.Strategy.Delivers && !run.HasFailed(other) && run.Needs(other)));

    /// <summary>Measures the cases of a group of senders: all are started, and end with it.</summary>
    private async Task MeasureAsync(
        SenderGroup group, CaseSoFar[] cases, int number, Random random, CancellationToken cancellationToken)
    {
        Dictionary<(string, string), RoundSender> senders = cases
            .Select(one => (one.Planned.Strategy, one.Planned.Transport))
            .DistinctBy(one => (one.Strategy.Id, one.Transport))
            .ToDictionary(
                one => (one.Strategy.Id, one.Transport),
                one => new RoundSender(
                    run.Plan, launchers.First(launcher => launcher.Launches(one.Strategy)), one.Strategy, one.Transport, server));
        try
        {
            await Parallel.ForEachAsync(
                cases.DistinctBy(one => (one.Planned.Strategy.Id, one.Planned.Transport)),
                new ParallelOptions { MaxDegreeOfParallelism = MostTogether(), CancellationToken = cancellationToken },
                async (one, cancellation) => await senders[(one.Planned.Strategy.Id, one.Planned.Transport)]
                    .RehearseAsync(PlanOf(one, number, position: 1) with { NamesItsRuntime = true }, cancellation));
            // A file in one placement after the other: what is verified and compiled for the first holds for the next.
            foreach (CaseSoFar[] some in InRandomOrder(cases, one => one.Payload, random)
                .SelectMany(sameFile => InRandomOrder(sameFile, one => one.Placement, random)))
            {
                await MeasureTogetherAsync(
                    group,
                    [.. some.Select(one => (one, senders[(one.Planned.Strategy.Id, one.Planned.Transport)]))],
                    number,
                    random,
                    cancellationToken);
            }
        }
        finally
        {
            await Task.WhenAll(senders.Values.Select(sender => sender.DisposeAsync().AsTask()));
        }
    }

    /// <summary>Cases that have a property in common, together; what they have in common is in a random order.</summary>
    private static CaseSoFar[][] InRandomOrder<T>(CaseSoFar[] cases, Func<PlannedCase, T> property, Random random)
    {
        CaseSoFar[][] together = [.. cases.GroupBy(one => property(one.Planned)).Select(group => group.ToArray())];
        random.Shuffle(together);
        return together;
    }

    /// <summary>
    /// Measures cases of one size and placement. When a server dies meanwhile, what was measured is void, and once repeated.
    /// </summary>
    private async Task MeasureTogetherAsync(
        SenderGroup group,
        (CaseSoFar Case, RoundSender Sender)[] cases,
        int number,
        Random random,
        CancellationToken cancellationToken)
    {
        using var copy = SharedCopy.For([.. cases.Select(one => one.Case.Planned)], run.Plan.Sender.Cache);
        var turns = new RoundTurns(
            run.Plan,
            gate,
            one => PlanOf(one, number, ++_position) with { Payload = copy?.Of(one.Planned) ?? one.Planned.Payload });
        FinishedLaunch[] launches = await turns.TakeAsync(cases, random, cancellationToken);
        if (cases.FirstOrDefault(one => one.Sender.HasLostItsServer) is { Case: { } lost })
        {
            progress.Void(lost.Planned, number);
            launches = await turns.TakeAsync(cases, random, cancellationToken);
        }

        IReadOnlyList<Turn>? reference = cases
            .Zip(launches)
            .Where(one => group.IsReference(one.First.Case.Planned))
            .Select(one => one.Second.Record?.Launch?.Turns)
            .FirstOrDefault();
        for (int i = 0; i < cases.Length; i++)
        {
            (CaseSoFar one, RoundSender sender) = cases[i];
            if (!group.Counts(one.Planned) && launches[i].IsProven)
            {
                // What it says about the others is with them.
                continue;
            }

            one.Add(launches[i].In(group.Number, reference));
            if (!launches[i].HasEndedWell)
            {
                await LogAsync(one.Planned, number, launches[i].Output);
                one.BreakDown($"a sender process {SignalledExit.Words(launches[i].Output.ExitCode)}; see {LogName}");
            }

            run.NoteSender(one);
            Measurement measurement = await AssembleAsync(one, sender.HasLostItsServer, cancellationToken);
            run.Add(measurement);
            progress.Measured(one.Planned, measurement, number);
        }
    }

    /// <summary>
    /// Senders that rehearse at the same time: one where a file is to be cold, which it is not when somebody else reads it, and where they
    /// share a server, which counts for one at a time.
    /// </summary>
    private int MostTogether() =>
        run.Plan.Server is not null
        || run.Plan.Sender.Cache != CacheMode.Warm
        || run.Cases.Any(one => one.Planned.Strategy.Dimensions.Cache is not null)
            ? 1
            : Environment.ProcessorCount;

    private LaunchPlan PlanOf(CaseSoFar one, int number, int position) => new()
    {
        Strategy = one.Planned.Strategy.Id,
        StrategiesFrom = run.Plan.StrategiesFrom?.File,
        Payload = one.Planned.Payload,
        Sender = one.Planned.Placement.Of(run.Plan.Sender) with { Transport = one.Planned.Transport },
        Profile = run.Plan.Profile,
        Round = number,
        Position = position,
        NamesItsRuntime = one.Outputs.Count == 0,
    };

    /// <summary>
    /// Assembles the measurement of a case. After a failure, the empty round trip is measured again and the case checked again.
    /// </summary>
    private async Task<Measurement> AssembleAsync(CaseSoFar one, bool hasLostItsServer, CancellationToken cancellationToken)
    {
        Measurement measurement = _assembler.Assemble(one.Planned, one.Records, one.Breakdown);
        if (measurement.Outcome != Outcome.Failed)
        {
            return measurement;
        }

        if (hasLostItsServer)
        {
            return measurement with { Reason = $"the server died: {measurement.Reason}" };
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
