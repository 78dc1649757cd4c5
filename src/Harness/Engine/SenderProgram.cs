using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Environments;
using BenchmarkDotNet.Jobs;
using FileTransfer.Harness.Launching;
using FileTransfer.Harness.Senders;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Engine;

/// <summary>The sender process: one launch of one case under BenchmarkDotNet's engine, without building another program.</summary>
/// <remarks>
/// BenchmarkDotNet's own toolchain generates and builds a program per run, which takes ten seconds and needs an SDK. This class
/// does the same as that program: it runs the benchmark in the engine and prints the engine's measurements.
/// </remarks>
internal static class SenderProgram
{
    /// <summary>Runs the launch of this process.</summary>
    /// <returns>An <see cref="ExitCode"/>.</returns>
    public static int Run()
    {
        // Signals are ignored, because a terminal sends them to all foreground processes; the parent ends this one.
        PosixSignalRegistration[] ignored = [.. ((PosixSignal[])[PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP])
            .Select(signal => PosixSignalRegistration.Create(signal, context => context.Cancel = true))];
        EndWithParent();
        RaisePriority();
        try
        {
            // Buffered until the launch is over: each line would wake the parent.
            using var output = new StreamWriter(Console.OpenStandardOutput(), bufferSize: 1 << 20);
            using var host = new LaunchHost(output);
            var plan = LaunchPlan.Current();
            foreach (string line in plan.NamesItsRuntime ? BenchmarkEnvironmentInfo.GetCurrent().ToFormattedString() : [])
            {
                host.WriteLine($"// {line}");
            }

            Measure(plan, host);
            return ExitCode.Success;
        }
        catch (Exception exception)
        {
            // The result file has the reason for the user; this goes to senders.log.
            Console.Error.WriteLine(exception);
            return ExitCode.Failed;
        }
        finally
        {
            GC.KeepAlive(ignored);
        }
    }

    private static void Measure(LaunchPlan plan, LaunchHost host)
    {
        StrategyDescriptor strategy = StrategyCatalog.Find(plan.Strategy);
        (string transport, string size) = (plan.Sender.Transport, plan.Payload.Label);
        Job job = LaunchJob.Of(strategy, plan.Profile);
        if (strategy.IsSynchronous)
        {
            var benchmarks = new SyncTransferBenchmarks { Strategy = strategy.Id, Transport = transport, Size = size };
            Measure(benchmarks, benchmarks.Transfer, prepare: null, operations: 1, job, host);
        }
        else if (strategy.IsConcurrent)
        {
            var benchmarks = new ConcurrentTransferBenchmarks { Strategy = strategy.Id, Transport = transport, Size = size };
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
            var benchmarks = new AsyncTransferBenchmarks { Strategy = strategy.Id, Transport = transport, Size = size };
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
        // Before the engine is created: the number of transfers per iteration follows from their duration, without a search.
        benchmarks.Setup();
        job = LaunchJob.WithPace(job, benchmarks.Pace);
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
            WorkloadActionNoUnroll = Repeat(transfer, 1),
            WorkloadActionUnroll = Repeat(transfer, job.Run.UnrollFactor),
            OverheadActionNoUnroll = Repeat(Nothing, 1),
            OverheadActionUnroll = Repeat(Nothing, job.Run.UnrollFactor),
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
    private static Action<long> Repeat(Action action, int times) => count =>
    {
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

    /// <summary>Exits when the parent exits: only the parent holds the other end of the standard input.</summary>
    private static void EndWithParent() => new Thread(() =>
    {
        using Stream input = Console.OpenStandardInput();
        while (input.ReadByte() >= 0)
        {
        }

        Environment.Exit(ExitCode.Interrupted);
    })
    { IsBackground = true, Name = "waits for the parent to end" }.Start();
}
