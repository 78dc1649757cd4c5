using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Charts;

/// <summary>Makes pictures' models from a run. It knows nothing but the run, and the same run gives the same models.</summary>
public interface IChart
{
    /// <summary>Short name, such as <c>latency-by-size</c>.</summary>
    string Name { get; }

    /// <summary>One model per picture; none when the run has nothing this chart could show.</summary>
    IReadOnlyList<ChartModel> Build(RunResult run);
}
