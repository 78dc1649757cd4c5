using System.Globalization;
using System.Text.Json;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Reports;

namespace FileTransfer.Lab.Explaining;

/// <summary>The log of trials, one line each, and the table that sums it up.</summary>
internal static class TrialLog
{
    /// <summary>Adds a trial.</summary>
    public static void Append(string path, TrialEntry entry)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
        File.AppendAllText(path, JsonSerializer.Serialize(entry, LogJson.Default.TrialEntry) + "\n");
    }

    /// <summary>All trials of a log.</summary>
    /// <exception cref="UsageException">It is missing, or not such a log.</exception>
    public static IReadOnlyList<TrialEntry> Load(string path)
    {
        try
        {
            return [.. File.ReadLines(path)
                .Where(line => line.Length > 0)
                .Select(line => JsonSerializer.Deserialize(line, LogJson.Default.TrialEntry)!)];
        }
        catch (Exception exception) when (exception is IOException or JsonException)
        {
            throw new UsageException($"{path} is not a log of trials: {exception.Message}");
        }
    }

    /// <summary>Where and when they were made, how many were right, and the table, as Markdown.</summary>
    public static string Summary(IReadOnlyList<TrialEntry> entries)
    {
        string[] places =
        [
            .. from one in entries
               group one.Commit by string.Create(CultureInfo.InvariantCulture, $"{one.Machine}, {one.StartedUtc:yyyy-MM-dd}") into same
               let commits = same.Distinct().ToArray()
               select $"{same.Key}, {(commits.Length == 1 ? "commit" : "commits")} {string.Join(", ", commits)}",
        ];
        ILookup<int, TrialEntry> counted = entries.Where(one => !CostsTooLittle(one, entries)).ToLookup(one => one.Causes.Count);
        string[] counts =
        [
            .. from strength in TrialCatalog.Strengths
               let same = counted[1].Where(one => one.Strength == strength).ToArray()
               where same.Length > 0
               select $"{strength} {Right(same)}",
            .. counted.Contains(2) ? [$"both of a pair {Right([.. counted[2]])}"] : (string[])[],
            .. counted.Contains(0) ? [$"without a cause {Right([.. counted[0]])}"] : (string[])[],
        ];
        double[] seconds = [.. entries.Select(one => one.Seconds).Order()];
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{string.Join("; ", places)}. Right: {string.Join(", ", counts)}.{TooLittle(entries)}{Shares(entries)} Time of a trial: "
            + $"{seconds[seconds.Length / 2]:0} s (median), at most {seconds[^1]:0} s.\n\n{Table(entries).Trim()}");
    }

    /// <summary>What was named, by cause and strength, as Markdown.</summary>
    public static string Table(IReadOnlyList<TrialEntry> entries) => MarkdownText.Table(
        new Table(
            [
                "put in", "used to tune", .. TrialCatalog.Strengths.SelectMany(strength => (string[])[$">{strength}", ">costs"]),
                ">another claimed causal", "named instead",
            ],
            from entry in entries
            group entry by string.Join(" + ", entry.Causes) into same
            let all = same.ToArray()
            select (Cell[])
            [
                same.Key.Length > 0 ? same.Key : "nothing",
                all.Any(one => one.IsForTuning) ? "yes" : "no",
                .. TrialCatalog.Strengths
                    .Select(strength => all.Where(one => one.Causes.Count == 0
                        ? strength == TrialCatalog.Strengths[0]
                        : one.Strength == strength).ToArray())
                    .SelectMany(same => (Cell[])[Right(same), Costs(same)]),
                Count(all.Count(one => one.ClaimsAnother), all.Length),
                string.Join("; ", all.Where(one => !one.IsRight).Select(Instead).Distinct()),
            ]),
        isTight: true);

    /// <summary>A pair also costs too little when one of its causes does, by a trial of its own.</summary>
    private static bool CostsTooLittle(TrialEntry entry, IReadOnlyList<TrialEntry> all) => entry.CostsTooLittle
        || (entry.Causes.Count > 1 && all.Any(other => other.CostsTooLittle && other.Strength == entry.Strength
            && other.Causes.All(entry.Causes.Contains)));

    private static string TooLittle(IReadOnlyList<TrialEntry> entries) =>
        entries.Count(one => CostsTooLittle(one, entries)) is > 0 and var some
        ? string.Create(
            CultureInfo.InvariantCulture,
            $" Not counted: {some}, with a cause that makes the time longer by less than 3 %, and slowness by less than 20 %.")
        : "";

    private static string Shares(IReadOnlyList<TrialEntry> entries) => entries.Count(one => one.ShareAgrees is not null) is > 0 and var all
        ? " Of shares that were put in and are known within a half, the interval meets that of the named share in "
            + $"{Count(entries.Count(one => one.ShareAgrees == true), all)}."
        : "";

    /// <summary>How many times as long transfers take with the causes.</summary>
    private static string Costs(TrialEntry[] entries)
    {
        double[] ratios = [.. entries.Select(one => one.Cost?.Ratio).OfType<double>().Order()];
        return ratios.Length == 0 ? "–" : RatioText.Of(ratios[ratios.Length / 2]);
    }

    private static string Right(TrialEntry[] entries) =>
        entries.Length == 0 ? "–" : Count(entries.Count(one => one.IsRight), entries.Length);

    private static string Count(int some, int all) => string.Create(CultureInfo.InvariantCulture, $"{some} of {all}");

    private static string Instead(TrialEntry entry) => entry switch
    {
        { Failure: { } failure } => failure,
        { Named.Count: 0 } => $"none ({entry.Shape})",
        _ => string.Join(", ", entry.Named.Select(named => named.Cause)),
    };
}
