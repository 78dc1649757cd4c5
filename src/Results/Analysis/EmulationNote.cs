namespace FileTransfer.Results.Analysis;

/// <summary>What is said first of a run on a system that another program imitates.</summary>
internal static class EmulationNote
{
    /// <summary>The sentences.</summary>
    /// <param name="imitation">What imitates, such as "wine 8.0".</param>
    public static string Of(string imitation) =>
        $"This is measured under {imitation}, which imitates another system: it shows what works. No time in it is a figure of any "
        + "machine, and verdicts and charts are withheld.";
}
