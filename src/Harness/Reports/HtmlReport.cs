using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using FileTransfer.Harness.Analysis;
using FileTransfer.Harness.Charts;
using FileTransfer.Harness.Errors;
using FileTransfer.Harness.Results;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Reports;

/// <summary>The HTML report: one self-contained page with verdicts, charts, the table and the samples. It loads nothing.</summary>
/// <remarks>
/// The page works without scripts, which only add sorting, filtering and tooltips. It is both HTML and well-formed XML. Its
/// content security policy allows no source and no script except its own.
/// </remarks>
internal sealed class HtmlReport : IReport
{
    private static readonly string s_style = Resource("report.css");
    private static readonly string s_script = Resource("report.js");

    /// <inheritdoc/>
    public string Name => "html";

    /// <inheritdoc/>
    public string FileName => "report.html";

    /// <summary>The charts it shows.</summary>
    /// <remarks>All by default.</remarks>
    internal IReadOnlyList<IChart> Charts { get; init; } = ChartCatalog.All;

    /// <inheritdoc/>
    /// <exception cref="ReportException">A chart could not be drawn; the page is written with a message in its place.</exception>
    public void Write(RunResult run, TextWriter writer)
    {
        List<string> failures = [];
        HtmlSection[] sections =
        [
            new("verdicts", "Verdicts", HtmlVerdicts.Content(run)),
            new("requests", "Requests", HtmlRequests.Content(run)),
            new("tuning", "Effect of server tuning", HtmlRequests.Tuning(run)),
            new("warnings", "Warnings", HtmlWarnings.Content(run)),
            new("charts", "Charts", HtmlCharts.Content(run, Charts, failures)),
            new("old-and-new", "Old and new", HtmlOldAndNew.Content(run)),
            new("native-reference", "Beside the native reference", HtmlNativeReference.Content(run)),
            new("per-operation", "Per operation", HtmlRequests.PerOperationTable(run)),
            new("fetches", "Fetches", HtmlRequests.FetchesTable(run)),
            new("measurements", "Measurements", HtmlTable.Content(run)),
            new("pairs", "Pairs", HtmlPairs.Content(run)),
            new("observed", "Observed", HtmlObserved.Content(run)),
            new("environment", "Environment", HtmlEnvironment.Where(run.Environment)),
            new("repeat", "Repeat this run", HtmlEnvironment.How(run.Run)),
            new("reading", "How to read this", HtmlEnvironment.HowToReadIt(run)),
            new("samples", "Raw samples", HtmlSamples.Content(run)),
        ];
        sections = [.. sections.Where(section => section.Content != Markup.Empty)];
        writer.Write(Head(run.Run));
        writer.Write(Header(run, sections));
        writer.Write("<main>\n");
        foreach (HtmlSection section in sections)
        {
            writer.Write(section.Render());
        }

        writer.Write($"</main>\n<div id=\"tip\" role=\"status\" hidden=\"hidden\"></div>\n<script>{s_script}</script>\n</body>\n</html>\n");
        if (failures.Count > 0)
        {
            throw new ReportException($"{FileName}: {string.Join("; ", failures)}");
        }
    }

    private static Markup Head(RunInfo info) => Markup.Of($"""
        <!DOCTYPE html>
        <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
        <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta http-equiv="Content-Security-Policy" content="{Policy()}"/>
        <title>{info.Scenario}, measured {Date(info)}</title>
        <link rel="icon" href="data:,"/>
        <style>{new Markup(s_style)}</style>
        </head>

        """);

    private static Markup Header(RunResult run, IEnumerable<HtmlSection> sections)
    {
        MachineFacts sender = run.Environment.Sender;
        Markup machine = Markup.Of($"{sender.Processor}, {sender.Cores} cores, {sender.OperatingSystem}, {sender.Runtime}");
        Markup partial = run.Run.Partial
            ? Markup.Of($"<p class=\"partial\"><b>Partial.</b> This run was interrupted: some measurements are missing.</p>\n")
            : Markup.Empty;
        return Markup.Of($"""
            <body>
            <header>
            <div class="top"><h1>Scenario {run.Run.Scenario}</h1><button type="button" id="theme" hidden="hidden">Dark</button></div>
            <p>Measured {Date(run.Run)} on {machine}, over {Medium.Of(run)}. {Amount(run)}</p>
            {partial}<nav aria-label="Sections">
            {sections.Select(section => section.Link())}</nav>
            </header>

            """);
    }

    private static string Amount(RunResult run)
    {
        Measurement[] measured = [.. run.Measurements
            .Where(measurement => measurement.Outcome == Outcome.Measured && Verdicts.Delivers(measurement))];
        int strategies = measured
            .Where(measurement => !Verdicts.IsNative(measurement))
            .Select(measurement => measurement.Strategy)
            .Distinct()
            .Count();
        int sizes = measured.Select(measurement => measurement.SizeBytes).Distinct().Count();
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{strategies} {(strategies == 1 ? "strategy" : "strategies")} at {sizes} "
            + $"{(sizes == 1 ? "size" : "sizes")}: {measured.Sum(measurement => measurement.VerifiedByCount):N0} "
            + $"timed transfers, every one confirmed by the receiver to its last byte.");
    }

    private static string Policy()
    {
        string hash = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(s_script)));
        return $"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'; "
            + "img-src data:; base-uri 'none'; form-action 'none'";
    }

    private static string Date(RunInfo info) => info.StartedUtc.ToUniversalTime().ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    private static string Resource(string name)
    {
        using Stream stream = typeof(HtmlReport).Assembly.GetManifestResourceStream(typeof(HtmlReport), name)
            ?? throw new InvalidOperationException($"the program was built without {name}");
        using StreamReader reader = new(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    }
}
