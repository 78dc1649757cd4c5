using System.Diagnostics;
using BenchmarkDotNet.Attributes;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.Engine;

/// <summary>Benchmarks of asynchronous strategies, awaited as in a program.</summary>
public class AsyncTransferBenchmarks : TransferBenchmarks<IAsyncTransferStrategy>
{
    /// <summary>One transfer, from before the file is opened to the acknowledgement.</summary>
    [Benchmark]
    public async Task Transfer()
    {
        try
        {
            Conditioned?.BeforeTransfer(Payload);
            long start = Stopwatch.GetTimestamp();
            Delivery delivery = await Connected.TransferAsync(Payload, CancellationToken.None);
            Recorder.Record(start, delivery, Stopwatch.GetTimestamp());
        }
        catch (Exception exception)
        {
            Fail(exception);
            throw;
        }
    }
}
