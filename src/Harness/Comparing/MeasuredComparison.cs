namespace FileTransfer.Harness.Comparing;

/// <summary>A comparison that was just measured.</summary>
/// <param name="Result">What it found.</param>
/// <param name="Rounds">The rounds that count.</param>
/// <param name="ExitCode">The exit code that tells it.</param>
internal sealed record MeasuredComparison(CompareResult Result, IReadOnlyList<ComparisonRound> Rounds, int ExitCode);
