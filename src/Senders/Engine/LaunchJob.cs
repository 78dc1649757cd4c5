using BenchmarkDotNet.Jobs;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;
using Perfolizer.Horology;
using Perfolizer.Mathematics.OutlierDetection;

namespace FileTransfer.Senders.Engine;

/// <summary>BenchmarkDotNet's job for one launch: the sender runs it, and the exports show it.</summary>
internal static class LaunchJob
{
    /// <summary>Operations per iteration of strategies that send nothing: a time-based count would run into millions.</summary>
    private const int NullOperations = 4096;

    /// <summary>The job of a strategy under a profile.</summary>
    public static Job Of(StrategyDescriptor strategy, Profile profile)
    {
        Job transfers = Job.Default
            .WithId(profile.Name)
            // One launch per process; the exports set the real number of launches.
            .WithLaunchCount(1)
            // Garbage collections that a strategy causes are part of its time, as in a real program.
            .WithGcForce(false)
            // The launch has settled before; the engine would only repeat it.
            .WithWarmupCount(0)
            .WithIterationCount(profile.Cycles)
            .WithIterationTime(TimeInterval.FromMilliseconds(profile.Turn.TotalMilliseconds))
            .WithMinInvokeCount(1)
            .WithUnrollFactor(1)
            .WithEvaluateOverhead(false)
            // Outliers are results: no sample is removed.
            .WithOutlierMode(OutlierMode.DontRemove);
        return strategy switch
        {
            { Delivers: false } => transfers.WithId($"{profile.Name}-null").WithInvocationCount(NullOperations).WithUnrollFactor(16),
            // One call is a round of many transfers already, and each round is prepared.
            { IsConcurrent: true } => transfers.WithId($"{profile.Name}-rounds").WithInvocationCount(1),
            _ => transfers,
        };
    }

    /// <summary>
    /// Sets the number of transfers per iteration from their duration, unless it is fixed. Otherwise BenchmarkDotNet would search for
    /// the number.
    /// </summary>
    /// <param name="job">The job.</param>
    /// <param name="pace">Duration of a transfer.</param>
    /// <param name="most">Largest number, or null.</param>
    public static Job WithPace(Job job, TimeSpan pace, int? most)
    {
        if (job.HasValue(RunMode.InvocationCountCharacteristic) || pace <= TimeSpan.Zero)
        {
            return job;
        }

        double transfers = Math.Round(job.Run.IterationTime.ToNanoseconds() / pace.TotalNanoseconds);
        return job.WithInvocationCount((long)Math.Clamp(transfers, 1, most ?? double.MaxValue));
    }
}
