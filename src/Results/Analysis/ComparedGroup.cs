namespace FileTransfer.Results.Analysis;

/// <summary>Measurements of one size that are compared with each other.</summary>
/// <param name="Transport">Transport by name; empty where every strategy can use only one of the run's transports, and all compare.</param>
/// <param name="Placement">Where both ends ran, by name; null where the results do not say.</param>
internal readonly record struct ComparedGroup(string Transport, string? Placement)
{
    /// <summary>What follows a size so that it says which group it is of; empty where the run has only one.</summary>
    public string In(RunResult run)
    {
        ComparedGroup[] all = [.. run.Whole.Measurements
            .Where(Verdicts.Competes)
            .Select(measurement => Verdicts.GroupOf(run, measurement))
            .Distinct()];
        bool hasTransports = all.Select(group => group.Transport).Distinct().Count() > 1;
        bool hasPlacements = all.Select(group => group.Placement).Distinct().Count() > 1;
        return (hasTransports ? $" over {Transport}" : "") + (hasPlacements ? $" {PlacementText.Where(Placement)}" : "");
    }
}
