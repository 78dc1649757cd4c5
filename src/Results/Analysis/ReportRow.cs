using FileTransfer.Strategies.Units;

namespace FileTransfer.Results.Analysis;

/// <summary>A measurement as a row of a table in a report.</summary>
/// <param name="Run">The run it belongs to.</param>
/// <param name="Measurement">The measurement.</param>
internal sealed record ReportRow(RunResult Run, Measurement Measurement)
{
    /// <summary>Explanation of a strategy that delivers nothing.</summary>
    public const string HarnessCost = "sends nothing: the harness's own cost";

    /// <summary>Explanation of the order and the bold print of a table of many strategies.</summary>
    public const string Order =
        "Within each size the lowest median comes first; strategies in bold are shown to be the fastest.";

    private const int MostUnordered = 8;

    /// <summary>
    /// All measurements, sizes ascending. Within a size in the order of the run, or the fastest first with many strategies.
    /// </summary>
    public static IReadOnlyList<ReportRow> Of(RunResult run)
    {
        List<string?> placements = [.. PlacementText.Of(run)];
        IOrderedEnumerable<ReportRow> rows = run.Measurements
            .Select(measurement => new ReportRow(run, measurement))
            .OrderBy(row => row.Measurement.SizeBytes)
            .ThenBy(row => placements.IndexOf(row.Measurement.Placement));
        return [.. AreMany(run) ? rows
            .ThenBy(row => row.IsHarnessCost)
            .ThenBy(row => row.IsMeasured ? row.Measurement.Statistics!.P50 : double.PositiveInfinity) : rows];
    }

    /// <summary>True when a run has more than eight strategies: then tables are sorted by time.</summary>
    public static bool AreMany(RunResult run) =>
        run.Measurements
            .Where(Verdicts.Delivers)
            .Select(measurement => (measurement.Strategy, measurement.Transport))
            .Distinct()
            .Count() > MostUnordered;

    /// <summary>True, in a run of many strategies, for a strategy that is shown to be among the fastest of its size.</summary>
    public bool IsBest => IsMeasured && AreMany(Run) && Verdicts.Of(Run).Any(verdict =>
        verdict.SizeBytes == Measurement.SizeBytes
            && verdict.Group == Verdicts.GroupOf(Run, Measurement)
            && verdict.Fastest.Contains(Measurement.Strategy));

    /// <summary>True when there are numbers to show.</summary>
    public bool IsMeasured => Measurement is { Outcome: Outcome.Measured, Statistics: not null };

    /// <summary>True for a strategy that delivers nothing.</summary>
    public bool IsHarnessCost => !Verdicts.Delivers(Measurement);

    /// <summary>The payload's size as text, with the placement where the run has several.</summary>
    public string Size => new ByteSize(Measurement.SizeBytes).ToString()
        + (PlacementText.AreSeveral(Run) ? $" {Measurement.Placement}" : "");

    /// <summary>The strategy, with its transport when the run used several.</summary>
    public string Name
    {
        get
        {
            bool oneTransport = Run.Measurements.Where(Verdicts.Delivers).Select(other => other.Transport).Distinct().Count() == 1;
            return IsHarnessCost || oneTransport ? Measurement.Strategy : $"{Measurement.Strategy} over {Measurement.Transport}";
        }
    }

    /// <summary>The outcome, when there are no numbers.</summary>
    public string OutcomeName => Measurement.Outcome == Outcome.Unsupported ? "unsupported" : "failed";

    /// <summary>Why there are no numbers.</summary>
    public string Reason => Measurement.Reason ?? "no reason was recorded";
}
