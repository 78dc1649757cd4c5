using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining;

/// <summary>Transfers of the case as it is for the timeline: every n-th, and all that are far from the median.</summary>
internal static class Timelines
{
    private const int MostRounds = 4;
    private const int MostPerRound = 400;
    private const int Extremes = 40;

    /// <summary>The points, in order.</summary>
    public static IReadOnlyList<TimelinePoint> Of(Observed seen)
    {
        double? usualCopy = ObservedTransfer.UsualCopy(seen.Launches);
        double? foreign = StateReader.ForeignShare(seen.Launches);
        return [.. seen.Launches.Take(MostRounds).SelectMany(launch => Points(launch, seen.Reader.Read(launch, usualCopy, foreign)))];
    }

    private static IEnumerable<TimelinePoint> Points(ObservedLaunch launch, int[] states)
    {
        int count = launch.Nanoseconds.Count;
        int step = Math.Max(1, count / MostPerRound);
        HashSet<int> extremes = [.. Enumerable.Range(0, count).OrderByDescending(i => launch.Nanoseconds[i]).Take(Extremes)];
        return Enumerable.Range(0, count)
            .Where(i => i % step == 0 || extremes.Contains(i))
            .Select(i => new TimelinePoint(launch.Round, Math.Round((double)i / count, 4), launch.Nanoseconds[i], CauseOf(states[i])));
    }

    /// <summary>The rarest of its states comes last in the list of all states.</summary>
    private static string? CauseOf(int states) =>
        TransferState.All.LastOrDefault(state => (states & state.Bit) != 0)?.Cause;
}
