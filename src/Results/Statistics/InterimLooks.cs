namespace FileTransfer.Results.Statistics;

/// <summary>When a race is looked at, and what share of its error rate each look may spend.</summary>
/// <remarks>
/// Whoever looks often at chance sees what is not there once. So the looks are fixed before the first round, and their shares add up to 1:
/// half for the looks on the way, three eighths for the end of the run, and the rest for its ends after it was resumed. The first look
/// is for races of many: it lets those leave that are far behind, while there are many to learn from how much rounds vary. The second, with
/// which most answers come, has the largest part.
/// </remarks>
internal static class InterimLooks
{
    /// <summary>So many strategies make a race of many, which is looked at after <see cref="Race.FewestToProve"/> rounds.</summary>
    public const int Many = 8;

    private const double Second = 1.0 / 5;
    private const double Other = 1.0 / 20;
    private const double End = 3.0 / 8;

    /// <summary>Numbers of rounds after which strategies may leave: each about 1.4 times or more the one before.</summary>
    public static IReadOnlyList<int> Rounds { get; } = [Race.FewestToProve, Race.FewestRounds, 9, 13, 19, 28, 42];

    /// <summary>True when a race of so many strategies is looked at after so many rounds.</summary>
    public static bool IsDue(int rounds, int strategies) => rounds >= Race.FewestRounds || strategies >= Many;

    /// <summary>Share of a look on the way.</summary>
    /// <param name="index">Its place in <see cref="Rounds"/>, from 0.</param>
    public static double ShareOf(int index) => index == 1 ? Second : Other;

    /// <summary>
    /// Share of the look after so many rounds at something that ends with the last look: one on the way where one is due, otherwise the
    /// end.
    /// </summary>
    public static double ShareAfter(int rounds)
    {
        int look = Array.IndexOf([.. Rounds], rounds);
        return look >= 0 && rounds < Rounds[^1] ? ShareOf(look) : ShareOfEnd(resumed: 0);
    }

    /// <summary>Share of the end of a race.</summary>
    /// <param name="resumed">How often the run had ended before.</param>
    public static double ShareOfEnd(int resumed) => resumed == 0 ? End : Math.Pow(2, -3 - resumed);

    /// <summary>
    /// Share of the end of a run of a fixed length, which nobody looks at before: what a race spends on the way belongs to it.
    /// </summary>
    public const double ShareOfFixedEnd = End + Second + (6 * Other);
}
