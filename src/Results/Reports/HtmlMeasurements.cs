using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>The table of all measurements, with data attributes for sorting and filtering.</summary>
internal static class HtmlMeasurements
{
    /// <summary>Content of the section; empty when the run has no measurements.</summary>
    public static Markup Content(RunResult run)
    {
        IReadOnlyList<ReportRow> rows = ReportRow.Of(run);
        string order = ReportRow.AreMany(run) ? $". {ReportRow.Order}" : string.Empty;
        return rows.Count == 0 ? Markup.Empty : Markup.Of($"""
            <div class="filters" id="filters" hidden="hidden"></div>
            <div class="scroll table" tabindex="0" role="group" aria-labelledby="measurements-title">
            <table id="table">
            <caption><span>Times and costs by size and strategy{order}</span></caption>
            <thead><tr><th scope="col" class="number">size</th><th scope="col">strategy</th>{ReportColumn.All.Select(Header)}</tr></thead>
            <tbody>
            {rows.Select(Row)}</tbody>
            </table>
            </div>
            
            """);
    }

    private static Markup Header(ReportColumn column) => Markup.Of($"<th scope=\"col\" class=\"number\">{column.Header}</th>");

    private static Markup Row(ReportRow row)
    {
        Markup size = Markup.Of($"""<td class="number" data-value="{row.Measurement.SizeBytes}">{row.Size}</td>""");
        Markup note = row.IsHarnessCost ? Markup.Of($" <span class=\"note\">harness cost</span>") : Markup.Empty;
        Markup name = Markup.Of($"""<th scope="row">{row.Name}{note}</th>""");
        return Markup.Of($"""
            <tr class="{Css(row)}" data-size="{row.Size}" data-strategy="{row.Measurement.Strategy}">{size}{name}{Cells(row)}</tr>

            """);
    }

    private static Markup Cells(ReportRow row) => row.IsMeasured
        ? Markup.Join(
            ReportColumn.All.Select(column => Markup.Of($"<td class=\"number\"{Value(column.Value(row))}>{column.Text(row)}</td>")))
        : Markup.Of($"<td class=\"reason\" colspan=\"{ReportColumn.All.Count}\"><b>{row.OutcomeName}</b>: {row.Reason}</td>");

    private static Markup Value(double? value) => value is { } number ? Markup.Of($" data-value=\"{number}\"") : Markup.Empty;

    private static string Css(ReportRow row) => row switch
    {
        { IsMeasured: false } => row.OutcomeName,
        { IsHarnessCost: true } => "cost",
        { IsBest: true } => "measured best",
        _ => "measured",
    };
}
