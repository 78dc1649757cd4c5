using System.Diagnostics;
using FileTransfer.Strategies;

namespace FileTransfer.Harness.Measuring;

/// <summary>What the transfers of a session allocate: bytes, which are counted, and objects, which are estimated.</summary>
/// <param name="session">Connected and warmed up; its recorder does not record meanwhile.</param>
internal sealed class AllocationMeter(TransferSession session)
{
    /// <summary>
    /// Managed bytes this process allocates per transfer, counted in transfers of their own, so that neither recording
    /// nor listening to BenchmarkDotNet is in it. Its memory diagnoser takes anything under 8 KiB an iteration for 0.
    /// Every delivery is checked; call it while the recorder does not record.
    /// </summary>
    /// <exception cref="TransferException">A transfer failed, or the receiver confirmed another number of bytes.</exception>
    public async Task<double> MeasureBytesAsync()
    {
        (double bytes, int transfers) = await MeasureSomeAsync();
        // Once more, and the lower of the two: what the runtime makes once, at some time, is no transfer's.
        return transfers > 1 ? Math.Min(bytes, (await MeasureSomeAsync()).Bytes) : bytes;
    }

    private async Task<(double Bytes, int Transfers)> MeasureSomeAsync()
    {
        const int Most = 50;
        var limit = TimeSpan.FromMilliseconds(10);
        int transfers = 0;
        long start = Stopwatch.GetTimestamp();
        long before = GC.GetTotalAllocatedBytes(precise: true);
        if (session.Round is { } round)
        {
            round.Prepare();
            await round.RunAsync(session.Recorder);
            transfers = TransferRound.Transfers;
        }
        else if (session.Strategy is ISyncTransferStrategy synchronous)
        {
            for (; transfers == 0 || (transfers < Most && Stopwatch.GetElapsedTime(start) < limit); transfers++)
            {
                session.Recorder.Record(start: 0, synchronous.Transfer(session.Payload), end: 0);
            }
        }
        else
        {
            var asynchronous = (IAsyncTransferStrategy)session.Strategy;
            for (; transfers == 0 || (transfers < Most && Stopwatch.GetElapsedTime(start) < limit); transfers++)
            {
                session.Recorder.Record(start: 0, await asynchronous.TransferAsync(session.Payload, CancellationToken.None), end: 0);
            }
        }

        return ((double)(GC.GetTotalAllocatedBytes(precise: true) - before) / transfers, transfers);
    }

    /// <summary>
    /// Objects this process allocates per transfer, estimated in as many transfers of their own as it takes; null when
    /// <paramref name="limit"/> is too short for that. Call it while the recorder does not record.
    /// </summary>
    /// <param name="limit">Longest time to spend.</param>
    /// <exception cref="TransferException">A transfer failed, or the receiver confirmed another number of bytes.</exception>
    public async Task<double?> EstimateObjectsAsync(TimeSpan limit)
    {
        var delivery = TimeSpan.FromMilliseconds(200);
        using var sampler = new AllocationSampler();
        long start = Stopwatch.GetTimestamp();
        int transfers = 0;
        do
        {
            // How many it takes cannot be told from the bytes: an object is announced once at most, however large.
            while (transfers == 0 || (!sampler.IsGoodEnough && Stopwatch.GetElapsedTime(start) < limit))
            {
                if (session.Round is { } round)
                {
                    round.Prepare();
                    await round.RunAsync(session.Recorder);
                    transfers += TransferRound.Transfers;
                }
                else
                {
                    session.Recorder.Record(start: 0, await TransferSession.TransferOnceAsync(session.Strategy, session.Payload, CancellationToken.None), end: 0);
                    transfers++;
                }
            }

            // Announcements arrive on a thread of their own, a little later.
            await Task.Delay(delivery);
        }
        while (!sampler.IsGoodEnough && Stopwatch.GetElapsedTime(start) < limit);

        return sampler.IsGoodEnough ? sampler.Objects / transfers : null;
    }
}
