using System.Diagnostics;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Measuring;

/// <summary>Transfers one payload again and again, times each transfer and hands it to a recorder, which checks it.</summary>
/// <remarks>
/// There are three forms, as there are three interfaces of strategies. Everything that is timed outside of BenchmarkDotNet
/// goes through one of them; the benchmark classes keep a clock of their own, because BenchmarkDotNet repeats for them.
/// </remarks>
internal abstract class SendingLoop
{
    /// <summary>Transfers of one step.</summary>
    public virtual int TransfersPerStep => 1;

    /// <summary>The form that fits a connected strategy.</summary>
    /// <param name="strategy">The strategy, connected.</param>
    /// <param name="payload">What it sends.</param>
    /// <param name="round">Its transfers that are made together; null when it makes one after another.</param>
    public static SendingLoop Of(ITransferStrategy strategy, Payload payload, TransferRound? round) =>
        round is not null ? new RoundLoop(round)
        : strategy is ISyncTransferStrategy synchronous ? new SyncLoop(synchronous, payload)
        : new AsyncLoop((IAsyncTransferStrategy)strategy, payload);

    /// <summary>Makes one step, and further ones for as long as <paramref name="goesOn"/> says so; a synchronous strategy makes them all before this returns.</summary>
    /// <exception cref="TransferException">A transfer failed, or the receiver confirmed something else.</exception>
    public abstract ValueTask RunAsync(SampleRecorder recorder, Func<bool> goesOn);

    /// <summary>Makes one step, and waits for it.</summary>
    /// <exception cref="TransferException">A transfer failed, or the receiver confirmed something else.</exception>
    public void Step(SampleRecorder recorder) => RunAsync(recorder, static () => false).AsTask().GetAwaiter().GetResult();

    private sealed class SyncLoop(ISyncTransferStrategy strategy, Payload payload) : SendingLoop
    {
        public override ValueTask RunAsync(SampleRecorder recorder, Func<bool> goesOn)
        {
            do
            {
                long start = Stopwatch.GetTimestamp();
                Delivery delivery = strategy.Transfer(payload);
                recorder.Record(start, delivery, Stopwatch.GetTimestamp());
            }
            while (goesOn());
            return ValueTask.CompletedTask;
        }
    }

    private sealed class AsyncLoop(IAsyncTransferStrategy strategy, Payload payload) : SendingLoop
    {
        public override async ValueTask RunAsync(SampleRecorder recorder, Func<bool> goesOn)
        {
            do
            {
                long start = Stopwatch.GetTimestamp();
                Delivery delivery = await strategy.TransferAsync(payload, CancellationToken.None);
                recorder.Record(start, delivery, Stopwatch.GetTimestamp());
            }
            while (goesOn());
        }
    }

    private sealed class RoundLoop(TransferRound round) : SendingLoop
    {
        public override int TransfersPerStep => TransferRound.Transfers;

        public override async ValueTask RunAsync(SampleRecorder recorder, Func<bool> goesOn)
        {
            do
            {
                round.Prepare();
                await round.RunAsync(recorder);
            }
            while (goesOn());
        }
    }
}
