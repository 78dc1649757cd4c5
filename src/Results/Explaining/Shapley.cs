using System.Numerics;

namespace FileTransfer.Results.Explaining;

/// <summary>Shares out what several players achieve together: the mean of what each adds, over all orders in which they can join.</summary>
internal static class Shapley
{
    /// <summary>The share of each player; together they are what all achieve.</summary>
    /// <param name="players">Number of players.</param>
    /// <param name="achieved">What each set of players achieves; its index has a bit for each player, and that of nobody is 0.</param>
    public static double[] Of(int players, IReadOnlyList<double> achieved)
    {
        double[] shares = new double[players];
        for (int player = 0; player < players; player++)
        {
            for (int others = 0; others < achieved.Count; others++)
            {
                if ((others >> player & 1) == 0)
                {
                    int before = BitOperations.PopCount((uint)others);
                    shares[player] += Weight(before, players) * (achieved[others | 1 << player] - achieved[others]);
                }
            }
        }

        return shares;
    }

    /// <summary>Part of the orders in which a given set of others, and nobody else, has joined before.</summary>
    private static double Weight(int before, int players) =>
        Factorial(before) * Factorial(players - before - 1) / Factorial(players);

    private static double Factorial(int number) => number < 2 ? 1 : number * Factorial(number - 1);
}
