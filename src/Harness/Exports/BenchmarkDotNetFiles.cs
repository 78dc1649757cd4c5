using System.Globalization;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Exporters.Csv;
using BenchmarkDotNet.Exporters.Json;
using BenchmarkDotNet.Filters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using FileTransfer.Harness.Rounds;
using FileTransfer.Senders.Engine;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Exports;

/// <summary>Writes BenchmarkDotNet's own table and files of a run, because other tools read them.</summary>
internal static class BenchmarkDotNetFiles
{
    /// <summary>BenchmarkDotNet looks for parameters in static properties: those of one run at a time.</summary>
    private static readonly Lock s_one = new();

    /// <summary>Writes the files into the run's folder.</summary>
    public static void Write(RunSoFar run)
    {
        lock (s_one)
        {
            WriteAlone(run);
        }
    }

    private static void WriteAlone(RunSoFar run)
    {
        Type[] types =
        [
            .. Fill<SyncTransferBenchmarks, ISyncTransferStrategy>(run.Plan, strategy => strategy.IsSynchronous),
            .. Fill<AsyncTransferBenchmarks, IAsyncTransferStrategy>(
                run.Plan,
                strategy => !strategy.IsSynchronous && !strategy.IsConcurrent),
            .. Fill<ConcurrentTransferBenchmarks, IConcurrentTransferStrategy>(run.Plan, strategy => strategy.IsConcurrent),
        ];

        // BenchmarkDotNet's log goes into a file: it has stack traces that do not help at a terminal.
        using var log = new StreamLogger(Path.Combine(run.Plan.Folder, "benchmarkdotnet.log"));
        IConfig config = Configure(run, log);
        BenchmarkRunner.Run([.. types.Select(type => BenchmarkConverter.TypeToBenchmarks(type, config))]);
    }

    /// <summary>Sets the cases of a benchmark class. Returns the class, or nothing when it has no cases.</summary>
    private static IEnumerable<Type> Fill<TBenchmarks, TStrategy>(RunPlan plan, Func<StrategyDescriptor, bool> belongs)
        where TBenchmarks : TransferBenchmarks<TStrategy>
        where TStrategy : class, ITransferStrategy
    {
        PlannedCase[] cases = [.. plan.Available.Where(planned => !planned.Strategy.IsNative && belongs(planned.Strategy))];
        TransferBenchmarks<TStrategy>.Strategies = [.. cases.Select(planned => planned.Strategy.Id).Distinct()];
        TransferBenchmarks<TStrategy>.Transports = [.. cases.Select(planned => planned.Transport).Distinct()];
        TransferBenchmarks<TStrategy>.Sizes = [.. cases.Select(planned => planned.Payload.Label).Distinct()];
        TransferBenchmarks<TStrategy>.Placements = [.. cases.Select(planned => planned.Placement.Name).Distinct()];
        return cases.Length > 0 ? [typeof(TBenchmarks)] : [];
    }

    private static IConfig Configure(RunSoFar run, ILogger log)
    {
        RunPlan plan = run.Plan;
        var toolchain = new RecordedToolchain(run);
        // BenchmarkDotNet measures no program outside of .NET.
        var jobs = run.Cases.Where(entry => !entry.Planned.Strategy.IsNative)
            .ToDictionary(entry => entry.Planned.Key, entry => JobOf(entry, plan, toolchain));
        ManualConfig config = ManualConfig.CreateEmpty()
            .AddJob([.. jobs.Values.DistinctBy(job => job.Id)])
            // BenchmarkDotNet combines all parameters; most combinations are not cases of this run.
            .AddFilter(new SimpleFilter(benchmark => jobs.TryGetValue(CaseKey.Of(benchmark), out Job? job) && job.Id == benchmark.Job.Id))
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddColumnProvider(DefaultColumnProviders.Params)
            .AddColumn(StatisticColumn.Mean)
            .AddColumn([.. MeasurementColumn.All(run)])
            .AddExporter(JsonExporter.Full, MarkdownExporter.GitHub, CsvExporter.Default)
            .AddLogger(log)
            .WithOrderer(new TableOrder(plan))
            .WithArtifactsPath(Path.Combine(plan.Folder, "benchmarkdotnet"))
            .WithSummaryStyle(SummaryStyle.Default.WithMaxParameterColumnWidth(40))
            .WithOptions(ConfigOptions.JoinSummary | ConfigOptions.DisableLogFile);
        return ManualConfig.Union(config, BenchmarkDotNetArguments.Parse(plan.BenchmarkDotNetArguments));
    }

    /// <summary>A case's job for the exports, with the number of launches that were made.</summary>
    private static Job JobOf(CaseSoFar entry, RunPlan plan, RecordedToolchain toolchain)
    {
        Job job = LaunchJob.Of(entry.Planned.Strategy, plan.Profile);
        int launches = Math.Max(1, entry.Outputs.Count);
        return job
            .WithLaunchCount(launches)
            .WithId(string.Create(CultureInfo.InvariantCulture, $"{job.Id}-{launches}"))
            .WithToolchain(toolchain);
    }
}
