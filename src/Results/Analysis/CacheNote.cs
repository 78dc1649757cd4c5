using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Results.Analysis;

/// <summary>Says in which state of the page cache transfers began, where it was not the usual one.</summary>
internal static class CacheNote
{
    /// <summary>The sentences; null for runs whose files were all in the page cache.</summary>
    public static string? Of(RunResult run)
    {
        Measurement[] delivering = [.. run.Measurements.Where(measurement => measurement.Dimensions.Role != StrategyRole.Harness)];
        string[] sentences =
        [
            .. delivering
                .Where(measurement => measurement.Dimensions.Cache is not null)
                .GroupBy(measurement => measurement.Dimensions.Cache!)
                .Select(same => $"{Who(same, delivering.Length)}: {Words(same.Key)}."),
        ];
        return sentences.Length == 0 ? null : $"Page cache: {string.Join(" ", sentences)}";
    }

    /// <summary>The state that a result names, in words.</summary>
    public static string Words(string cache) => cache == CacheMode.Direct.Name()
        ? "before every transfer the file was evicted, and no page of it was in the page cache before or after it (O_DIRECT), so that "
            + "the times contain reading the disk"
        : "before every transfer the file was evicted, and no page of it was in the page cache when the clock started, so that the times "
            + "contain reading the disk";

    private static string Who(IGrouping<string, Measurement> same, int all) => same.Count() == all
        ? same.Key
        : $"{same.Key} for {string.Join(" and ", same.Select(measurement => measurement.Strategy).Distinct())}";
}
