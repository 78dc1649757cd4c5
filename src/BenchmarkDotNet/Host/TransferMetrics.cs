using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Reports;

namespace FileTransfer.Benchmarking.Host;

/// <summary>Hands the values of single transfers to BenchmarkDotNet, which makes columns of them.</summary>
internal sealed class TransferMetrics(TransferRun run) : TransferDiagnoser
{
    /// <inheritdoc/>
    /// <remarks>BenchmarkDotNet calls it after the measured launches, and before extra ones of other diagnosers.</remarks>
    public override IEnumerable<Metric> ProcessResults(DiagnoserResults results) => run.MetricsOf(results.BenchmarkCase);
}
