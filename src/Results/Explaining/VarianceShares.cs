using System.Numerics;

namespace FileTransfer.Results.Explaining;

/// <summary>A part of the variance of the logarithm of time.</summary>
/// <param name="Part">What it lies between: <c>processes</c>, <c>turns</c>, <c>within</c>, or the id of a cause.</param>
/// <param name="Words">The same in words.</param>
/// <param name="Share">Its share, from 0 to 1.</param>
/// <param name="Low">Lower end of the interval over rounds.</param>
/// <param name="High">Upper end of the interval over rounds.</param>
internal sealed record VariancePart(string Part, string Words, double Share, double Low, double High);

/// <summary>Decomposes the variance of the logarithm of time: states, then processes, turns, and what is left within a turn.</summary>
/// <remarks>
/// States that go together share what they explain by Shapley's value: the mean of what each adds over all orders in which they can be
/// added (R. H. Lindeman, P. F. Merenda and R. Z. Gold, 1980). What states leave is split into components of variance between the
/// processes of a round, between turns and within them.
/// </remarks>
internal static class VarianceShares
{
    public const string Processes = "processes";
    public const string Turns = "turns";
    public const string Within = "within";

    /// <summary>States of fewer transfers than one in so many are left to what is within.</summary>
    private const int RareState = 2000;

    /// <summary>What rounding makes of equal times.</summary>
    private const double NoVariance = 1e-20;

    /// <summary>With more states the number of their orders grows out of hand; these are the ones that explain the most alone.</summary>
    private const int MostStates = 8;

    /// <summary>The parts, states first in descending order; together they are 1. Empty without transfers that differ.</summary>
    public static IReadOnlyList<VariancePart> Of(IReadOnlyList<ObservedTransfer> transfers)
    {
        Cell[] cells = [.. transfers
            .GroupBy(one => (one.Round, one.Turn, one.States))
            .Select(group => new Cell(group.Key.Round, group.Key.Turn, group.Key.States, Moments.Of(group.Select(one => one.Log))))];
        int[] bits = BitsOf(cells);
        double[]? full = Shares(cells, bits);
        if (full is null)
        {
            return [];
        }

        double[][] without = [.. cells.Select(cell => cell.Round).Distinct()
            .Select(round => Shares([.. cells.Where(cell => cell.Round != round)], bits))
            .OfType<double[]>()];
        IEnumerable<(string Part, string Words)> names =
        [
            .. bits.Select(bit => TransferState.All.Single(state => state.Bit == bit)).Select(state => (state.Cause, state.Words)),
            (Processes, "between processes"),
            (Turns, "between turns"),
            (Within, "within turns"),
        ];
        VariancePart[] parts = [.. names.Select((name, i) =>
        {
            Interval interval = RoundInterval.Jackknife(full[i], [.. without.Select(shares => shares[i])]);
            return new VariancePart(name.Part, name.Words, full[i], Math.Max(0, interval.Lower), Math.Min(1, interval.Upper));
        })];
        return [.. parts.Take(bits.Length).OrderByDescending(part => part.Share), .. parts.Skip(bits.Length)];
    }

    private static int[] BitsOf(Cell[] cells)
    {
        double total = cells.Sum(cell => cell.Moments.Count);
        Moments all = Moments.Sum(cells.Select(cell => cell.Moments));
        return [.. TransferState.All
            .Select(state => state.Bit)
            .Where(bit => cells.Where(cell => (cell.States & bit) != 0).Sum(cell => cell.Moments.Count) is var count
                && count * RareState >= total && count < total)
            .OrderByDescending(bit => Between(cells, bit, all))
            .Take(MostStates)
            .Order()];
    }

