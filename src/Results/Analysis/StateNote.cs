using System.Globalization;

namespace FileTransfer.Results.Analysis;

/// <summary>Says where both ends ran when they were left to the scheduler: each state has its own times.</summary>
internal static class StateNote
{
    private const double PerCent = 100;

    /// <summary>The sentence; null for a run in which both ends were pinned, or that does not know.</summary>
    public static string? Of(RunResult run)
    {
        Turn[] turns = [.. run.Measurements
            .SelectMany(measurement => measurement.Launches)
            .SelectMany(launch => launch.Turns)
            .Where(turn => turn.SenderProcessors is not null && turn.ReceiverProcessors is not null)];
        return turns.Length == 0 ? null : string.Create(
            CultureInfo.InvariantCulture,
            $"The scheduler had both ends on one processor in {Share(turns, true)} of the turns, on one each in {Share(turns, false)}, and "
            + $"moved them in {Share(turns, null)}: turns are compared with turns of the same state only.");
    }

    private static string Share(Turn[] turns, bool? state) => string.Create(
        CultureInfo.InvariantCulture, $"{turns.Count(turn => turn.State == state) * PerCent / turns.Length:0} %");
}
