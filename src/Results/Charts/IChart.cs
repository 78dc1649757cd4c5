using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Results.Charts;

/// <summary>Builds the models of one or more pictures from a run. The same run always gives the same models.</summary>
internal interface IChart
{
    /// <summary>Short name, such as <c>latency-by-size</c>.</summary>
    string Name { get; }

    /// <summary>One model per picture; none when the run has no data for this chart.</summary>
    IReadOnlyList<ChartModel> Build(RunResult run);
}
