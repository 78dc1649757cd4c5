using FileTransfer.Results.Statistics;

namespace FileTransfer.Lab.Calibration;

/// <summary>Races of strategies whose true times are known: how often is a statement wrong, and when is the answer there?</summary>
/// <remarks>
/// A run has eight races, as a default run has: four sizes, with standard deviations of a round as on one processor and as with a processor
/// each. All races of a run share the error rate, and a run counts as wrong once, however many of its statements are.
/// </remarks>
internal static class RaceSimulation
{
    private const double ErrorRate = 0.05;
    private const int Seed = 20261127;

    /// <summary>How far apart the strategies behind the second are, as a share of the time.</summary>
    private const double Behind = 0.3;

    /// <summary>Standard deviations of the difference of two strategies in a round, on one processor and on two processors.</summary>
    private static readonly double[] s_deviations = [0.02, 0.02, 0.02, 0.02, 0.08, 0.08, 0.08, 0.08];

    /// <summary>Margins and lengths of the two profiles, the length as a number of rounds that fits into the budget.</summary>
    private static readonly (string Profile, double Margin, int Rounds)[] s_profiles = [("quick", 0.1, 9), ("full", 0.03, 40)];

    private static readonly int[] s_strategies = [2, 4, 30];
    private static readonly double[] s_gaps = [0, 0.01, 0.03, 0.05, 0.1, 0.2];

    /// <summary>All combinations of profile, noise, number of strategies and lead of the first.</summary>
    /// <param name="runs">Number of simulated runs for each; a fifth of it with thirty strategies.</param>
    public static IEnumerable<RaceEntry> All(int runs) =>
        from profile in s_profiles
        from noise in RaceNoise.All
        from strategies in s_strategies
        from gap in s_gaps
        select Of(profile, noise, strategies, gap, strategies == s_strategies[^1] ? runs / 5 : runs);

    private static RaceEntry Of((string Name, double Margin, int Rounds) profile, RaceNoise noise, int strategies, double gap, int runs)
    {
        int wrong = 0;
        int[] answered = new int[s_deviations.Length];
        int[] decided = new int[s_deviations.Length];
        Parallel.For(0, runs, run =>
        {
            var random = new Random(HashCode.Combine(Seed, run));
            bool isWrong = false;
            for (int race = 0; race < s_deviations.Length; race++)
            {
                double[] truth = Truth(strategies, gap);
                Race over = Hold(Rounds(truth, s_deviations[race] / Math.Sqrt(2), noise, profile.Rounds, random), profile);
                isWrong |= IsWrong(over, truth, profile.Margin);
                Interlocked.Add(ref answered[race], IsAnswered(over) ? 1 : 0);
                Interlocked.Add(ref decided[race], over.DecidedAfter is not null ? 1 : 0);
            }

            Interlocked.Add(ref wrong, isWrong ? 1 : 0);
        });
        int half = s_deviations.Length / 2;
        return new RaceEntry(
            profile.Name, noise.Name, strategies, gap, runs, wrong,
            answered.Take(half).Sum() / (double)(runs * half),
            answered.Skip(half).Sum() / (double)(runs * half),
            decided.Take(half).Sum() / (double)(runs * half),
            decided.Skip(half).Sum() / (double)(runs * half));
    }

    /// <summary>Logarithms of the true times: the first is the fastest, the second follows at the gap, the others far behind.</summary>
    private static double[] Truth(int strategies, double gap) =>
        [.. Enumerable.Range(0, strategies).Select(
            strategy => strategy == 0 ? 0 : Math.Log(1 + gap) + (strategy > 1 && gap > 0 ? Math.Log(1 + Behind) * (strategy % 3) : 0))];

    private static double[][] Rounds(double[] truth, double deviation, RaceNoise noise, int rounds, Random random)
    {
        double[][] times = [.. truth.Select(_ => new double[rounds])];
        for (int strategy = 0; strategy < truth.Length; strategy++)
        {
            double before = 0;
            for (int round = 0; round < rounds; round++)
            {
                before = noise.Next(random, before);
                times[strategy][round] = truth[strategy] + (deviation * before);
            }
        }

        return times;
    }

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

        var race = new Race(differences, profile.Margin, ErrorRate / s_deviations.Length);
        for (int look = 0; look < InterimLooks.Rounds.Count && InterimLooks.Rounds[look] < profile.Rounds; look++)
        {
            race.Look(InterimLooks.Rounds[look], InterimLooks.ShareOf(look));
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
