using System.Globalization;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Rounds;

/// <summary>Prints the progress of a run: every case of the first round, then a line per round.</summary>
internal sealed class RunProgress(RunPlan plan, TextWriter output)
{
    private readonly int _widest = plan.Available.Select(planned => NameIn(plan, planned).Length).DefaultIfEmpty(0).Max();
    private DateTimeOffset _firstLaunch;
    private DateTimeOffset _roundStarted;
    private int _launches;
    private int _position;

    /// <summary>The server is running; this is what is going to be done.</summary>
    public void Begin(RunEnvironment environment)
    {
        foreach (string warning in environment.Warnings)
        {
            output.WriteLine($"warning: {warning}");
        }

        if (SenderGroup.Words(plan) is { } groups)
        {
            output.WriteLine(groups);
        }

        int there = plan.FirstRound - 1;
        int rounds = plan.Rounds - there;
        string after = there > 0 ? $", after the {Rounded(there)} there are" : "";
        output.WriteLine(plan is { IsRace: true, Budget: { } budget }
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
    public void Void(PlannedCase planned, int round) => output.WriteLine(string.Create(
        CultureInfo.InvariantCulture,
        $"the server of {NameIn(plan, planned)} died in round {round} at {planned.Payload.Label}: the turns there are void and repeated"));

    /// <summary>A launch has ended; this is the measurement of its case so far.</summary>
    public void Measured(PlannedCase planned, Measurement measurement, int round)
    {
        string result = measurement.Statistics is { } statistics
            ? $"p50 {new Nanoseconds(statistics.P50)}"
            : $"FAILED: {measurement.Reason}";
        if (round == 1)
        {
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"[{++_position,3}/{_launches}] {planned.Payload.Label,5} {NameIn(plan, planned).PadRight(_widest)}  {result}"));
        }
        else if (measurement.Outcome == Outcome.Failed)
        {
            output.WriteLine($"{measurement.Strategy} over {measurement.Transport}, {new ByteSize(measurement.SizeBytes)}: {result}");
        }
    }

    /// <summary>A round is complete.</summary>
    /// <param name="round">The round.</param>
    /// <param name="races">What is known after it; null without a race.</param>
    public void Complete(int round, Races? races)
    {
        DateTimeOffset now = DateTimeOffset.UtcNow;
        TimeSpan left = plan.Budget is { } budget
            ? budget - (now - _firstLaunch)
            : (now - _firstLaunch) / (round - plan.FirstRound + 1) * (plan.Rounds - round);
        string rest = left > TimeSpan.Zero ? $"  (about {Minutes(left)} left)" : "";
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"round {round}{(plan.Budget is null ? $" of {plan.Rounds}" : "")}: {(now - _roundStarted).TotalSeconds:0.0} s{rest}"
            + $"{(races is { Count: > 0 } ? $"; known: {races.Decided} of {races.Count} answers" : "")}"));
    }

    private static string Minutes(TimeSpan time) =>
        string.Create(CultureInfo.InvariantCulture, $"{(int)time.TotalMinutes}:{time.Seconds:00}");

    private static string Rounded(int rounds) => rounds == 1 ? "1 round" : string.Create(CultureInfo.InvariantCulture, $"{rounds} rounds");

    private static string NameIn(RunPlan plan, PlannedCase planned) =>
        (plan.Placements.Count == 1 ? "" : $"{planned.Placement.Name,-5} ")
        + planned.Strategy.Id
        + (plan.Transports.Count == 1 || !planned.Strategy.Delivers ? "" : $" over {planned.Transport}");
}
