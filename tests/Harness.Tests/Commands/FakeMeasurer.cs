using FileTransfer.Harness.Rounds;
using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Commands;

/// <summary>Measures nothing, and fills in the results that it was given.</summary>
internal sealed class FakeMeasurer(params Measurement[] measurements)
{
    /// <summary>What it was asked to measure, or null when it never was.</summary>
    public RunPlan? Plan { get; private set; }

    /// <summary>Thrown within the first round, after all its cases, or null.</summary>
    public Exception? Failure { get; init; }

    public Task MeasureAsync(RunSoFar run, RunProgress progress, CancellationToken cancellationToken)
    {
        Plan = run.Plan;
        run.Begin(SampleRuns.Run().Environment);
        progress.Begin();
        progress.BeginRound(1, measurements.Length);
        foreach (Measurement measurement in measurements)
        {
            run.Add(measurement);
            PlannedCase? planned = run.Plan.Cases.FirstOrDefault(
                one => one.Strategy.Id == measurement.Strategy && one.Payload.Payload.Length == measurement.SizeBytes);
            progress.Measured(planned ?? run.Plan.Cases.First(), measurement, round: 1);
        }

        if (Failure is not null)
        {
            return Task.FromException(Failure);
        }

        run.Complete(1);
        progress.Complete(1, run);
        return Task.CompletedTask;
    }
}
