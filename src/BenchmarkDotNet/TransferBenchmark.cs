using BenchmarkDotNet.Attributes;
using FileTransfer.Benchmarking.Cases;
using FileTransfer.Benchmarking.Host;
using FileTransfer.Benchmarking.Sending;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Benchmarking;

/// <summary>
/// Base class of benchmarks that send files. It connects to a draining server, which the run starts in a process of its own, and proves
/// every delivery.
/// </summary>
/// <remarks>
/// The class needs a public property with <see cref="FileSizesAttribute"/>, and either a public property with
/// <see cref="StrategyIdsAttribute"/> or a <see cref="StrategyIdAttribute"/> on each benchmark method. A case whose proof fails has no
/// result, and the errors of the run say why.
/// </remarks>
[TransferRun]
public abstract class TransferBenchmark : ITransferBenchmark
{
    private TransferLaunch? _launch;

    /// <summary>Makes the payload, verifies a first transfer by checksum, connects. BenchmarkDotNet calls it before it measures.</summary>
    /// <exception cref="TransferException">The strategy cannot deliver this payload here.</exception>
    [GlobalSetup]
    public virtual void ConnectToServer() => _launch = TransferLaunch.Start(GetType());

    /// <summary>Compares what the receiver counted and checked with the transfers. BenchmarkDotNet calls it when it has measured.</summary>
    /// <exception cref="TransferException">The transfers are not proven.</exception>
    [GlobalCleanup]
    public virtual void ProveTransfers()
    {
        using TransferLaunch? launch = _launch;
        _launch = null;
        launch?.Finish();
    }

    /// <summary>
    /// Sends the payload once by the strategy of the case, and waits for the receiver's acknowledgement: one sample, from before the file
    /// is opened. A benchmark method is to do nothing else.
    /// </summary>
    /// <remarks>
    /// A synchronous strategy runs on the calling thread, with nothing asynchronous in between. For an asynchronous one the calling thread
    /// blocks until it has completed, as BenchmarkDotNet does for a benchmark method that returns a task.
    /// </remarks>
    /// <returns>What the receiver confirmed.</returns>
    /// <exception cref="TransferException">The payload was not delivered, or something else was confirmed.</exception>
    /// <exception cref="InvalidOperationException">BenchmarkDotNet does not run this object.</exception>
    protected Delivery Send() => (_launch ?? throw new InvalidOperationException(
        $"{GetType().Name} is not connected: only BenchmarkDotNet can run it, by BenchmarkRunner.Run<{GetType().Name}>()")).Send();
}
