using BenchmarkDotNet.EventProcessors;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace FileTransfer.Harness.Measuring;

/// <summary>Passes BenchmarkDotNet's progress on.</summary>
internal sealed class MeasurementEvents(MeasurementBook book) : EventProcessor
{
    public override void OnStartBuildStage(IReadOnlyList<BuildPartition> partitions) => book.Building();

    public override void OnStartRunBenchmark(BenchmarkCase benchmarkCase) => book.Start(benchmarkCase);

    public override void OnEndRunBenchmark(BenchmarkCase benchmarkCase, BenchmarkReport report) => book.End(benchmarkCase, report);
}
