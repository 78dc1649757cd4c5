using BenchmarkDotNet.Attributes;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.Engine;

/// <summary>Benchmarks of strategies with several transfers in flight: one call is one round.</summary>
public class ConcurrentTransferBenchmarks : TransferBenchmarks<IConcurrentTransferStrategy>
{
    /// <summary>Prepares the requests of the next round.</summary>
    [IterationSetup]
    public void Prepare()
    {
        try
        {
            Round!.Prepare();
        }
        catch (Exception exception)
        {
            Fail(exception);
            throw;
        }
    }

    /// <summary>One round, from before the first request is sent to the end of the last answer.</summary>
    [Benchmark(OperationsPerInvoke = TransferRound.Transfers)]
    public async Task Transfer()
    {
        try
        {
            await Round!.RunAsync(Recorder);
        }
        catch (Exception exception)
        {
            Fail(exception);
            throw;
        }
    }
}
