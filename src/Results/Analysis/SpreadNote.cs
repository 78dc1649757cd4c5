using System.Globalization;

namespace FileTransfer.Results.Analysis;

/// <summary>Says what makes the rounds of a run differ, so that one knows what to buy: more cycles or more rounds.</summary>
internal static class SpreadNote
{
    private const double PerCent = 100;

    /// <summary>The sentence; null for a run without turns, or with a single round.</summary>
    public static string? Of(RunResult run)
    {
        IReadOnlyList<RunSpread> spreads = run.Spreads ?? Spreads.Of(run);
        return spreads.Count == 0 ? null : string.Join(" ", spreads.Select(spread => Sentence(run, spread)));
    }

    private static string Sentence(RunResult run, RunSpread spread)
    {
        string where = PlacementText.AreSeveral(run) ? $"{PlacementText.Heading(spread.Placement)}, ratios" : "Ratios";
        double ofCycles = spread.Cycle * spread.Cycle / spread.Cycles;
        double share = ofCycles / Math.Max(ofCycles + (spread.Process * spread.Process), double.Epsilon);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{where} vary by {spread.Cycle * PerCent:0.0} % from cycle to cycle and by {spread.Process * PerCent:0.0} % from process to "
            + $"process (medians): {(share > 0.5 ? "more cycles" : "more rounds")} would narrow the intervals the most.");
    }
}
