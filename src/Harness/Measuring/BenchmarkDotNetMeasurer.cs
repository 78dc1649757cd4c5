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
using FileTransfer.Harness.Results;
using FileTransfer.Strategies;
using Perfolizer.Horology;
using Perfolizer.Mathematics.OutlierDetection;

namespace FileTransfer.Harness.Measuring;

/// <summary>Measures under BenchmarkDotNet: a fresh process per launch, and beside its averages every transfer's own duration.</summary>
public sealed class BenchmarkDotNetMeasurer : IMeasurer
{
    /// <summary>Environment variable that names what runs before a program's first line.</summary>
    private const string StartupHooks = "DOTNET_STARTUP_HOOKS";

    /// <summary>Operations per iteration of strategies that send nothing: a time-based count would run into millions.</summary>
    private const int NullOperations = 4096;

    /// <summary>Limit for building the sender program. Two minutes, BenchmarkDotNet's own, are not enough on a busy machine.</summary>
    private static readonly TimeSpan s_buildLimit = TimeSpan.FromMinutes(5);

    /// <inheritdoc/>
    public async Task MeasureAsync(RunPlan plan, IMeasurementObserver observer, CancellationToken cancellationToken)
    {
        string launchFolder = Directory.CreateDirectory(Path.Combine(plan.Folder, "launches")).FullName;
        new LaunchPlan
        {
            Folder = launchFolder,
            Sender = plan.Sender,
            Payloads = plan.Payloads,
            Warmup = plan.Profile.Warmup,
            Iterations = plan.Profile.Iterations,
        }.Publish(Path.Combine(launchFolder, "plan"));
        ServerSupervisor server = await ServerSupervisor.StartAsync(plan, cancellationToken);
        await using (server)
        {
            RunEnvironment environment = await EnvironmentProbe.CollectAsync(plan, server.Control, cancellationToken);
            observer.Started(environment);
            var book = new MeasurementBook(plan, new MeasurementAssembler(launchFolder, environment.MemoryCopyGBps), server, observer);
            book.ReportUnsupported();
            Run(plan, book, observer);
        }

        Directory.Delete(launchFolder, recursive: true);
    }

    private static void Run(RunPlan plan, MeasurementBook book, IMeasurementObserver observer)
    {
        Type[] types =
        [
            .. Fill<SyncTransferBenchmarks, ISyncTransferStrategy>(plan, strategy => strategy.IsSynchronous),
            .. Fill<AsyncTransferBenchmarks, IAsyncTransferStrategy>(plan, strategy => !strategy.IsSynchronous && !strategy.IsConcurrent),
            .. Fill<ConcurrentTransferBenchmarks, IConcurrentTransferStrategy>(plan, strategy => strategy.IsConcurrent),
        ];

        // BenchmarkDotNet's own words go into a file: they include traces that are of no use at a terminal.
        using var log = new StreamLogger(Path.Combine(plan.Folder, "benchmarkdotnet.log"));
        IConfig config = Configure(plan, log, book);
        BenchmarkRunInfo[] runs = Shuffle(types.Select(type => BenchmarkConverter.TypeToBenchmarks(type, config)), plan.OrderSeed);
        Summary[] summaries = BenchmarkRunner.Run(runs);
        book.ReportMissing(summaries);
        var table = new AccumulationLogger();
        foreach (Summary summary in summaries)
        {
            MarkdownExporter.Console.ExportToLog(summary, table);
        }

        observer.Summary(table.GetLog().Trim());
    }