    /// <summary>Shares of the states, of processes, of turns, and of what is within; null when nothing differs.</summary>
    private static double[]? Shares(Cell[] cells, int[] bits)
    {
        Moments all = Moments.Sum(cells.Select(cell => cell.Moments));
        if (all.Count < 2 || all.Squares <= all.Count * NoVariance)
        {
            return null;
        }

        double[] explained = new double[1 << bits.Length];
        for (int subset = 1; subset < explained.Length; subset++)
        {
            explained[subset] = Between(cells, MaskOf(bits, subset), all) / all.Squares;
        }

        double left = 1 - explained[^1];
        double[] rest = Components(cells, MaskOf(bits, explained.Length - 1));
        return [.. Shapley.Of(bits.Length, explained), .. rest.Select(share => share * left)];
    }

    private static int MaskOf(int[] bits, int subset) =>
        bits.Select((bit, i) => (subset >> i & 1) != 0 ? bit : 0).Aggregate(0, (mask, bit) => mask | bit);

    /// <summary>Sum of squares between the groups that states of a mask make.</summary>
    private static double Between(Cell[] cells, int mask, Moments all) => cells
        .GroupBy(cell => cell.States & mask)
        .Select(group => Moments.Sum(group.Select(cell => cell.Moments)))
        .Sum(group => group.Count * (group.Mean - all.Mean) * (group.Mean - all.Mean));

    /// <summary>Shares of processes, turns and what is within, of what the states of a mask leave.</summary>
    private static double[] Components(Cell[] cells, int mask)
    {
        Dictionary<int, double> levels = cells
            .GroupBy(cell => cell.States & mask)
            .ToDictionary(group => group.Key, group => Moments.Sum(group.Select(cell => cell.Moments)).Mean);
        (int Round, int Turn, Moments Moments)[] turns = [.. cells
            .GroupBy(cell => (cell.Round, cell.Turn))
            .Select(group => (
                group.Key.Round, group.Key.Turn, Moments.Sum(group.Select(cell => cell.Moments.Minus(levels[cell.States & mask])))))];
        (int Turns, Moments Moments)[] rounds = [.. turns
            .GroupBy(turn => turn.Round)
            .Select(group => (group.Count(), Moments.Sum(group.Select(turn => turn.Moments))))];
        Moments all = Moments.Sum(rounds.Select(round => round.Moments));
        double within = Ratio(turns.Sum(turn => turn.Moments.Squares), all.Count - turns.Length);
        double betweenTurns = Ratio(
            rounds.Sum(round => round.Moments.Squares) - turns.Sum(turn => turn.Moments.Squares), turns.Length - rounds.Length);
        double betweenRounds = Ratio(all.Squares - rounds.Sum(round => round.Moments.Squares), rounds.Length - 1);
        double perTurn = all.Count / turns.Length;
        double ofTurns = Math.Max(0, (betweenTurns - within) / perTurn);
        double ofRounds = Math.Max(0, (betweenRounds - within - (perTurn * ofTurns)) / (all.Count / rounds.Length));
        double sum = within + ofTurns + ofRounds;
        return sum > 0 ? [ofRounds / sum, ofTurns / sum, within / sum] : [0, 0, 1];
    }

    private static double Ratio(double squares, double freedom) => freedom > 0 ? squares / freedom : 0;

    private sealed record Cell(int Round, int Turn, int States, Moments Moments);

    /// <summary>Number, mean and sum of squared deviations of some values.</summary>
    private readonly record struct Moments(double Count, double Mean, double Squares)
        : IAdditionOperators<Moments, Moments, Moments>
    {
        public static Moments Of(IEnumerable<double> values)
        {
            double[] all = [.. values];
            double mean = all.Average();
            return new Moments(all.Length, mean, all.Sum(value => (value - mean) * (value - mean)));
        }

        public static Moments Sum(IEnumerable<Moments> parts) => parts.Aggregate(default(Moments), (sum, part) => sum + part);

        public Moments Minus(double level) => this with { Mean = Mean - level };

        public static Moments operator +(Moments left, Moments right)
        {
            double count = left.Count + right.Count;
            if (count == 0)
            {
                return default;
            }

            double difference = right.Mean - left.Mean;
            return new Moments(
                count,
                left.Mean + (difference * right.Count / count),
                left.Squares + right.Squares + (difference * difference * left.Count * right.Count / count));
        }
    }
}
