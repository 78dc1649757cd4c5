using System.Globalization;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Results.Reports;

/// <summary>The HTML report: one self-contained page with verdicts, charts, the table and the samples. It loads nothing.</summary>
internal sealed class HtmlReport : IReport
{
    /// <inheritdoc/>
    public string Name => "html";

    /// <inheritdoc/>
    public string FileName => Page;

    /// <summary>Name of the page.</summary>
    public const string Page = "report.html";

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
            TableSections.Requests(run).Html,
            TableSections.Tuning(run).Html,
            new("charts", "Charts", HtmlCharts.Content(run, Charts, failures)),
            new("warnings", "Warnings", HtmlWarnings.Content(run)),
            .. TableSections.Comparisons(run).Select(section => section.Html),
            new("measurements", "Measurements", HtmlMeasurements.Content(run)),
            TableSections.Pairs(run).Html,
            new("observed", "Observed", Markup.Bullets(Observed.Of(run))),
            new("moved", "What moved", HtmlWarnings.Moved(run)),
            new("environment", "Environment", HtmlEnvironment.Where(run.Environment)),
            new("repeat", "Repeat this run", HtmlEnvironment.How(run.Run)),
            new("reading", "How to read this", HtmlEnvironment.HowToReadIt(run)),
            new("samples", "Raw samples", HtmlSamples.Content(run)),
        ];
        HtmlPage.Write($"{run.Run.Scenario}, measured {Date(run.Run)}", $"Scenario {run.Run.Scenario}", About(run), sections, writer);
        if (failures.Count > 0)
        {
            throw new ReportException($"{FileName}: {string.Join("; ", failures)}");
        }
    }

    private static Markup About(RunResult run)
    {
        MachineFacts sender = run.Environment.Sender;
        Markup machine = Markup.Of($"{sender.Hardware()}, {sender.OperatingSystem}, {sender.Runtime}");
        Markup partial = run.Run.Partial
            ? Markup.Of($"<p class=\"partial\"><b>Partial.</b> This run was interrupted: some measurements are missing.</p>\n")
            : Markup.Empty;
        Markup imitated = run.Environment.Emulation is { } name
            ? Markup.Of($"<p class=\"partial\"><b>{EmulationNote.Of(name)}</b></p>\n")
            : Markup.Empty;
        return Markup.Of($"""
            {imitated}<p>Measured {Date(run.Run)} on {machine}, over {Medium.Of(run)}. {Amount(run)}</p>
            {partial}
            {LinkText.Of(run).Select(sentence => Markup.Of($"<p>{sentence}.</p>\n"))}
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
            + $"{(sizes == 1 ? "size" : "sizes")}: {measured.Sum(Timed):N0} "
            + $"timed transfers, {ProofNote.Confirmation(measured)}.");
    }

    /// <summary>Timed transfers; a server of another make counts none of them.</summary>
    private static long Timed(Measurement measurement) =>
        measurement.Dimensions.Url is null ? measurement.VerifiedByCount : measurement.Statistics!.N;

    private static string Date(RunInfo info) => info.StartedUtc.ToUniversalTime().ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
}