    /// <summary>Gives a class of benchmarks its cases; the class itself, unless it has none.</summary>
    private static IEnumerable<Type> Fill<TBenchmarks, TStrategy>(RunPlan plan, Func<StrategyDescriptor, bool> belongs)
        where TBenchmarks : TransferBenchmarks<TStrategy>
        where TStrategy : class, ITransferStrategy
    {
        PlannedCase[] cases = [.. plan.Available.Where(planned => belongs(planned.Strategy))];
        TransferBenchmarks<TStrategy>.Strategies = [.. cases.Select(planned => planned.Strategy.Id).Distinct()];
        TransferBenchmarks<TStrategy>.Transports = [.. cases.Select(planned => planned.Transport).Distinct()];
        TransferBenchmarks<TStrategy>.Sizes = [.. cases.Select(planned => planned.Payload.Label).Distinct()];
        return cases.Length > 0 ? [typeof(TBenchmarks)] : [];
    }

    /// <summary>
    /// One run per case, in an order shuffled with the recorded seed: an orderer of BenchmarkDotNet's could shuffle the
    /// cases of each class only, and the asynchronous strategies would always come last.
    /// </summary>
    private static BenchmarkRunInfo[] Shuffle(IEnumerable<BenchmarkRunInfo> runs, int seed)
    {
        BenchmarkRunInfo[] cases = [.. runs.SelectMany(run => run.BenchmarksCases.Select(benchmark => new BenchmarkRunInfo([benchmark], run.Type, run.Config)))];
        new Random(seed).Shuffle(cases);
        return cases;
    }

    private static IConfig Configure(RunPlan plan, ILogger log, MeasurementBook book)
    {
        Job transfers = Job.Default
            .WithId(plan.Profile.Name)
            .WithEnvironmentVariable(StartupHooks, typeof(StartupHook).Assembly.GetName().Name!)
            .WithLaunchCount(plan.Profile.Launches)
            .WithWarmupCount(1)
            .WithIterationCount(plan.Profile.Iterations)
            .WithIterationTime(TimeInterval.FromMilliseconds(plan.Profile.Iteration.TotalMilliseconds))
            .WithMinInvokeCount(1)
            .WithUnrollFactor(1)
            .WithEvaluateOverhead(false)
            // What an average leaves out is what this project is about.
            .WithOutlierMode(OutlierMode.DontRemove);
        // One launch: who talks to nobody does not care where the kernel puts it.
        Job nothing = transfers.WithId($"{plan.Profile.Name}-null").WithLaunchCount(1).WithInvocationCount(NullOperations).WithUnrollFactor(16);
        // One call is a round of many transfers already, and each round is prepared.
        Job rounds = transfers.WithId($"{plan.Profile.Name}-rounds").WithInvocationCount(1);
        var jobs = plan.Available.ToDictionary(
            planned => planned.Key,
            planned => !planned.Strategy.Delivers ? nothing : planned.Strategy.IsConcurrent ? rounds : transfers);

        ManualConfig config = ManualConfig.CreateEmpty()
            .AddJob([.. jobs.Values.Distinct()])
            // BenchmarkDotNet multiplies everything with everything; most of that is no case of this run.
            .AddFilter(new SimpleFilter(benchmark => jobs.TryGetValue(MeasurementBook.KeyOf(benchmark), out Job? job) && job.Id == benchmark.Job.Id))
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddColumnProvider(DefaultColumnProviders.Params)
            .AddColumn(StatisticColumn.Mean)
            .AddColumn([.. MeasurementColumn.All(book)])
            .AddExporter(JsonExporter.Full, MarkdownExporter.GitHub, CsvExporter.Default)
            .AddLogger(log)
            .AddEventProcessor(new MeasurementEvents(book))
            .WithOrderer(new TableOrder(plan))
            .WithBuildTimeout(s_buildLimit)
            .WithArtifactsPath(Path.Combine(plan.Folder, "benchmarkdotnet"))
            .WithSummaryStyle(SummaryStyle.Default.WithMaxParameterColumnWidth(40))
            .WithOptions(ConfigOptions.JoinSummary | ConfigOptions.DisableLogFile);
        return ManualConfig.Union(config, BenchmarkDotNetArguments.Parse(plan.BenchmarkDotNetArguments));
    }
}
