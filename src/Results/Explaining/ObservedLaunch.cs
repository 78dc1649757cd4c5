namespace FileTransfer.Results.Explaining;

/// <summary>A launch of an arm of an experiment, or of a stored run, with all that was noted beside its times.</summary>
internal sealed record ObservedLaunch
{
    /// <summary>The arm by name.</summary>
    public required string Arm { get; init; }

    /// <summary>Number of its round, from 1.</summary>
    public required int Round { get; init; }

    /// <summary>Duration of every transfer in order, in nanoseconds.</summary>
    public required IReadOnlyList<long> Nanoseconds { get; init; }

    /// <summary>The turns in which they were made; empty in results without turns.</summary>
    public required IReadOnlyList<Turn> Turns { get; init; }

    /// <summary>What was noted beside every transfer; null where nothing was.</summary>
    public TransferTrace? Trace { get; init; }

    /// <summary>Disturbances of the whole launch; null where unknown.</summary>
    public Disturbance? Disturbance { get; init; }

    /// <summary>A recorded launch.</summary>
    /// <param name="arm">The arm by name.</param>
    /// <param name="round">Number of its round.</param>
    /// <param name="launch">What was recorded.</param>
    /// <param name="trace">What was noted beside it, or null.</param>
    public static ObservedLaunch Of(string arm, int round, Launch launch, TransferTrace? trace) => new()
    {
        Arm = arm,
        Round = round,
        Nanoseconds = launch.Nanoseconds,
        Turns = launch.Turns,
        Trace = trace,
        Disturbance = launch.Disturbance,
    };

    /// <summary>Index of the turn of every transfer, from 0.</summary>
    public int[] TurnOfEach()
    {
        int[] turns = new int[Nanoseconds.Count];
        int next = 0;
        for (int turn = 0; turn < Turns.Count; turn++)
        {
            for (int i = 0; i < Turns[turn].Samples && next < turns.Length; i++)
            {
                turns[next++] = turn;
            }
        }

        return turns;
    }
}
