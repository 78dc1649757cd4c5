using System.Diagnostics;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.Sessions;

/// <summary>
/// A fixed number of transfers with several in flight. All are prepared first; each transfer is timed, and the whole round
/// too.
/// </summary>
/// <remarks>There is one lane per transfer in flight; each lane transfers sequentially.</remarks>
internal sealed class TransferRound(IConcurrentTransferStrategy strategy, Payload payload)
{
    /// <summary>Number of transfers in a round.</summary>
    public const int Transfers = 256;

    private readonly IPreparedTransfer?[] _prepared = new IPreparedTransfer?[Transfers];
    private readonly long[] _starts = new long[Transfers];
    private readonly long[] _ends = new long[Transfers];
    private readonly Delivery[] _deliveries = new Delivery[Transfers];
    private readonly List<long> _wallTicks = [];

    /// <summary>True when at least one round was recorded.</summary>
    public bool HasRecorded => _wallTicks.Count > 0;

    /// <summary>Prepares the transfers of the next round, untimed.</summary>
    public void Prepare()
    {
        for (int i = 0; i < Transfers; i++)
        {
            _prepared[i]?.Dispose();
            _prepared[i] = strategy.Prepare(payload);
        }
    }

    /// <summary>Sends the prepared transfers, checks every delivery and, while recording, stores every duration.</summary>
    /// <exception cref="TransferException">A transfer failed, or the receiver confirmed another number of bytes.</exception>
    public async Task RunAsync(SampleRecorder recorder)
    {
        var lanes = new Task[strategy.InFlight];
        long start = Stopwatch.GetTimestamp();
        for (int lane = 0; lane < lanes.Length; lane++)
        {
            lanes[lane] = RunLaneAsync(lane);
        }

        await Task.WhenAll(lanes).ConfigureAwait(false);
        long end = Stopwatch.GetTimestamp();
        for (int i = 0; i < Transfers; i++)
        {
            recorder.Record(_starts[i], _deliveries[i], _ends[i]);
        }

        if (recorder.IsRecording)
        {
            _wallTicks.Add(end - start);
        }
    }

    /// <summary>
    /// Time from the first send to the last answer, divided by the transfers: the median of the recorded rounds, in
    /// nanoseconds.
    /// </summary>
    public double WallNanosecondsPerTransfer()
    {
        long[] sorted = [.. _wallTicks.Order()];
        return StopwatchTicks.ToNanoseconds([sorted[sorted.Length / 2]])[0] / (double)Transfers;
    }

    private async Task RunLaneAsync(int lane)
    {
        for (int i = lane; i < Transfers; i += strategy.InFlight)
        {
            _starts[i] = Stopwatch.GetTimestamp();
            _deliveries[i] = await _prepared[i]!.SendAsync(CancellationToken.None).ConfigureAwait(false);
            _ends[i] = Stopwatch.GetTimestamp();
        }
    }
}
