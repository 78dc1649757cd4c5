using BenchmarkDotNet.EventProcessors;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using FileTransfer.Benchmarking.Cases;
using FileTransfer.Results;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Benchmarking.Host;

/// <summary>A run of BenchmarkDotNet in this process: has a server while cases are measured, and keeps what they recorded.</summary>
/// <remarks>BenchmarkDotNet makes the configurations of several classes by itself; all of them have to share one server.</remarks>
internal sealed class TransferRun : EventProcessor, IDisposable
{
    private readonly Dictionary<BenchmarkCase, string> _failures = [];
    private readonly HashSet<StrategyDescriptor> _strategies = [];
    private CaseFolder? _folder;
    private RunServer? _server;

    private TransferRun() => AppDomain.CurrentDomain.ProcessExit += (_, _) => Dispose();

    /// <summary>The one of this process: runs come one after another.</summary>
    public static TransferRun OfThisProcess { get; } = new();

    /// <summary>Why a case failed, or null.</summary>
    public string? FailureOf(BenchmarkCase benchmark) => _failures.GetValueOrDefault(benchmark);

    /// <summary>The launches of a case that was just measured; none when one of them failed, or recorded nothing.</summary>
    public IReadOnlyList<Launch> ProvenLaunchesOf(BenchmarkCase benchmark)
    {
        List<Launch> launches = Collect(benchmark);
        return FailureOf(benchmark) is null ? launches : [];
    }

    /// <summary>The values of a case, for columns.</summary>
    public static IEnumerable<Metric> MetricsOf(BenchmarkCase benchmark, IReadOnlyList<Launch> launches) => TransferMetric.Of(
        launches, new BenchmarkClass(benchmark.Descriptor.Type).SizeOf(benchmark).Bytes, Strategy(benchmark).Delivers);

    /// <inheritdoc/>
    public override void OnStartBuildStage(IReadOnlyList<BuildPartition> partitions)
    {
        _strategies.Clear();
        _strategies.UnionWith(partitions
            .SelectMany(partition => partition.Benchmarks)
            .Select(built => built.BenchmarkCase)
            .Where(benchmark => BenchmarkClass.Is(benchmark.Descriptor.Type))
            .Select(Strategy));
    }

    /// <inheritdoc/>
    public override void OnStartRunStage()
    {
        // A run before this one may have ended by an exception, of which BenchmarkDotNet tells nobody.
        Dispose();
        _failures.Clear();
        _folder = new CaseFolder();
    }

    /// <inheritdoc/>
    public override void OnStartRunBenchmark(BenchmarkCase benchmarkCase)
    {
        if (_folder is null || !BenchmarkClass.Is(benchmarkCase.Descriptor.Type))
        {
            return;
        }

        // Usually once per run; a server that has died would take all later cases with it.
        if (_server is not { IsAlive: true })
        {
            _server?.Dispose();
            _server = RunServer.Start(_strategies);
        }

        _folder.Write(new TransferCase
        {
            Strategy = Strategy(benchmarkCase).Id,
            SizeBytes = new BenchmarkClass(benchmarkCase.Descriptor.Type).SizeOf(benchmarkCase).Bytes,
            CongestionControl = _server.CongestionControl,
            Server = _server.Control,
            ServerProcess = _server.ProcessId,
            NoServer = _server.Failure,
        });
    }

    /// <inheritdoc/>
    public override void OnEndRunBenchmark(BenchmarkCase benchmarkCase, BenchmarkReport report)
    {
        // Of a case that failed nobody has asked for metrics.
        foreach (Launch _ in Collect(benchmarkCase))
        {
        }
    }

    /// <inheritdoc/>
    public override void OnEndRunStage() => Dispose();

    /// <summary>Ends the server. The next run starts another.</summary>
    public void Dispose()
    {
        _server?.Dispose();
        _server = null;
        _folder?.Dispose();
        _folder = null;
    }

    private static StrategyDescriptor Strategy(BenchmarkCase benchmark)
    {
        Type type = benchmark.Descriptor.Type;
        string id = new BenchmarkClass(type).StrategyOf(benchmark);
        return new ClassStrategies(type).TryFind(id, out StrategyDescriptor? strategy)
            ? strategy
            : throw new InvalidOperationException($"{id} was found when the benchmarks were validated, and is not any more");
    }

    /// <summary>Takes what the processes of a case have left; the launches that are proven.</summary>
    private List<Launch> Collect(BenchmarkCase benchmark)
    {
        List<Launch> launches = [];
        foreach (LaunchRecord record in _folder?.TakeRecords() ?? [])
        {
            if (record.Failure is { } failure)
            {
                _failures.TryAdd(benchmark, failure);
            }
            else if (record.Launch is { } launch)
            {
                launches.Add(launch);
            }
        }

        return launches;
    }
}
