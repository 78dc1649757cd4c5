using FileTransfer.Results.Statistics;

namespace FileTransfer.Results.Analysis;

/// <summary>
/// The races of a run, one for each size and group, held again from its rounds: at the same looks, a run and whoever reads its results
/// come to the same answers. None is held under an imitation.
/// </summary>
internal sealed class Races
{
    /// <summary>Share of the runs in which any statement about who is the fastest, or as fast, may be wrong.</summary>
    public const double ErrorRate = 0.05;

    /// <summary>The margin of a run that did not record one, by its profile.</summary>
    private const double UsualMargin = 0.1;
    private const double MarginOfFull = 0.03;
    private const string Full = "full";

    private static readonly ComputedOnce<RunResult, Races> s_known = new(run => new Races(run, hasEnded: true));

    private readonly RunResult _run;
    private readonly Dictionary<(long SizeBytes, ComparedGroup Group), GroupRace> _races;

    private Races(RunResult run, bool hasEnded)
    {
        _run = run;
        PairedRounds rounds = PairedRounds.Of(run);
        (long, ComparedGroup Group, int[] Places)[] groups =
        [
            .. Enumerable.Range(0, rounds.Measured.Count)
                .Where(place => run.Environment.Emulation is null
                    && Verdicts.Competes(rounds.Measured[place])
                    && !Twins.IsOne(run, rounds.Measured[place]))
                .GroupBy(place => (rounds.Measured[place].SizeBytes, Group: Verdicts.GroupOf(run, rounds.Measured[place])))
                .Select(group => (group.Key.SizeBytes, group.Key.Group, group.ToArray()))
                .Where(group => group.Item3.Length > 1),
        ];
        (int Rounds, double Share)[] looks = [.. LooksOf(run.Run, rounds.Numbers, hasEnded)];
        _races = groups
            .AsParallel()
            .Select(group => (
                group.Item1,
                group.Group,
                Race: Hold(rounds, group.Places, looks, MarginOf(run.Run), ErrorRate / groups.Length)))
            .ToDictionary(group => (group.Item1, group.Group), group => group.Race);
    }

    /// <summary>True when there are races, and all are decided.</summary>
    public bool AreDecided => Count > 0 && Decided == Count;

    /// <summary>Number of races.</summary>
    public int Count => _races.Count;

    /// <summary>Number of those that are decided.</summary>
    public int Decided => _races.Values.Count(race => race.Race.DecidedAfter is not null);

    /// <summary>The races of a run that has ended, computed once.</summary>
    public static Races Of(RunResult run) => s_known.Of(run.Whole);

    /// <summary>The races of a run that goes on: without the look at its end.</summary>
    public static Races OnTheWay(RunResult run) => new(run, hasEnded: false);

    /// <summary>Difference that does not matter, as a share of the time.</summary>
    public static double MarginOf(RunInfo run) => run.Margin ?? (run.Profile == Full ? MarginOfFull : UsualMargin);

    /// <summary>The race of a size and group; null where fewer than two strategies were measured.</summary>
    public GroupRace? In(long sizeBytes, ComparedGroup group) => _races.GetValueOrDefault((sizeBytes, group));

    /// <summary>
    /// False when further rounds of a measurement would answer nothing: its race is decided, or it has left it.
    /// </summary>
    public bool Needs(Measurement measurement)
    {
        if (In(measurement.SizeBytes, Verdicts.GroupOf(_run, measurement)) is not { } race)
        {
            return true;
        }

        int place = race.PlaceOf(measurement);
        return race.Race.DecidedAfter is null && (place < 0 || !race.Race.Standings[place].HasLeft);
    }

    /// <summary>True for a measurement whose race is decided.</summary>
    public bool IsDecided(Measurement measurement) =>
        In(measurement.SizeBytes, Verdicts.GroupOf(_run, measurement)) is { Race.DecidedAfter: not null };

    /// <summary>True for a measurement that left its race because it was proven to be slower.</summary>
    public static bool HasLeft(RunResult run, Measurement measurement) =>
        Of(run).In(measurement.SizeBytes, Verdicts.GroupOf(run, measurement)) is { } race
        && race.PlaceOf(measurement) is >= 0 and int place && race.Race.Standings[place].HasLeft;

    /// <summary>The looks at a run: numbers of rounds, and the share of the error rate that each may spend.</summary>
    private static IEnumerable<(int Rounds, double Share)> LooksOf(RunInfo run, int[] numbers, bool hasEnded)
    {
        int last = numbers.Length == 0 ? 0 : numbers[^1];
        List<(int Rounds, double Share)> looks = [];
        if (run.IsRace)
        {
            looks.AddRange(InterimLooks.Rounds
                .Select((rounds, look) => (rounds, InterimLooks.ShareOf(look)))
                .Where(look => look.rounds <= last));
        }

        looks.AddRange(run.Ends.Select((rounds, time) => (rounds, ShareOfEnd(run, time))));
        if (hasEnded)
        {
            looks.Add((last, ShareOfEnd(run, run.Ends.Count)));
        }

        return looks
            .OrderBy(look => look.Rounds)
            .Select(look => (numbers.Count(number => number <= look.Rounds), look.Share));
    }

    private static double ShareOfEnd(RunInfo run, int time) =>
        time == 0 && !run.IsRace ? InterimLooks.ShareOfFixedEnd : InterimLooks.ShareOfEnd(time);

    private static GroupRace Hold(
        PairedRounds rounds, int[] places, (int Rounds, double Share)[] looks, double margin, double errorRate)
    {
        var differences = new IReadOnlyList<double>[places.Length, places.Length];
        for (int one = 0; one < places.Length; one++)
        {
            for (int other = one + 1; other < places.Length; other++)
            {
                differences[one, other] = rounds.Differences(places[one], places[other]);
            }
        }

        var race = new Race(differences, margin, errorRate);
        foreach ((int number, double share) in looks.Where(look => InterimLooks.IsDue(look.Rounds, places.Length)))
        {
            race.Look(number, share);
        }

        return new GroupRace([.. places.Select(place => rounds.Measured[place])], race);
    }
}
