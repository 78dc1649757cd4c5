namespace FileTransfer.Results.Reports;

/// <summary>A section of the reports with tables, which is left out when it has neither rows nor findings.</summary>
/// <param name="Id">Its anchor in HTML.</param>
/// <param name="Title">Its heading.</param>
/// <param name="Explanation">What stands above the tables.</param>
/// <param name="Tables">The tables.</param>
internal sealed record TableSection(string Id, string Title, string Explanation, params IReadOnlyList<Table> Tables)
{
    /// <summary>Sentences above the explanation; null in a section that never has any.</summary>
    public IReadOnlyList<string>? Findings { get; init; }

    /// <summary>What stands below the heading, as Markdown; empty when the section is left out.</summary>
    public string Markdown => IsEmpty
        ? ""
        : (Findings is null ? "" : $"{MarkdownText.Bullets(Findings)}\n")
            + $"{MarkdownText.Escape(Explanation)}\n"
            + string.Concat(Tables.Select(table => $"{Heading(table)}\n{MarkdownText.Table(table)}"));

    /// <summary>The section as HTML.</summary>
    public HtmlSection Html => new(Id, Title, IsEmpty ? Markup.Empty : Markup.Of($"""
        {Markup.Bullets(Findings ?? [])}<p class="note">{Explanation}</p>
        {Tables.Select(table => HtmlTable.Of(table, isNumeric: table.Columns.Any(column => column.IsNumber)))}
        """));

    private bool IsEmpty => Findings is not { Count: > 0 } && Tables.All(table => table.Rows.Count == 0);

    private static string Heading(Table table) => table.Heading is { } heading ? $"\n### {MarkdownText.Escape(heading)}\n" : "";
}
