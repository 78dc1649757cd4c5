using BenchmarkDotNet.Jobs;
using FileTransfer.Harness.Measuring;
using FileTransfer.Strategies.Contracts;
using Perfolizer.Horology;
using Perfolizer.Mathematics.OutlierDetection;

namespace FileTransfer.Harness.Engine;

/// <summary>What BenchmarkDotNet is told to do in one launch; the sender runs it, and the exports name it.</summary>
internal static class LaunchJob
{
    /// <summary>Operations per iteration of strategies that send nothing: a time-based count would run into millions.</summary>
    private const int NullOperations = 4096;

    /// <summary>The job of a strategy under a profile.</summary>
    public static Job Of(StrategyDescriptor strategy, Profile profile)
    {
        Job transfers = Job.Default
            .WithId(profile.Name)
            // A launch is a process; what the exports say of their number, they are told there.
            .WithLaunchCount(1)
            // What a strategy allocates is paid for inside its clock, as at a user's.
            .WithGcForce(false)
            .WithWarmupCount(1)
            .WithIterationCount(profile.Iterations)
            .WithIterationTime(TimeInterval.FromMilliseconds(profile.Iteration.TotalMilliseconds))
            .WithMinInvokeCount(1)
            .WithUnrollFactor(1)
            .WithEvaluateOverhead(false)
            // What an average leaves out is what this project is about.
            .WithOutlierMode(OutlierMode.DontRemove);
        return strategy switch
        {
            { Delivers: false } => transfers.WithId($"{profile.Name}-null").WithInvocationCount(NullOperations).WithUnrollFactor(16),
            // One call is a round of many transfers already, and each round is prepared.
            { IsConcurrent: true } => transfers.WithId($"{profile.Name}-rounds").WithInvocationCount(1),
            _ => transfers,
        };
    }

    /// <summary>The same with as many transfers in an iteration as fill its time, where that is not fixed: BenchmarkDotNet would search for the number.</summary>
    public static Job WithPace(Job job, TimeSpan pace) => job.HasValue(RunMode.InvocationCountCharacteristic) || pace <= TimeSpan.Zero
        ? job
        : job.WithInvocationCount((long)Math.Max(1, Math.Round(job.Run.IterationTime.ToNanoseconds() / pace.TotalNanoseconds)));
}
