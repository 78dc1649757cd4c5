namespace FileTransfer.Harness.Rounds;

/// <summary>The order in which senders take their turns.</summary>
/// <remarks>
/// Williams squares: in as many cycles as there are senders, twice as many for an odd number, everyone has every position, and everyone
/// follows everyone else equally often. So what a predecessor leaves behind falls on all alike. E. J. Williams, "Experimental designs
/// balanced for the estimation of residual effects of treatments" (1949).
/// </remarks>
internal static class TurnOrder
{
    /// <summary>The order of each cycle, as indices of senders.</summary>
    /// <param name="senders">Number of senders.</param>
    /// <param name="cycles">Number of cycles.</param>
    /// <param name="random">Gives every sender a place in the square, and every cycle a row.</param>
    public static int[][] Of(int senders, int cycles, Random random)
    {
        int[] names = [.. Enumerable.Range(0, senders)];
        random.Shuffle(names);
        int[][] rows = Square(senders);
        List<int> order = [];
        while (order.Count < cycles)
        {
            int[] next = [.. Enumerable.Range(0, rows.Length)];
            random.Shuffle(next);
            order.AddRange(next);
        }

        return [.. order.Take(cycles).Select(row => Array.ConvertAll(rows[row], place => names[place]))];
    }

    /// <summary>Each row is the first one, 0, n − 1, 1, n − 2, …, moved on; for an odd number the reversed rows as well.</summary>
    private static int[][] Square(int senders)
    {
        int[] first = [.. Enumerable.Range(0, senders).Select(place => place % 2 == 0 ? place / 2 : senders - 1 - (place / 2))];
        int[][] rows =
            [.. Enumerable.Range(0, senders).Select(step => Array.ConvertAll(first, place => (place + step) % senders))];
        return senders % 2 == 0 ? rows : [.. rows, .. rows.Select(row => (int[])[.. row.Reverse()])];
    }
}
