namespace FileTransfer.Results.Charts.Drawing;

/// <summary>Moves labels along a line until none overlaps another, each as near to where it belongs as the others allow.</summary>
internal static class LabelPlacement
{
    /// <summary>Places for labels of the same height, in the order given.</summary>
    /// <param name="wanted">Where the middle of each label belongs.</param>
    /// <param name="height">Room that each needs.</param>
    /// <param name="top">Upper end of the room there is.</param>
    /// <param name="bottom">Lower end of the room there is; exceeded when they do not fit.</param>
    public static IReadOnlyList<double> Spread(IReadOnlyList<double> wanted, double height, double top, double bottom)
    {
        int[] order = [.. Enumerable.Range(0, wanted.Count).OrderBy(index => wanted[index]).ThenBy(index => index)];
        double[] placed = new double[wanted.Count];

        // Touching labels form a group that lies around the mean of what its members want: the least squares solution.
        List<(double Sum, int Count)> groups = [];
        for (int rank = 0; rank < order.Length; rank++)
        {
            groups.Add((wanted[order[rank]] - (rank * height), 1));
            while (groups.Count > 1 && Mean(groups[^2]) >= Mean(groups[^1]))
            {
                (double sum, int count) = groups[^1];
                groups.RemoveAt(groups.Count - 1);
                groups[^1] = (groups[^1].Sum + sum, groups[^1].Count + count);
            }
        }

        double highest = top + (height / 2);
        double lowest = Math.Max(highest, bottom - (height / 2) - ((order.Length - 1) * height));
        int next = 0;
        foreach ((double Sum, int Count) group in groups)
        {
            double start = Math.Clamp(Mean(group), highest, lowest);
            for (int member = 0; member < group.Count; member++, next++)
            {
                placed[order[next]] = start + (next * height);
            }
        }

        return placed;
    }

    private static double Mean((double Sum, int Count) group) => group.Sum / group.Count;
}
