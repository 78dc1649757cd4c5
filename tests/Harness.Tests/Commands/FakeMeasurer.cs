using FileTransfer.Harness.Rounds;
using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>Measures nothing, and reports what it was told to.</summary>
internal sealed class FakeMeasurer(params Measurement[] measurements) : IMeasurer
{
    /// <summary>What it was asked to measure, or null when it never was.</summary>
    public RunPlan? Plan { get; private set; }

    /// <summary>Thrown within the first round, after all its cases, or null.</summary>
    public Exception? Failure { get; init; }

    public Task MeasureAsync(RunPlan plan, IMeasurementObserver observer, CancellationToken cancellationToken)
    {
        Plan = plan;
        observer.Started(SampleRuns.Run().Environment);
        observer.Sent(SampleRuns.Run().Environment.Sender);
        foreach (Measurement measurement in measurements)
        {
            observer.Finished(measurement, round: 1);
        }

        if (Failure is not null)
        {
            return Task.FromException(Failure);
        }

        observer.Completed(1, measurements);
        return Task.CompletedTask;
    }
}
