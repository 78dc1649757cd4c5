namespace FileTransfer.Harness.Comparing;

/// <summary>What a comparison measures, and for how long.</summary>
internal sealed record ComparePlan
{
    /// <summary>The side that is measured twice in each round.</summary>
    public required ComparedSide Base { get; init; }

    /// <summary>The side that is measured once.</summary>
    public required ComparedSide Other { get; init; }

    /// <summary>Options of <c>bench</c> that both sides have.</summary>
    public required IReadOnlyList<string> Options { get; init; }

    /// <summary>True when the sides can take turns within a round: both know how.</summary>
    public bool TakesTurns { get; init; }

    /// <summary>Number of rounds, without a budget.</summary>
    public required int Rounds { get; init; }

    /// <summary>Time to spend; null for a number of rounds.</summary>
    public TimeSpan? Budget { get; init; }

    /// <summary>True to end as soon as every case is decided, when <see cref="Results.Statistics.InterimLooks"/> are due.</summary>
    public bool UntilDecided { get; init; }

    /// <summary>Ratio above 1 that is of no interest.</summary>
    public required double Threshold { get; init; }

    /// <summary>Seed of the orders.</summary>
    public required int Seed { get; init; }

    /// <summary>Folder of the comparison.</summary>
    public required string Folder { get; init; }

    /// <summary>The command line that repeats it.</summary>
    public required string Command { get; init; }
}
