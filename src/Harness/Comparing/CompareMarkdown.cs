using FileTransfer.Results.Reports;

namespace FileTransfer.Harness.Comparing;

/// <summary>The report for a pull request: the verdicts, the rows that changed, and the rest folded.</summary>
internal static class CompareMarkdown
{
    /// <summary>A comment that nobody sees, by which a bot finds its own earlier report and replaces it.</summary>
    public const string Marker = "<!-- filetransfer-compare -->";

    /// <summary>Most characters of a report; hosts of code refuse comments of more than 65,536.</summary>
    public const int Longest = 60_000;

    /// <summary>The report.</summary>
    public static string Text(CompareResult result)
    {
        ComparedCase[] changed = [.. CompareText.InOrder(result).Where(IsTold)];
        ComparedCase[] others = [.. CompareText.InOrder(result).Where(one => !IsTold(one))];
        string head = $"{Marker}\n### FileTransfer: {CompareText.Counts(result)}\n\n{MarkdownText.Bullets(CompareText.Facts(result))}\n";
        string end = $"\n<details><summary>Repeat it</summary>\n\n{MarkdownText.Code([result.Command])}\n</details>\n";
        int room = Longest - head.Length - end.Length;
        string told = changed.Length == 0 ? "Nothing is shown to have changed.\n" : Table(result, changed, room);
        room -= told.Length;
        string folded = others.Length == 0
            ? ""
            : $"\n<details><summary>{others.Length} other {(others.Length == 1 ? "case" : "cases")}</summary>\n\n"
                + $"{Table(result, others, room - 200)}\n</details>\n";
        return head + told + folded + end;
    }

    private static bool IsTold(ComparedCase one) =>
        one.Verdict is ChangeVerdict.Regression or ChangeVerdict.Improvement or ChangeVerdict.Invalid;

    /// <summary>A table of as many rows as fit, and how many are left out.</summary>
    private static string Table(CompareResult result, IReadOnlyList<ComparedCase> cases, int room)
    {
        int shown = cases.Count;
        string table;
        do
        {
            table = MarkdownText.Table(CompareText.Table(result, cases.Take(shown)));
            shown = table.Length > room ? shown * 9 / 10 : shown;
        }
        while (table.Length > room && shown > 0);
        return shown < cases.Count ? $"{table}\n{cases.Count - shown} more are in compare.json.\n" : table;
    }
}
