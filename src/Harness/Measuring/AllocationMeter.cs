using System.Diagnostics;
using FileTransfer.Strategies.Contracts;

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
        SendingLoop loop = session.Loop;
        // A step of a round is enough. The delegate is made before the count begins, so that it is not in it.
        Func<bool> goesOn = () => (transfers += loop.TransfersPerStep) < Most && Stopwatch.GetElapsedTime(start) < limit;
        long before = GC.GetTotalAllocatedBytes(precise: true);
        await loop.RunAsync(session.Recorder, goesOn);
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
            await session.Loop.RunAsync(session.Recorder, () =>
            {
                transfers += session.Loop.TransfersPerStep;
                return !sampler.IsGoodEnough && Stopwatch.GetElapsedTime(start) < limit;
            });

            // Announcements arrive on a thread of their own, a little later.
            await Task.Delay(delivery);
        }
        while (!sampler.IsGoodEnough && Stopwatch.GetElapsedTime(start) < limit);

        return sampler.IsGoodEnough ? sampler.Objects / transfers : null;
    }
}
