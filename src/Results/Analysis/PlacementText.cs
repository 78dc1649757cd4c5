namespace FileTransfer.Results.Analysis;

/// <summary>Words for where both ends of a transfer run.</summary>
internal static class PlacementText
{
    /// <summary>As a part of a sentence.</summary>
    /// <param name="placement">The placement by name.</param>
    public static string Where(string? placement) => placement switch
    {
        "same" => "on one processor",
        "split" => "on two processors",
        "none" => "left to the scheduler",
        _ => "",
    };

    /// <summary>Behind the size of a measurement; empty where the scheduler placed both ends.</summary>
    public static string Behind(Measurement measurement) =>
        measurement.Placement is null or "none" ? "" : $" {measurement.Placement}";

    /// <summary>At the head of a chart or a table.</summary>
    /// <param name="placement">The placement by name.</param>
    public static string Heading(string? placement) => Where(placement) is { Length: > 0 } words
        ? char.ToUpperInvariant(words[0]) + words[1..]
        : "";

    /// <summary>The placements of a run, in its order.</summary>
    public static IReadOnlyList<string?> Of(RunResult run) =>
        [.. run.Whole.Measurements.Where(Verdicts.Delivers).Select(measurement => measurement.Placement).Distinct()];

    /// <summary>True when the run has more than one placement, so that each number needs its own beside it.</summary>
    public static bool AreSeveral(RunResult run) => Of(run).Count > 1;
}
