using FileTransfer.Results;
using FileTransfer.Results.Charts;
using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Harness.Tests.Charts;

/// <summary>A chart with a defect.</summary>
internal sealed class BrokenChart : IChart
{
    public string Name => "broken";

    public IReadOnlyList<ChartModel> Build(RunResult run) => throw new InvalidOperationException("no <group> at all");
}
