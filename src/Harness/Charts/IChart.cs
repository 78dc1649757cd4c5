using FileTransfer.Harness.Charts.Model;
using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Charts;

/// <summary>Makes pictures' models from a run. It knows nothing but the run, and the same run gives the same models.</summary>
internal interface IChart
{
    /// <summary>Short name, such as <c>latency-by-size</c>.</summary>
    string Name { get; }

    /// <summary>One model per picture; none when the run has nothing this chart could show.</summary>
    IReadOnlyList<ChartModel> Build(RunResult run);

    /// <summary>The same with times from outside the run drawn beside it, by charts in which they have a meaning.</summary>
    IReadOnlyList<ChartModel> Build(RunResult run, IReadOnlyList<ReferenceLine> references) => Build(run);
}
