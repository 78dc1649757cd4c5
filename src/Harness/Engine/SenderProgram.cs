using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Environments;
using BenchmarkDotNet.Jobs;
using FileTransfer.Harness.Errors;
using FileTransfer.Harness.Measuring;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Engine;

/// <summary>A sender process: one launch of one case under BenchmarkDotNet's engine, in the program that was built already.</summary>
/// <remarks>
/// BenchmarkDotNet's own toolchain generates a program per run and builds it, which takes ten seconds and an SDK. What that
/// program does is done here: it hands the benchmark to the engine and prints what the engine measured.
/// </remarks>
internal static class SenderProgram
{
    /// <summary>Runs the launch that this process was started for.</summary>
    /// <returns>An <see cref="ExitCode"/>.</returns>
    public static int Run()
    {
        // The parent decides when it ends: a terminal sends its signals to every process in the foreground.
        PosixSignalRegistration[] ignored = [.. ((PosixSignal[])[PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP])
            .Select(signal => PosixSignalRegistration.Create(signal, context => context.Cancel = true))];
        EndWithParent();
        RaisePriority();
        try
        {
            // Printed all at once when the launch is over: the parent would wake at every line.
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
            // The launch's file has the reason for the user; this is for senders.log.
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
            Measure(benchmarks, () => benchmarks.Transfer().GetAwaiter().GetResult(), benchmarks.Prepare, TransferRound.Transfers, job, host);
        }
        else
        {
            var benchmarks = new AsyncTransferBenchmarks { Strategy = strategy.Id, Transport = transport, Size = size };
            Measure(benchmarks, () => benchmarks.Transfer().GetAwaiter().GetResult(), prepare: null, operations: 1, job, host);
        }
    }

    private static void Measure<TStrategy>(TransferBenchmarks<TStrategy> benchmarks, Action transfer, Action? prepare, int operations, Job job, LaunchHost host)
        where TStrategy : class, ITransferStrategy
    {
        // Before the engine is made: how many transfers fill an iteration is known from their pace, and needs no search.
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
            // What MemoryDiagnoser shows.
            MeasureExtraStats = true,
        };
        using IEngine engine = new EngineFactory().CreateReadyToRun(parameters);
        host.ReportResults(engine.Run());
    }

    /// <summary>An iteration; the engine gives the number of calls divided by the unroll factor.</summary>
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

    /// <summary>As BenchmarkDotNet's own executor does: where it may (as root), the sender takes precedence over what else runs.</summary>
    private static void RaisePriority()
    {
        try
        {
            using var self = Process.GetCurrentProcess();
            self.PriorityClass = ProcessPriorityClass.High;
        }
        catch (Win32Exception)
        {
            // Not allowed: nobody else's sender has it either.
        }
    }

    /// <summary>Ends this process when its parent does: nobody else holds the other end of its standard input.</summary>
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
