using System.Diagnostics;
using System.Runtime.CompilerServices;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.Sessions;

/// <summary>Transfers one payload repeatedly, times each transfer and passes it to a recorder, which checks it.</summary>
/// <remarks>
/// There is one form for each of the three strategy interfaces. All transfers that are timed outside of BenchmarkDotNet use one
/// of them; the benchmark classes have their own timing, because BenchmarkDotNet runs the loop for them.
/// </remarks>
internal abstract class SendingLoop
{
    /// <summary>Number of transfers per step.</summary>
    public virtual int TransfersPerStep => 1;

    /// <summary>The form for a connected strategy.</summary>
    /// <param name="strategy">The connected strategy.</param>
    /// <param name="payload">The payload of every transfer.</param>
    /// <param name="round">Its round of concurrent transfers; null for a strategy that transfers sequentially.</param>
    public static SendingLoop Of(ITransferStrategy strategy, Payload payload, TransferRound? round) =>
        round is not null ? new RoundLoop(round)
        : strategy is ISyncTransferStrategy synchronous ? new SyncLoop(synchronous, payload)
        : new AsyncLoop((IAsyncTransferStrategy)strategy, payload);

    /// <summary>
    /// Makes one step, and continues while <paramref name="goesOn"/> returns true. With a synchronous strategy all steps are complete on
    /// return.
    /// </summary>
    /// <exception cref="TransferException">A transfer failed, or the receiver confirmed something else.</exception>
    public abstract ValueTask RunAsync(SampleRecorder recorder, Func<bool> goesOn);

    /// <summary>Makes one step, and waits for it.</summary>
    /// <exception cref="TransferException">A transfer failed, or the receiver confirmed something else.</exception>
    public void Step(SampleRecorder recorder) => RunAsync(recorder, static () => false).AsTask().GetAwaiter().GetResult();

    /// <summary>
    /// Transfers until there are more samples than before: of a few large transfers all may have been checked, and checked ones are none.
    /// </summary>
    /// <exception cref="TransferException">A transfer failed, or the receiver confirmed something else.</exception>
    public void StepUntilSampled(SampleRecorder recorder, int before)
    {
        while (recorder.Count == before)
        {
            // Recording begins anew: the time since the last transfer is BenchmarkDotNet's, and no gap between two transfers.
            recorder.IsRecording = true;
            Step(recorder);
        }
    }

    private sealed class SyncLoop(ISyncTransferStrategy strategy, Payload payload) : SendingLoop
    {
        private readonly IConditionedStrategy? _conditioned = strategy as IConditionedStrategy;

        public override ValueTask RunAsync(SampleRecorder recorder, Func<bool> goesOn)
        {
            do
            {
                _conditioned?.BeforeTransfer(payload);
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
        private readonly IConditionedStrategy? _conditioned = strategy as IConditionedStrategy;

        // Its own state must not count as an allocation of the strategy.
        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
        public override async ValueTask RunAsync(SampleRecorder recorder, Func<bool> goesOn)
        {
            do
            {
                _conditioned?.BeforeTransfer(payload);
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
