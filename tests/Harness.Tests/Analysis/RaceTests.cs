using FileTransfer.Results;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Tests.Analysis;

public sealed class RaceTests
{
    private const double Margin = 0.1;
    private const double ErrorRate = 0.05;

    [Fact]
    public void Shares_OfAllLooksTogether_AreNotMoreThanAll()
    {
        double onTheWay = Enumerable.Range(0, InterimLooks.Rounds.Count).Sum(InterimLooks.ShareOf);
        double ends = Enumerable.Range(0, 60).Sum(InterimLooks.ShareOfEnd);
        double resumed = Enumerable.Range(1, 60).Sum(InterimLooks.ShareOfEnd);

        Assert.InRange(onTheWay + ends, 0.999, 1);
        Assert.InRange(InterimLooks.ShareOfFixedEnd + resumed, 0.999, 1);
        Assert.Equal(InterimLooks.Rounds.Order(), InterimLooks.Rounds);
        // A comparison that ends when it is decided: its last look is its end.
        Assert.InRange(InterimLooks.Rounds.Sum(InterimLooks.ShareAfter), 0.5, 1);
        Assert.Equal(InterimLooks.ShareOfEnd(0), InterimLooks.ShareAfter(10));
    }

    [Fact]
    public void Look_FewerRoundsThanNeeded_SaysNothing()
    {
        Race race = Of([0, Math.Log(3)], 0.001, rounds: 2, looks: 2);

        Assert.All(race.Standings, one => Assert.True(one is { MayBeBest: true, HasLeft: false, AtWorst: double.PositiveInfinity }));
        Assert.Null(race.DecidedAfter);
        Assert.Null(race.Ratio(0, 1));
    }

    /// <summary>Who is far behind leaves after three rounds; what is close needs more.</summary>
    [Fact]
    public void Look_AfterThreeRounds_OnlyThoseFarBehindLeave()
    {
        Race race = Of([0, 0.02, 0.01, Math.Log(4)], 0.05, rounds: 3, looks: 3);

        Assert.Equal([false, false, false, true], race.Standings.Select(strategy => strategy.HasLeft));
        Assert.Null(race.DecidedAfter);
    }

    /// <summary>Three rounds that happen to agree prove little by themselves: the other pairs know how much rounds vary.</summary>
    [Fact]
    public void Look_RoundsThatHappenToAgree_BorrowFromTheOthers()
    {
        IReadOnlyList<double>[,] alone = Pairs([[0, 0.001, -0.001], [0.3, 0.3, 0.3]]);
        IReadOnlyList<double>[,] beside = Pairs([[0, 0.001, -0.001], [0.3, 0.3, 0.3], [0.2, -0.3, 0.1], [0.4, 0.1, -0.2]]);

        Assert.True(Width(beside) > 10 * Width(alone), $"{Width(beside)} {Width(alone)}");

        static double Width(IReadOnlyList<double>[,] differences)
        {
            var race = new Race(differences, Margin, ErrorRate);
            race.Look(3, 0.5);
            Interval interval = race.Ratio(0, 1)!.Value.Interval;
            return Math.Log(interval.Upper / interval.Lower);
        }
    }

    [Fact]
    public void Look_OneIsTwiceAsFast_ProvesItAndTheOthersLeave()
    {
        Race race = Of([Math.Log(2), 0, Math.Log(2.2)], 0.02, rounds: 6, looks: 6);

        Assert.Equal([false, true, false], race.Standings.Select(strategy => strategy.MayBeBest));
        Assert.Equal([true, false, true], race.Standings.Select(strategy => strategy.HasLeft));
        Assert.Equal(6, race.DecidedAfter);
        Assert.Equal(1, race.Standings[1].AtWorst);
        (double ratio, Interval interval) = race.Ratio(0, 1)!.Value;
        Assert.Equal(2, ratio, tolerance: 0.1);
        Assert.True(interval.Lower > 1.5 && interval.Upper < 2.7, interval.ToString());
    }

    [Fact]
    public void Look_EqualOnes_AreAsFast()
    {
        Race race = Of([0, 0, 0], 0.01, rounds: 12, looks: 12);

        Assert.All(Enumerable.Range(0, 3), strategy => Assert.True(race.IsAsFast(strategy)));
        Assert.All(race.Standings, strategy => Assert.InRange(strategy.AtWorst, 1, 1 + Margin));
        Assert.Equal(12, race.DecidedAfter);
    }

