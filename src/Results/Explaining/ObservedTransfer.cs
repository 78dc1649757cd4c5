namespace FileTransfer.Results.Explaining;

/// <summary>A transfer as it is analysed.</summary>
/// <param name="Round">Its round, from 1.</param>
/// <param name="Turn">Its turn within the round, from 0.</param>
/// <param name="Log">Natural logarithm of its time in nanoseconds.</param>
/// <param name="States">Bits of <see cref="TransferState"/>.</param>
internal readonly record struct ObservedTransfer(int Round, int Turn, double Log, int States)
{
    /// <summary>The transfers of launches of one arm, with their states.</summary>
    public static ObservedTransfer[] Of(IEnumerable<ObservedLaunch> launches, StateReader reader, double? usualCopy)
    {
        ObservedLaunch[] some = [.. launches];
        double? foreign = StateReader.ForeignShare(some);
        List<ObservedTransfer> all = [];
        foreach (ObservedLaunch launch in some)
        {
            int[] states = reader.Read(launch, usualCopy, foreign);
            int[] turns = launch.TurnOfEach();
            for (int i = 0; i < states.Length; i++)
            {
                all.Add(new ObservedTransfer(launch.Round, turns[i], Math.Log(Math.Max(1, launch.Nanoseconds[i])), states[i]));
            }
        }

        return [.. all];
    }

    /// <summary>Shortest time of a copy within the L1 cache in any of these launches; null where it was not measured.</summary>
    public static double? UsualCopy(IEnumerable<ObservedLaunch> launches) => launches
        .SelectMany(launch => (double?[])[launch.Disturbance?.CopyNanosecondsBefore, launch.Disturbance?.CopyNanosecondsAfter])
        .OfType<double>()
        .Select(value => (double?)value)
        .Min();
}
