using System.Diagnostics;
using BenchmarkDotNet.Analysers;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using FileTransfer.Benchmarking;
using FileTransfer.Benchmarking.Cases;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Tests.Benchmarking;

/// <summary>Runs of BenchmarkDotNet within this process, which need no build.</summary>
public sealed class TransferRunTests
{
    private static readonly string[] s_columns = ["P50", "P99", "MB/s", "Sender CPU s/GB", "Receiver CPU s/GB"];

    /// <summary>One server serves all cases, a lie fails its own case alone, and the server is gone at the end.</summary>
    [ExhaustiveFact]
    public void Run_OneStrategyLies_FailsThatCaseAndMeasuresTheOthers()
    {
        using var folder = new TemporaryFolder();
        var log = new AccumulationLogger();
        ManualConfig config = ManualConfig.CreateEmpty()
            .AddJob(Job.Dry.WithToolchain(InProcessEmitToolchain.DontLogOutput)
                .WithIterationCount(3)
                .WithInvocationCount(16)
                .WithUnrollFactor(16))
            .AddColumnProvider(DefaultColumnProviders.Instance)
            .AddLogger(log)
            .WithArtifactsPath(folder.Path);
        Summary summary = BenchmarkRunner.Run<OneLies>(config);

        string words = log.GetLog();
        Assert.DoesNotContain(summary.ValidationErrors, error => error.IsCritical);
        Assert.True(summary.Reports.Length == 3, words);
        foreach (BenchmarkReport report in summary.Reports)
        {
            bool lies = (string)report.BenchmarkCase.Parameters["Strategy"] == "claims-all";
            Assert.True(report.Success != lies, words);
            Assert.True(report.Metrics.Count == (lies ? 0 : s_columns.Length), words);
            Assert.All(report.Metrics.Values, metric => Assert.True(double.IsFinite(metric.Value) && metric.Value >= 0));
            Assert.Equal(lies, report.ResultStatistics is null);
        }

        BenchmarkReport honest = summary.Reports.First(report => report.Success);
        Assert.True(honest.Metrics["FileTransfer.P50"].Value > 0);
        Assert.True(honest.Metrics["FileTransfer.P50"].Value <= honest.Metrics["FileTransfer.P99"].Value);
        Assert.True(honest.Metrics["FileTransfer.MB/s"].Value > 0);
        Assert.Superset(s_columns.ToHashSet(), summary.Table.Columns.Select(column => column.Header).ToHashSet());
        Conclusion error = Assert.Single(
            summary.BenchmarksCases[0].Config.GetCompositeAnalyser().Analyse(summary), found => found.Kind == ConclusionKind.Error);
        Assert.Contains("the strategy claims deliveries that never arrived", error.Message, StringComparison.Ordinal);

        Assert.Matches(
            "Proven: 2 cases\\. The other end counted their [0-9]+ measured transfers too, "
            + "and the content of [0-9]+ transfers was checked\\.",
            words);

        int server = Assert.Single(OneLies.Servers.Distinct());
        Assert.Throws<ArgumentException>(() => Process.GetProcessById(server));
    }

    // BenchmarkDotNet takes public classes only.
#pragma warning disable CA1034
    [TransferColumns]
    public class OneLies : TransferBenchmark
    {
        public static List<int> Servers { get; } = [];

        [StrategyIds("send-file", "claims-all", "copy-to-async")]
        public string Strategy { get; set; } = "";

        [FileSizes("10K")]
        public ByteSize Size { get; set; }

        public override void ConnectToServer()
        {
            Servers.Add(TransferCase.Load().ServerProcess);
            base.ConnectToServer();
        }

        [Benchmark]
        public Delivery Transfer() => Send();
    }
#pragma warning restore CA1034
}
