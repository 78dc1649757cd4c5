using FileTransfer.Results.Charts;
using FileTransfer.Results.Charts.Drawing;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Errors;

namespace FileTransfer.Results.Reports;

/// <summary>The charts section of the page.</summary>
internal static class HtmlCharts
{
    /// <summary>Content of the section; empty when there is nothing to draw.</summary>
    /// <param name="run">The run.</param>
    /// <param name="charts">The charts to draw.</param>
    /// <param name="failures">Receives a message for each chart that could not be drawn; the section shows it too.</param>
    public static Markup Content(RunResult run, IReadOnlyList<IChart> charts, ICollection<string> failures)
    {
        Markup[] pictures = [.. charts.Select(chart => Picture(run, chart, failures)).Where(picture => picture != Markup.Empty)];
        return pictures.Length == 0 ? Markup.Empty : Markup.Of($"""
            {pictures}
            """);
    }

    private static Markup Picture(RunResult run, IChart chart, ICollection<string> failures)
    {
        try
        {
            IReadOnlyList<ChartModel> models = ChartCatalog.Build(chart, run);
            return models.Count switch { 0 => Markup.Empty, 1 => Figure(models[0]), _ => Series(chart.Name, models) };
        }
        catch (Exception exception)
        {
            // A defect in one chart must not prevent the others or the page.
            string failure = ReportException.Describe($"chart {chart.Name}", exception);
            failures.Add(failure);
            return Markup.Of($"""
                <p class="partial">{failure}</p>

                """);
        }
    }

    // Radio buttons and CSS select the visible picture: that needs no script, and a printout shows them all.
    private static Markup Series(string name, IReadOnlyList<ChartModel> models) => Markup.Of($"""
        <fieldset class="series">
        <legend>{Legend(name)}</legend>
        {models.Select((model, index) => Choice(name, model, isFirst: index == 0))}</fieldset>

        """);

    private static Markup Choice(string name, ChartModel model, bool isFirst)
    {
        Markup isChecked = isFirst ? new Markup(" checked=\"checked\"") : Markup.Empty;
        Markup label = Markup.Of($"""<label for="show-{model.Id}">{Label(name, model.Id)}</label>""");
        return Markup.Of($"""
            <input type="radio" name="{name}" id="show-{model.Id}"{isChecked}/>{label}
            {Figure(model)}
            """);
    }

    private static string Legend(string name) => char.ToUpperInvariant(name[0]) + name[1..].Replace('-', ' ');

    // The part of the id after the chart's name is a size in lower case.
    private static string Label(string name, string id) =>
        id.StartsWith(name + "-", StringComparison.Ordinal) ? id[(name.Length + 1)..].ToUpperInvariant() : id;

    // On a screen too narrow for the picture, the full title is shown above it.
    /// <summary>One picture.</summary>
    public static Markup Figure(ChartModel model) => Markup.Of($"""
        <figure id="{model.Id}" class="picture">
        <div class="wide">{new Markup(SvgWriter.Write(model))}</div>
        <div class="narrow">{new Markup(SvgWriter.Write(model, PictureFormat.Narrow))}</div>
        </figure>

        """);
}
