namespace FileTransfer.Harness.Analysis;

/// <summary>What a reader should know about verdicts as such.</summary>
internal static class VerdictNotes
{
    /// <summary>In the place of verdicts that a run does not draw.</summary>
    public const string NotDrawn = "No verdict: a smoke run only shows that everything works. Measure with --profile quick or full.";
}
