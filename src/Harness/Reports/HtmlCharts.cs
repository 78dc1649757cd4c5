using FileTransfer.Harness.Charts;
using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Reports;

/// <summary>The charts, drawn into the page.</summary>
internal static class HtmlCharts
{
    /// <summary>What the section holds; empty when there is nothing to draw.</summary>
    public static Markup Content(RunResult run)
    {
        Markup[] charts = [.. ChartCatalog.All
            .Select(chart => (chart.Name, Models: chart.Build(run)))
            .Where(chart => chart.Models.Count > 0)
            .Select(chart => chart.Models.Count == 1 ? Figure(chart.Models[0]) : Series(chart.Name, chart.Models))];
        return charts.Length == 0 ? Markup.Empty : Markup.Of($"""
            {charts}
            """);
    }

    // Radio buttons and CSS choose the shown one, so that choosing needs no script and printing shows them all.
    private static Markup Series(string name, IReadOnlyList<ChartModel> models) => Markup.Of($"""
        <fieldset class="series">
        <legend>{Legend(name)}</legend>
        {models.Select((model, index) => Choice(name, model, isFirst: index == 0))}</fieldset>

        """);

    private static Markup Choice(string name, ChartModel model, bool isFirst) => Markup.Of($"""
        <input type="radio" name="{name}" id="show-{model.Id}"{(isFirst ? new Markup(" checked=\"checked\"") : Markup.Empty)}/><label for="show-{model.Id}">{Label(name, model.Id)}</label>
        {Figure(model)}
        """);

    private static string Legend(string name) => char.ToUpperInvariant(name[0]) + name[1..].Replace('-', ' ');

    // What follows the chart's name is a size in small letters.
    private static string Label(string name, string id) =>
        id.StartsWith(name + "-", StringComparison.Ordinal) ? id[(name.Length + 1)..].ToUpperInvariant() : id;

    // A screen too narrow for a picture shows its title in full above it.
    private static Markup Figure(ChartModel model) => Markup.Of($"""
        <figure id="{model.Id}" class="picture"><figcaption aria-hidden="true">{model.Title}</figcaption><div class="scroll" tabindex="0" role="group" aria-label="{model.Title}">
        {new Markup(SvgWriter.Write(model))}</div></figure>

        """);
}
