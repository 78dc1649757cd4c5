using System.Diagnostics;
using BenchmarkDotNet.Attributes;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.Engine;

/// <summary>Benchmarks of synchronous strategies: no asynchronous code is timed.</summary>
public class SyncTransferBenchmarks : TransferBenchmarks<ISyncTransferStrategy>
{
    /// <summary>One transfer, from before the file is opened to the acknowledgement.</summary>
    [Benchmark]
    public void Transfer()
    {
        try
        {
            Conditioned?.BeforeTransfer(Payload);
            long start = Stopwatch.GetTimestamp();
            Delivery delivery = Connected.Transfer(Payload);
            Recorder.Record(start, delivery, Stopwatch.GetTimestamp());
        }
        catch (Exception exception)
        {
            Fail(exception);
            throw;
        }
    }
}
