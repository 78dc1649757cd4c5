using FileTransfer.Results;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Lab.Calibration;

/// <summary>How much the times of a strategy depend on who had the turn before.</summary>
/// <param name="Strategy">Strategy by id.</param>
/// <param name="SizeBytes">Size of the payload.</param>
/// <param name="Placement">Where both ends ran.</param>
/// <param name="FastestBehind">The predecessor behind which it was the fastest.</param>
/// <param name="Fastest">Its time then, divided by its mean.</param>
/// <param name="SlowestBehind">The predecessor behind which it was the slowest.</param>
/// <param name="Slowest">Its time then, divided by its mean.</param>
/// <param name="Error">Standard error of such a ratio, as a median over the predecessors.</param>
internal sealed record PredecessorSpread(
    string Strategy,
    long SizeBytes,
    string? Placement,
    string FastestBehind,
    double Fastest,
    string SlowestBehind,
    double Slowest,
    double Error)
{
    private const int Digits = 4;

    /// <summary>One for each strategy, size and placement of a run whose senders took turns.</summary>
    public static IReadOnlyList<PredecessorSpread> Of(RunResult run) =>
    [
        .. run.Measurements
            // null is there in the first round only.
            .Where(measurement => measurement.Outcome == Outcome.Measured && Verdicts.Delivers(measurement))
            .GroupBy(measurement => (measurement.SizeBytes, measurement.Placement))
            .SelectMany(together => together.Select(one => Of(one, [.. together])))
            .OfType<PredecessorSpread>(),
    ];

    private static PredecessorSpread? Of(Measurement one, Measurement[] together)
    {
        var turns = together
            .SelectMany(measurement => measurement.Launches, (measurement, launch) => (measurement.Strategy, launch))
            .SelectMany(pair => pair.launch.Turns, (pair, turn) => (pair.Strategy, pair.launch.Round, turn.Cycle, turn.Position))
            .ToDictionary(turn => (turn.Round, turn.Cycle, turn.Position), turn => turn.Strategy);
        (string Behind, double Mean, double Error)[] behind =
        [
            .. from launch in one.Launches
               let mean = launch.Turns.Average(turn => Math.Log(turn.MedianNanoseconds))
               from turn in launch.Turns
               let before = turns.GetValueOrDefault((launch.Round, turn.Cycle, turn.Position - 1))
               where before is not null
               group Math.Log(turn.MedianNanoseconds) - mean by before into same
               where same.Count() > 1
               let values = same.ToArray()
               let average = values.Average()
               orderby average
               select (same.Key, average, Math.Sqrt(
                   values.Sum(value => (value - average) * (value - average)) / (values.Length - 1) / values.Length)),
        ];
        return behind.Length < 2 ? null : new PredecessorSpread(
            one.Strategy,
            one.SizeBytes,
            one.Placement,
            behind[0].Behind,
            Math.Round(Math.Exp(behind[0].Mean), Digits),
            behind[^1].Behind,
            Math.Round(Math.Exp(behind[^1].Mean), Digits),
            Math.Round(behind.Select(each => each.Error).Order().ElementAt(behind.Length / 2), Digits));
    }
}
