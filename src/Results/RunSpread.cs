namespace FileTransfer.Results;

/// <summary>What makes the rounds of a run differ, for one placement: medians over all pairs of strategies that are compared.</summary>
/// <param name="Placement">The placement by name; null where the results do not say.</param>
/// <param name="Cycle">Standard deviation of the logarithm of a ratio from cycle to cycle.</param>
/// <param name="Process">The same from process to process, without the share of the cycles.</param>
/// <param name="Cycles">Cycles in a round.</param>
internal sealed record RunSpread(string? Placement, double Cycle, double Process, double Cycles);
