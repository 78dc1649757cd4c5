using System.Text;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Errors;

namespace FileTransfer.Results.Charts;

/// <summary>The list of all charts. A new chart needs one line here.</summary>
internal static class ChartCatalog
{
    /// <summary>All charts, in reading order.</summary>
    public static IReadOnlyList<IChart> All { get; } =
    [
        new LatencyBySize(),
        new RequestsChart(),
        new FetchesBySize(),
        new ThroughputBySize(),
        new SpeedupMatrix(),
        new Timeline(),
        new Distribution(),
        new CpuCostBySize(),
        new AllocatedBySize(),
    ];

    /// <summary>The models of all charts of a run.</summary>
    public static IReadOnlyList<ChartModel> BuildAll(RunResult run) => [.. All.SelectMany(chart => Build(chart, run))];

    /// <summary>The models of a chart: for each placement of a run its own. None of a run under an imitation.</summary>
    public static IReadOnlyList<ChartModel> Build(IChart chart, RunResult run) => run.Environment.Emulation is not null ? []
        : !PlacementText.AreSeveral(run)
        ? chart.Build(run)
        : [.. from view in run.ByPlacement
              let placement = view.Measurements[0].Placement
              from model in chart.Build(view)
              select model with
              {
                  Id = $"{model.Id}-{placement}",
                  Title = $"{PlacementText.Heading(placement)}: {model.Title}",
              }];

    /// <summary>Writes all charts into a folder, creates the folder if it is missing, and returns the paths of the files.</summary>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be written.</exception>
    /// <exception cref="ReportException">A chart could not be drawn; the others are written.</exception>
    public static IReadOnlyList<string> WriteAll(RunResult run, string folder) => WriteAll(All, run, folder);

    /// <summary>Writes the given charts instead of all.</summary>
    internal static IReadOnlyList<string> WriteAll(IEnumerable<IChart> charts, RunResult run, string folder)
    {
        Directory.CreateDirectory(folder);
        List<string> paths = [];
        List<string> failures = [];
        foreach (IChart chart in charts)
        {
            (string Id, string Svg)[] pictures;
            try
            {
                pictures = [.. Build(chart, run).Select(model => (model.Id, SvgWriter.Write(model)))];
            }
            catch (Exception exception)
            {
                // A defect in one chart must not prevent the others.
                failures.Add(ReportException.Describe($"chart {chart.Name}", exception));
                continue;
            }

            foreach ((string id, string svg) in pictures)
            {
                string path = Path.Combine(folder, id + ".svg");
                File.WriteAllText(path, svg, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false));
                paths.Add(path);
            }
        }

        ReportException.ThrowIfAny(failures, folder);
        return paths;
    }
}
