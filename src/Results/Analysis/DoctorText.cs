namespace FileTransfer.Results.Analysis;

/// <summary>What the doctor found, in words.</summary>
internal static class DoctorText
{
    /// <summary>The verdict over all findings.</summary>
    public static string Verdict(IReadOnlyList<Diagnosis> found) => (Count(found, Severity.Unfit), Count(found, Severity.Limit)) switch
    {
        (0, 0) => "This machine is fit to measure, as far as can be seen from here.",
        (0, 1) => "This machine is usable, with the limit above.",
        (0, var limits) => $"This machine is usable, with the {limits} limits above.",
        _ => "This machine is unfit to measure now: see what is called unfit above.",
    };

    /// <summary>The findings that matter, one sentence each.</summary>
    public static IEnumerable<string> Sentences(IReadOnlyList<Diagnosis> found) => found
        .Where(one => one.Severity is Severity.Unfit or Severity.Limit)
        .OrderByDescending(one => one.Severity)
        .Select(Sentence);

    /// <summary>One finding: what, what it costs, and what to do.</summary>
    public static string Sentence(Diagnosis one) =>
        $"{one.Text}{(one.Cost is { } cost ? $": {cost}" : "")}{(one.Remedy is { } remedy ? $" [{remedy}]" : "")}";

    /// <summary>What became worse during a run.</summary>
    public static IEnumerable<string> Changes(Examinations examinations)
    {
        var before = examinations.Before.ToDictionary(one => one.Check);
        return (examinations.After ?? [])
            .Where(one => one.Severity is Severity.Unfit or Severity.Limit)
            .Where(one => !before.TryGetValue(one.Check, out Diagnosis? earlier) || earlier.Severity != one.Severity)
            .Select(Sentence);
    }

    /// <summary>Number of findings of a severity.</summary>
    public static int Count(IReadOnlyList<Diagnosis> found, Severity severity) => found.Count(one => one.Severity == severity);
}
