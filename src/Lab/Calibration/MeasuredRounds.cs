using FileTransfer.Results;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Lab.Calibration;

/// <summary>The rounds of one strategy at one size in one placement, as a real run measured them.</summary>
/// <param name="Commit">Commit that measured.</param>
/// <param name="Machine">The processor.</param>
/// <param name="Strategy">The strategy.</param>
/// <param name="SizeBytes">Size of the file.</param>
/// <param name="Placement">Where both ends ran: same or split.</param>
/// <param name="Logarithms">Natural logarithm of the nanoseconds of a transfer in each round.</param>
internal sealed record MeasuredRounds(
    string Commit, string Machine, string Strategy, long SizeBytes, string Placement, IReadOnlyList<double> Logarithms)
{
    /// <summary>The rounds of a run, of all cases that have every round.</summary>
    public static IEnumerable<MeasuredRounds> Of(RunResult run)
    {
        var rounds = PairedRounds.Of(run);
        return from measurement in rounds.Measured
               where Verdicts.Competes(measurement) && measurement.Launches.Count == rounds.Numbers.Length
               select new MeasuredRounds(
                   run.Environment.Sender.Commit,
                   run.Environment.Sender.Hardware(),
                   measurement.Strategy,
                   measurement.SizeBytes,
                   measurement.Placement ?? "none",
                   [.. rounds.LogarithmsOf(measurement)!.Select(one => Math.Round(one, 4))]);
    }
}
