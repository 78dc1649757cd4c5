using System.Text;
using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Charts;

/// <summary>Every chart there is. Adding one is one line here.</summary>
public static class ChartCatalog
{
    /// <summary>All charts, in the order in which they are read.</summary>
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
    public static IReadOnlyList<ChartModel> BuildAll(RunResult run) => BuildAll(run, []);

    /// <summary>The models of all charts of a run, with times from outside the run beside it.</summary>
    public static IReadOnlyList<ChartModel> BuildAll(RunResult run, IReadOnlyList<ReferenceLine> references) =>
        [.. All.SelectMany(chart => chart.Build(run, references))];

    /// <summary>Writes all charts into a folder, which is made when it is missing, and returns the paths of the files.</summary>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be written.</exception>
    public static IReadOnlyList<string> WriteAll(RunResult run, IReadOnlyList<ReferenceLine> references, string folder)
    {
        Directory.CreateDirectory(folder);
        List<string> paths = [];
        foreach (ChartModel model in BuildAll(run, references))
        {
            string path = Path.Combine(folder, model.Id + ".svg");
            File.WriteAllText(path, SvgWriter.Write(model), new UTF8Encoding(encoderShouldEmitUTF8Identifier: false));
            paths.Add(path);
        }

        return paths;
    }
}