    /// <summary>Each is slower than the next, as trimmed means of pairs can say: then nothing is known.</summary>
    [Fact]
    public void Look_EachIsBeatenByAnother_NobodyLeavesAndNothingIsDecided()
    {
        double[] slower = [.. Enumerable.Range(0, 9).Select(round => 1 + (0.01 * (round % 3)))];
        var differences = new IReadOnlyList<double>[3, 3];
        (differences[0, 1], differences[1, 2], differences[0, 2]) = (slower, slower, [.. slower.Select(one => -one)]);
        var race = new Race(differences, Margin, ErrorRate);
        race.Look(9, 0.5);

        Assert.All(race.Standings, one => Assert.True(one is { MayBeBest: true, HasLeft: false }));
        Assert.Null(race.DecidedAfter);
    }

    /// <summary>Nobody is as fast within nothing: only a winner decides such a race.</summary>
    [Theory]
    [InlineData(0, null)]
    [InlineData(0.2, 12)]
    public void Look_WithoutMargin_OnlyAWinnerDecides(double gap, int? decided) =>
        Assert.Equal(decided, Of([0, gap], 0.01, rounds: 12, looks: 12, margin: 0).DecidedAfter);

    /// <summary>What was decided stays: rounds that follow cannot take it back.</summary>
    [Fact]
    public void Look_AfterItIsDecided_ChangesNothing()
    {
        double[] first = [.. Enumerable.Range(0, 6).Select(round => 1 + (0.01 * round))];
        IReadOnlyList<double>[,] differences = Pairs([[.. first, .. Enumerable.Repeat(-5.0, 20)], [.. Enumerable.Repeat(0.0, 26)]]);
        var race = new Race(differences, Margin, ErrorRate);
        race.Look(6, 0.25);
        race.Look(26, 0.375);

        Assert.Equal(6, race.DecidedAfter);
        Assert.False(race.Standings[0].MayBeBest);
    }

    /// <summary>Who has left is not measured any more: its rounds are missing, and what was proven about it stands.</summary>
    [Fact]
    public void Look_OneHasLeft_KeepsItsRatio()
    {
        Random random = new(5);
        double[] near = [.. Enumerable.Range(0, 20).Select(_ => 0.05 * RaceNoiseOf(random))];
        double[] other = [.. Enumerable.Range(0, 20).Select(_ => 0.05 * RaceNoiseOf(random))];
        double[] far = [.. Enumerable.Range(0, 20).Select(round => round < 6 ? 1 + (0.05 * RaceNoiseOf(random)) : double.NaN)];
        var race = new Race(Pairs([near, other, far]), 0.03, ErrorRate);
        race.Look(6, 0.25);
        race.Look(20, 0.375);

        Assert.True(race.Standings[2].HasLeft);
        Assert.NotNull(race.Ratio(2, 0));
        Assert.All(race.Standings.Take(2), strategy => Assert.True(strategy is { MayBeBest: true, HasLeft: false }));
    }

    /// <summary>Equal strategies: at most one run in twenty may say that one of them is not the best.</summary>
    [Theory]
    [InlineData(2)]
    [InlineData(6)]
    public void Look_EqualOnesOftenSimulated_RarelySaysThatTheyDiffer(int strategies)
    {
        Random random = new(strategies);
        int wrong = 0;
        for (int run = 0; run < 400; run++)
        {
            var race = new Race(
                Pairs([.. Enumerable.Range(0, strategies).Select(_ => Enumerable.Range(0, 13).Select(_ => RaceNoiseOf(random)).ToArray())]),
                Margin,
                ErrorRate);
            for (int look = 0; look < 2; look++)
            {
                race.Look(InterimLooks.Rounds[look], InterimLooks.ShareOf(look));
            }

            race.Look(13, InterimLooks.ShareOfEnd(0));
            wrong += race.Standings.Any(strategy => !strategy.MayBeBest) ? 1 : 0;
        }

        Assert.InRange(wrong, 0, 20);
    }

    private static double RaceNoiseOf(Random random) => random.NextDouble() + random.NextDouble() + random.NextDouble() - 1.5;

    private static Race Of(double[] truth, double noise, int rounds, int looks, double margin = Margin)
    {
        Random random = new(1);
        var race = new Race(
            Pairs([.. truth.Select(time => Enumerable.Range(0, rounds).Select(_ => time + (noise * RaceNoiseOf(random))).ToArray())]),
            margin,
            ErrorRate);
        race.Look(looks, 0.5);
        return race;
    }

    private static IReadOnlyList<double>[,] Pairs(double[][] times)
    {
        var differences = new IReadOnlyList<double>[times.Length, times.Length];
        for (int one = 0; one < times.Length; one++)
        {
            for (int other = one + 1; other < times.Length; other++)
            {
                differences[one, other] = [.. times[one].Zip(times[other], (first, second) => first - second)];
            }
        }

        return differences;
    }
}
