using System.Globalization;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Rounds;

/// <summary>
/// Shows the progress of a run: a table on a terminal; otherwise every case of the first round, and then a line per round.
/// </summary>
/// <param name="plan">The run.</param>
/// <param name="output">Where lines go without a table.</param>
/// <param name="table">The table, or null.</param>
internal sealed class RunProgress(RunPlan plan, TextWriter output, LiveTable? table = null)
{
    private readonly int _widest = plan.Available.Select(planned => NameIn(plan, planned).Length).DefaultIfEmpty(0).Max();
    private DateTimeOffset _firstLaunch;
    private DateTimeOffset _roundStarted;
    private int _launches;
    private int _position;

    /// <summary>The server is running; this is what is going to be done.</summary>
    /// <param name="isOver">True when a race that is resumed has nothing left to answer.</param>
    public void Begin(bool isOver = false)
    {
        if (SenderGroup.Words(plan) is { } groups)
        {
            Say(groups);
        }

        int there = plan.FirstRound - 1;
        int rounds = plan.Rounds - there;
        if (isOver)
        {
            Say($"every answer of the {Rounded(there)} there are is known: there is nothing to add");
            return;
        }

        string after = there > 0 ? $", after the {Rounded(there)} there are" : "";
        Say(plan is { IsRace: true, Budget: { } budget }
            ? $"a race of {Minutes(budget)} at most{after}, {plan.Available.Count} launches in the first round; who is proven to be slower "
                + "leaves it, and a size is done when its answer is known"
            : $"{(plan.Budget is { } time ? $"rounds for {Minutes(time)}" : Rounded(rounds))}{after}, "
                + $"{plan.Available.Count} launches in the first; about {Minutes(plan.Budget ?? plan.RoundEstimate * rounds)}");
    }

    /// <summary>A round begins.</summary>
    /// <param name="round">Round, from 1.</param>
    /// <param name="launches">Number of its launches.</param>
    public void BeginRound(int round, int launches)
    {
        _roundStarted = DateTimeOffset.UtcNow;
        _firstLaunch = round == plan.FirstRound ? _roundStarted : _firstLaunch;
        (_launches, _position) = (launches, 0);
    }

    /// <summary>A server died while cases took turns with this one: all their turns are void, and repeated.</summary>
    public void Void(PlannedCase planned, int round) => Say(string.Create(
        CultureInfo.InvariantCulture,
        $"the server of {NameIn(plan, planned)} died in round {round} at {planned.Payload.Label}: the turns there are void and repeated"));

    /// <summary>A launch has ended; this is the measurement of its case so far.</summary>
    public void Measured(PlannedCase planned, Measurement measurement, int round)
    {
        string result = measurement.Statistics is { } statistics
            ? $"p50 {new Nanoseconds(statistics.P50)}"
            : $"FAILED: {measurement.Reason}";
        table?.Measured(planned, measurement);
        if (round == 1 && table is null)
        {
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"[{++_position,3}/{_launches}] {planned.Payload.Label,5} {NameIn(plan, planned).PadRight(_widest)}  {result}"));
        }
        else if (measurement.Outcome == Outcome.Failed)
        {
            Say($"{measurement.Strategy} over {measurement.Transport}, {new ByteSize(measurement.SizeBytes)}: {result}");
        }
    }

    /// <summary>A round is complete.</summary>
    /// <param name="round">The round.</param>
    /// <param name="run">The results so far.</param>
    public void Complete(int round, RunSoFar run)
    {
        foreach (CaseSoFar done in run.Cases.Where(one => !run.Needs(one)))
        {
            Measurement measurement = run.MeasurementOf(done)!;
            table?.Measured(done.Planned, measurement, run.Races!.IsDecided(measurement) ? "done" : "left");
        }

        DateTimeOffset now = DateTimeOffset.UtcNow;
        TimeSpan left = plan.Budget is { } budget
            ? budget - (now - _firstLaunch)
            : (now - _firstLaunch) / (round - plan.FirstRound + 1) * (plan.Rounds - round);
        string rest = left > TimeSpan.Zero ? $"  (about {Minutes(left)} left)" : "";
        string line = string.Create(
            CultureInfo.InvariantCulture,
            $"round {round}{(plan.Budget is null ? $" of {plan.Rounds}" : "")}: {(now - _roundStarted).TotalSeconds:0.0} s{rest}"
            + $"{(run.Races is { Count: > 0 } races ? $"; known: {races.Decided} of {races.Count} answers" : "")}");
        if (table is null)
        {
            output.WriteLine(line);
            return;
        }

        table.Note(line);
    }

    /// <summary>Measures, and shows the table meanwhile where there is one.</summary>
    public Task ShowAsync(Func<Task> measure) => table is null ? measure() : table.ShowAsync(measure);

    /// <summary>Something that happened.</summary>
    public void Say(string line)
    {
        if (table is null)
        {
            output.WriteLine(line);
            return;
        }

        table.Say(line);
    }

    private static string Minutes(TimeSpan time) =>
        string.Create(CultureInfo.InvariantCulture, $"{(int)time.TotalMinutes}:{time.Seconds:00}");

    private static string Rounded(int rounds) => rounds == 1 ? "1 round" : string.Create(CultureInfo.InvariantCulture, $"{rounds} rounds");

    private static string NameIn(RunPlan plan, PlannedCase planned) =>
        (plan.Placements.Count == 1 ? "" : $"{planned.Placement.Name,-5} ")
        + planned.Strategy.Id
        + (plan.Transports.Count == 1 || !planned.Strategy.Delivers ? "" : $" over {planned.Transport}");
}
