using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Environments;
using BenchmarkDotNet.Jobs;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Sessions;
using FileTransfer.Senders.StrategyAssemblies;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.Engine;

/// <summary>
/// The sender process: launches of one strategy, one after another, each under BenchmarkDotNet's engine, without building another program.
/// A turn is an iteration of the engine.
/// </summary>
/// <remarks>
/// BenchmarkDotNet's own toolchain generates and builds a program per run, which takes ten seconds and needs an SDK. This class
/// does the same as that program: it runs the benchmark in the engine and prints the engine's measurements.
/// </remarks>
internal static class SenderProgram
{
    /// <summary>Makes the launches that the parent asks for.</summary>
    /// <returns>An <see cref="ExitCode"/>.</returns>
    public static int Run()
    {
        // Signals are ignored, because a terminal sends them to all foreground processes; the parent ends this one.
        PosixSignalRegistration[] ignored = [.. ((PosixSignal[])[PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP])
            .Select(signal => PosixSignalRegistration.Create(signal, context => context.Cancel = true))];
        RaisePriority();
        // What a strategy prints is no answer to the parent; with the other errors it goes to senders.log.
        Console.SetOut(Console.Error);
        var instructions = new Instructions();
        // It takes a tenth of a second, and is the same in all launches.
        var runtime = new Lazy<string[]>(() => [.. BenchmarkEnvironmentInfo.GetCurrent().ToFormattedString()]);
        try
        {
            // Loaded with the first launch, and the same in all.
            KnownStrategies? known = null;
            instructions.Answer(Instructions.Ready);
            while (instructions.Next() is [Instructions.Launch, string path])
            {
                var plan = LaunchPlan.Load(path);
                known ??= KnownTo(plan);
                Measure(plan, known.Find(plan.Strategy), instructions, runtime);
                instructions.Answer(Instructions.Finished);
            }

            return ExitCode.Success;
        }
        catch (Exception exception)
        {
            // The record has the reason for the user; this goes to senders.log.
            Console.Error.WriteLine(exception);
            instructions.Answer(Instructions.Failed);
            return ExitCode.Failed;
        }
        finally
        {
            GC.KeepAlive(ignored);
        }
    }

    private static KnownStrategies KnownTo(LaunchPlan plan)
    {
        try
        {
            return plan.StrategiesFrom is { } file ? StrategyAssembly.Load(file).Known : StrategyCatalog.Ours;
        }
        catch (InvalidDataException exception)
        {
            new LaunchRecord { Failure = exception.Message }.Save(plan.Record);
            throw;
        }
    }

    private static void Measure(LaunchPlan plan, StrategyDescriptor strategy, Instructions instructions, Lazy<string[]> runtime)
    {
        // Not written before the launch is over: each line would wake the parent.
        using var output = new StringWriter(CultureInfo.InvariantCulture);
        using (var host = new LaunchHost(output))
        {
            foreach (string line in plan.NamesItsRuntime ? runtime.Value : [])
            {
                host.WriteLine($"// {line}");
            }

            Measure(plan, strategy, instructions, host);
        }

        string[] lines = output.ToString().Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        (LaunchRecord.Load(plan.Record) with { Lines = lines }).Save(plan.Record);
    }

    private static void Measure(LaunchPlan plan, StrategyDescriptor strategy, Instructions instructions, LaunchHost host)
    {
        Job job = LaunchJob.Of(strategy, plan.Profile);
        if (strategy.IsSynchronous)
        {
            var benchmarks = new SyncTransferBenchmarks();
            benchmarks.Prepare(plan, strategy, instructions);
            Measure(benchmarks, benchmarks.Transfer, prepare: null, operations: 1, job, host);
        }
        else if (strategy.IsConcurrent)
        {
            var benchmarks = new ConcurrentTransferBenchmarks();
            benchmarks.Prepare(plan, strategy, instructions);
            Measure(
                benchmarks,
                () => benchmarks.Transfer().GetAwaiter().GetResult(),
                benchmarks.Prepare,
                TransferRound.Transfers,
                job,
                host);
        }
        else
        {
            var benchmarks = new AsyncTransferBenchmarks();
            benchmarks.Prepare(plan, strategy, instructions);
            Measure(benchmarks, () => benchmarks.Transfer().GetAwaiter().GetResult(), prepare: null, operations: 1, job, host);
        }
    }

    private static void Measure<TStrategy>(
        TransferBenchmarks<TStrategy> benchmarks,
        Action transfer,
        Action? prepare,
        int operations,
        Job job,
        LaunchHost host)
        where TStrategy : class, ITransferStrategy
    {
        // The number of transfers per iteration follows from their duration, without a search.
        job = LaunchJob.WithPace(job, benchmarks.Pace, benchmarks.MostTransfers);
        var parameters = new EngineParameters
        {
            Host = host,
            TargetJob = job,
            BenchmarkName = $"{benchmarks.Strategy} {benchmarks.Transport} {benchmarks.Size}",
            OperationsPerInvoke = operations,
            GlobalSetupAction = Nothing,
            GlobalCleanupAction = benchmarks.Cleanup,
            IterationSetupAction = prepare ?? Nothing,
            IterationCleanupAction = Nothing,
            WorkloadActionNoUnroll = Repeat(transfer, 1, benchmarks.ThrowIfFailed),
            WorkloadActionUnroll = Repeat(transfer, job.Run.UnrollFactor, benchmarks.ThrowIfFailed),
            OverheadActionNoUnroll = Repeat(Nothing, 1, Nothing),
            OverheadActionUnroll = Repeat(Nothing, job.Run.UnrollFactor, Nothing),
            Dummy1Action = Nothing,
            Dummy2Action = Nothing,
            Dummy3Action = Nothing,
            // For MemoryDiagnoser.
            MeasureExtraStats = true,
        };
        using IEngine engine = new EngineFactory().CreateReadyToRun(parameters);
        host.ReportResults(engine.Run());
    }

    /// <summary>One iteration; the engine passes the number of calls divided by the unroll factor.</summary>
    private static Action<long> Repeat(Action action, int times, Action before) => count =>
    {
        before();
        for (long i = count * times; i > 0; i--)
        {
            action();
        }
    };

    private static void Nothing()
    {
    }

    /// <summary>Raises the priority, as BenchmarkDotNet's own executor does. This needs the rights of root.</summary>
    private static void RaisePriority()
    {
        try
        {
            using var self = Process.GetCurrentProcess();
            self.PriorityClass = ProcessPriorityClass.High;
        }
        catch (Win32Exception)
        {
            // Not permitted: then every sender of the run has normal priority.
        }
    }
}
