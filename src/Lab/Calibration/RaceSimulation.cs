using FileTransfer.Results.Statistics;

namespace FileTransfer.Lab.Calibration;

/// <summary>Races of strategies whose true times are known: how often is a statement wrong, and when is the answer there?</summary>
/// <remarks>
/// A run has eight races, as a default run has: four sizes on one processor, and four on two processors. All races of a run share the error
/// rate, and a run counts as wrong once, however many of its statements are.
/// </remarks>
internal static class RaceSimulation
{
    private const double ErrorRate = 0.05;
    private const int Seed = 20261127;

    /// <summary>How far apart the strategies behind the second are, as a share of the time.</summary>
    private const double Behind = 0.3;

    /// <summary>Number of races in each placement.</summary>
    private const int Sizes = 4;

    /// <summary>Margins and lengths of the two profiles, the length as a number of rounds that fits into the budget.</summary>
    private static readonly (string Profile, double Margin, int Rounds)[] s_profiles = [("quick", 0.1, 9), ("full", 0.03, 40)];

    private static readonly int[] s_strategies = [2, 4, 30];
    private static readonly double[] s_gaps = [0, 0.01, 0.03, 0.05, 0.1, 0.2];

    /// <summary>All combinations of profile, noise, number of strategies and lead of the first.</summary>
    /// <param name="runs">Number of simulated runs for each; a fifth of it with thirty strategies.</param>
    /// <param name="stock">Measured rounds to replay; none replays nothing.</param>
    public static IEnumerable<RaceEntry> All(int runs, IReadOnlyList<MeasuredRounds> stock) =>
        from profile in s_profiles
        from noise in stock.Count == 0 ? RaceNoise.Simulated : [.. RaceNoise.Simulated, RaceNoise.Replayed(stock)]
        from strategies in s_strategies
        where strategies <= noise.MostStrategies
        from gap in s_gaps
        select Of(profile, noise, strategies, gap, strategies == s_strategies[^1] ? runs / 5 : runs);

    private static RaceEntry Of((string Name, double Margin, int Rounds) profile, RaceNoise noise, int strategies, double gap, int runs)
    {
        int wrong = 0;
        var races = new (bool IsAnswered, int? DecidedAfter)[runs][];
        double[] truth = Truth(strategies, gap);
        Parallel.For(0, runs, run =>
        {
            var random = new Random(HashCode.Combine(Seed, run));
            Race[] held =
            [
                .. Enumerable.Range(0, 2 * Sizes).Select(
                    race => Hold(Times(truth, noise.Draw(random, strategies, profile.Rounds, race >= Sizes)), profile)),
            ];
            races[run] = Array.ConvertAll(held, race => (IsAnswered(race), race.DecidedAfter));
            Interlocked.Add(ref wrong, held.Any(race => IsWrong(race, truth, profile.Margin)) ? 1 : 0);
        });
        (bool IsAnswered, int? DecidedAfter)[] same = [.. races.SelectMany(run => run.Take(Sizes))];
        (bool IsAnswered, int? DecidedAfter)[] split = [.. races.SelectMany(run => run.Skip(Sizes))];
        return new RaceEntry(
            profile.Name, noise.Name, strategies, gap, runs, wrong,
            same.Average(race => race.IsAnswered ? 1 : 0),
            split.Average(race => race.IsAnswered ? 1 : 0),
            same.Average(race => race.DecidedAfter is null ? 0 : 1),
            split.Average(race => race.DecidedAfter is null ? 0 : 1),
            Median([.. same.Select(race => race.DecidedAfter)]),
            Median([.. split.Select(race => race.DecidedAfter)]));
    }

    private static int? Median(int?[] rounds) => rounds.Order(Comparer<int?>.Create((one, other) =>
        (one ?? int.MaxValue).CompareTo(other ?? int.MaxValue))).ElementAt(rounds.Length / 2);

    /// <summary>Logarithms of the true times: the first is the fastest, the second follows at the gap, the others far behind.</summary>
    private static double[] Truth(int strategies, double gap) =>
        [.. Enumerable.Range(0, strategies).Select(
            strategy => strategy == 0 ? 0 : Math.Log(1 + gap) + (strategy > 1 && gap > 0 ? Math.Log(1 + Behind) * (strategy % 3) : 0))];

    private static double[][] Times(double[] truth, double[][] noise) =>
        [.. truth.Zip(noise, (time, rounds) => Array.ConvertAll(rounds, round => time + round))];

    private static Race Hold(double[][] times, (string Name, double Margin, int Rounds) profile)
    {
        var differences = new IReadOnlyList<double>[times.Length, times.Length];
        for (int one = 0; one < times.Length; one++)
        {
            for (int other = one + 1; other < times.Length; other++)
            {
                differences[one, other] = [.. times[one].Zip(times[other], (first, second) => first - second)];
            }
        }

        var race = new Race(differences, profile.Margin, ErrorRate / (2 * Sizes));
        for (int look = 0; look < InterimLooks.Rounds.Count && InterimLooks.Rounds[look] < profile.Rounds; look++)
        {
            if (InterimLooks.IsDue(InterimLooks.Rounds[look], times.Length))
            {
                race.Look(InterimLooks.Rounds[look], InterimLooks.ShareOf(look));
            }
        }

        race.Look(profile.Rounds, InterimLooks.ShareOfEnd(resumed: 0));
        return race;
    }

    /// <summary>True when the best is said to be slower than another, or one is said to be as fast that is not.</summary>
    private static bool IsWrong(Race race, double[] truth, double margin) => Enumerable.Range(0, truth.Length).Any(strategy =>
        truth[strategy] == 0 ? !race.Standings[strategy].MayBeBest : race.IsAsFast(strategy) && truth[strategy] > Math.Log(1 + margin));

    /// <summary>True when one can be named that is at most the margin slower than the best.</summary>
    private static bool IsAnswered(Race race) => Enumerable.Range(0, race.Standings.Count).Any(race.IsAsFast);
}
