using FileTransfer.Harness.Results;
using FileTransfer.Harness.Statistics;
using FileTransfer.Strategies;

namespace FileTransfer.Harness.Measuring;

/// <summary>Makes one measurement of what the launches of a case left behind, and refuses what is not proven.</summary>
internal sealed class MeasurementAssembler(double memoryCopyGBps)
{
    /// <summary>A strategy that cannot run here.</summary>
    public static Measurement Unsupported(PlannedCase planned) => Empty(planned, Outcome.Unsupported, planned.Strategy.Probe().Reason);

    /// <summary>A case, from what its launches recorded; <paramref name="breakdown"/> is the reason when they do not tell one.</summary>
    public Measurement Assemble(PlannedCase planned, IReadOnlyList<LaunchRecord> records, string? breakdown)
    {
        (StrategyDescriptor strategy, string _, SizedPayload payload) = planned;
        LaunchRecord[] complete = [.. records.Where(record => record is { Failure: null, Nanoseconds.Length: > 0 })];
        Launch[] launches = [.. complete.Select(AsLaunch)];
        string? reason = records.Select(record => record.Failure).FirstOrDefault(failure => failure is not null)
            ?? breakdown
            ?? complete.Select(record => Implausible(strategy, payload, record)).FirstOrDefault(sentence => sentence is not null);
        if (reason is not null || launches.Length == 0)
        {
            return Empty(planned, Outcome.Failed, reason ?? "no launch left any samples") with { Launches = launches };
        }

        long transfers = launches.Sum(launch => (long)launch.Nanoseconds.Count);
        double gigabytes = transfers * (double)payload.Payload.Length / 1e9;
        double? perGigabyte(double? seconds) => strategy.Delivers && gigabytes > 0 ? seconds / gigabytes : null;
        Observation[] observations = [.. Median(complete.SelectMany(record => record.Observations))];
        return Empty(planned, Outcome.Measured, reason: null) with
        {
            Launches = launches,
            Statistics = SampleStatistics.Of(launches, payload.Payload.Length, strategy.Delivers, Observation.Find(observations, Observation.WallTime)),
            AllocatedBytesPerTransfer = complete.Select(record => record.AllocatedBytesPerTransfer).Order().ElementAt(complete.Length / 2),
            SenderCpuSecondsPerGB = perGigabyte(complete.Sum(record => record.SenderCpuSeconds)),
            ReceiverCpuSecondsPerGB = perGigabyte(complete.Sum(record => record.ReceiverCpuSeconds)),
            ContextSwitchesPerTransfer = (double?)complete.Sum(record => record.ContextSwitches) / transfers,
            VerifiedByCount = complete.Sum(record => record.ReceiverFrames),
            VerifiedByChecksum = complete.Sum(record => record.VerifiedByChecksum),
            Observations = observations,
        };
    }

    private static Launch AsLaunch(LaunchRecord record) => new()
    {
        Round = record.Round,
        Position = record.Position,
        StartedUtc = record.StartedUtc,
        Disturbance = record.Disturbance,
        Nanoseconds = record.Nanoseconds,
        SendReturnedNanoseconds = record.SendReturnedNanoseconds,
        MedianNanoseconds = SampleStatistics.Median(record.Nanoseconds),
    };

    /// <summary>Of what every launch observed, the median launch's value.</summary>
    private static IEnumerable<Observation> Median(IEnumerable<Observation> observations) => observations
        .GroupBy(observation => (observation.Name, observation.Unit))
        .Select(same => new Observation(same.Key.Name, same.Select(observation => observation.Value).Order().ElementAt(same.Count() / 2), same.Key.Unit));

    /// <summary>The recorder keeps only confirmed transfers; the checksum of each launch's first one must be there as well.</summary>
    private string? Implausible(StrategyDescriptor strategy, SizedPayload payload, LaunchRecord record)
    {
        if (!strategy.Delivers)
        {
            return null;
        }

        return record.VerifiedByChecksum < 1
            ? "a launch measured without a transfer verified by checksum"
            : Plausibility.Check(AsLaunch(record), payload.Payload.Length, record.ReceiverFrames, memoryCopyGBps);
    }

    private static Measurement Empty(PlannedCase planned, Outcome outcome, string? reason) => new()
    {
        Strategy = planned.Strategy.Id,
        Transport = planned.Transport,
        SizeBytes = planned.Payload.Payload.Length,
        Outcome = outcome,
        Reason = reason,
    };
}
