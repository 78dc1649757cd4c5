namespace FileTransfer.Results.Analysis;

/// <summary>Finds the ranges of sizes in which the same strategies lead, and the sizes between which the lead changes.</summary>
/// <remarks>
/// A strategy shares the lead at a size when no other is shown to be faster. A range grows as long as at least one strategy
/// shares the lead at all its sizes. When no leading strategy was measured at the next size, the lead ends without a
/// crossover.
/// </remarks>
internal static class Crossovers
{
    /// <summary>The leads of a run, groups in its order and sizes ascending.</summary>
    public static IReadOnlyList<LeadingRange> Leads(RunResult run) => [.. Walk(run).Select(step => step.Lead)];

    /// <summary>The crossovers of a run, groups in its order and sizes ascending.</summary>
    public static IReadOnlyList<Crossover> Of(RunResult run) => [.. Walk(run).Select(step => step.Crossover).OfType<Crossover>()];

    private static IEnumerable<(LeadingRange Lead, Crossover? Crossover)> Walk(RunResult run) => run.Measurements
        .Where(measurement => Verdicts.Competes(measurement) && !Twins.IsOne(run, measurement)
            && measurement is { Outcome: Outcome.Measured, Statistics: not null, Launches.Count: > 0 })
        .GroupBy(measurement => Verdicts.GroupOf(run, measurement))
        .SelectMany(
            group => Walk(run, group.Key, [.. group.GroupBy(measurement => measurement.SizeBytes).OrderBy(size => size.Key)]));

    private static IEnumerable<(LeadingRange Lead, Crossover? Crossover)> Walk(
        RunResult run,
        ComparedGroup group,
        IReadOnlyList<IGrouping<long, Measurement>> sizes)
    {
        LeadingRange? lead = null;
        foreach (IGrouping<long, Measurement> size in sizes)
        {
            string[] leaders = Leaders(run, [.. size]);
            string[] remaining = lead is null ? leaders : [.. lead.Strategies.Intersect(leaders)];
            if (lead is null || remaining.Length > 0)
            {
                lead = new LeadingRange(group, lead?.FirstBytes ?? size.Key, size.Key, remaining);
                continue;
            }

            bool raced = size.Any(measurement => lead.Strategies.Contains(measurement.Strategy));
            yield return (lead, raced ? Between(lead, size.Key, leaders) : null);
            lead = new LeadingRange(group, size.Key, size.Key, leaders);
        }

        if (lead is not null)
        {
            yield return (lead, null);
        }
    }

    private static Crossover Between(LeadingRange lead, long upperBytes, string[] leaders) => new()
    {
        Group = lead.Group,
        LowerBytes = lead.LastBytes,
        UpperBytes = upperBytes,
        From = lead.Strategies,
        To = leaders,
    };

    private static string[] Leaders(RunResult run, Measurement[] size) =>
    [
        .. size
            .Where(one => size.All(other => Comparisons.Of(run).Between(one, other) is not { Verdict: ComparisonVerdict.Faster }))
            .Select(measurement => measurement.Strategy),
    ];
}
