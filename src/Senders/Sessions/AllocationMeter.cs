using System.Diagnostics;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.Sessions;

/// <summary>Measures the allocations of a session's transfers: bytes are counted, objects are estimated.</summary>
/// <param name="session">A connected and warmed-up session whose recorder does not record meanwhile.</param>
internal sealed class AllocationMeter(TransferSession session)
{
    /// <summary>
    /// Managed bytes that this process allocates per transfer, counted in separate transfers, so that neither recording nor
    /// listening to BenchmarkDotNet is included. BenchmarkDotNet's memory diagnoser reports less than 8 KiB per iteration as 0.
    /// Every delivery is checked. Call it while the recorder does not record.
    /// </summary>
    /// <exception cref="TransferException">A transfer failed, or the receiver confirmed another number of bytes.</exception>
    public async Task<double> MeasureBytesAsync()
    {
        (double bytes, int transfers) = await MeasureSomeAsync();
        // Measured twice, and the lower value counts: one-time allocations of the runtime do not belong to a transfer.
        return transfers > 1 ? Math.Min(bytes, (await MeasureSomeAsync()).Bytes) : bytes;
    }

    private async Task<(double Bytes, int Transfers)> MeasureSomeAsync()
    {
        const int Most = 50;
        var limit = TimeSpan.FromMilliseconds(4);
        int transfers = 0;
        long start = Stopwatch.GetTimestamp();
        SendingLoop loop = session.Loop;
        // One step of a round is enough. The delegate is created before counting begins, so that it is not counted.
        Func<bool> goesOn = () => (transfers += loop.TransfersPerStep) < Most && Stopwatch.GetElapsedTime(start) < limit;
        long conditionBefore = session.ConditionCost.AllocatedBytes;
        long before = GC.GetTotalAllocatedBytes(precise: true);
        await loop.RunAsync(session.Recorder, goesOn);
        long allocated = GC.GetTotalAllocatedBytes(precise: true) - before;
        return ((double)(allocated - (session.ConditionCost.AllocatedBytes - conditionBefore)) / transfers, transfers);
    }

    /// <summary>
    /// Objects that this process allocates per transfer, estimated in as many separate transfers as the estimate needs; null when
    /// <paramref name="limit"/> is too short. Call it while the recorder does not record.
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
            // The number of transfers does not follow from the bytes: an object is sampled once at most, however large.
            await session.Loop.RunAsync(session.Recorder, () =>
            {
                transfers += session.Loop.TransfersPerStep;
                return !sampler.IsGoodEnough && Stopwatch.GetElapsedTime(start) < limit;
            });

            // Events arrive on another thread, with a delay.
            await Task.Delay(delivery);
        }
        while (!sampler.IsGoodEnough && Stopwatch.GetElapsedTime(start) < limit);

        return sampler.IsGoodEnough ? sampler.Objects / transfers : null;
    }
}
