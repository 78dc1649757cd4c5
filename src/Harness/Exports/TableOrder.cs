using System.Collections.Immutable;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Order;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using FileTransfer.Harness.Rounds;

namespace FileTransfer.Harness.Exports;

/// <summary>Sorts BenchmarkDotNet's table by size, then by strategy in catalog order, independent of the execution order.</summary>
internal sealed class TableOrder(RunPlan plan) : IOrderer
{
    private readonly List<(string Strategy, string Transport, string Size, string Placement)> _cases =
        [.. plan.Cases.Select(planned => planned.Key)];

    public bool SeparateLogicalGroups => true;

    public IEnumerable<BenchmarkCase> GetExecutionOrder(
        ImmutableArray<BenchmarkCase> benchmarksCase,
        IEnumerable<BenchmarkLogicalGroupRule>? order = null) =>
        benchmarksCase;

    public IEnumerable<BenchmarkCase> GetSummaryOrder(ImmutableArray<BenchmarkCase> benchmarksCases, Summary summary) => benchmarksCases
        .OrderBy(benchmark => _cases.IndexOf(CaseKey.Of(benchmark)));

    public string? GetHighlightGroupKey(BenchmarkCase benchmarkCase) => null;

    public string GetLogicalGroupKey(ImmutableArray<BenchmarkCase> allBenchmarksCases, BenchmarkCase benchmarkCase) =>
        CaseKey.Of(benchmarkCase).Size;

    public IEnumerable<IGrouping<string, BenchmarkCase>> GetLogicalGroupOrder(
        IEnumerable<IGrouping<string, BenchmarkCase>> logicalGroups, IEnumerable<BenchmarkLogicalGroupRule>? order = null) => logicalGroups;
}
