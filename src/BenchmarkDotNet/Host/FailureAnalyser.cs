using BenchmarkDotNet.Analysers;
using BenchmarkDotNet.Reports;

namespace FileTransfer.Benchmarking.Host;

/// <summary>Says below the table why cases failed.</summary>
internal sealed class FailureAnalyser(TransferRun run) : AnalyserBase
{
    /// <inheritdoc/>
    public override string Id => "Transfers";

    /// <inheritdoc/>
    protected override IEnumerable<Conclusion> AnalyseReport(BenchmarkReport report, Summary summary) =>
        run.FailureOf(report.BenchmarkCase) is { } reason ? [CreateError(reason, report)] : [];
}
