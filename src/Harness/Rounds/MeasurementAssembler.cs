using FileTransfer.Results;
using FileTransfer.Results.Statistics;
using FileTransfer.Senders.Launching;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Rounds;

/// <summary>Combines the records of a case's launches into one measurement, and rejects launches that are not proven.</summary>
/// <param name="environment">The machine: neither its speed of a copy in memory nor its empty round trip can be beaten.</param>
/// <param name="wait">How senders wait that have no way of their own.</param>
internal sealed class MeasurementAssembler(RunEnvironment environment, Wait wait = default)
{
    private IReadOnlyList<EmptyRoundTrip> _emptyRoundTrips = environment.EmptyRoundTrips;

    /// <summary>Adds another measurement of the empty round trips.</summary>
    public void Note(IReadOnlyList<EmptyRoundTrip> emptyRoundTrips) =>
        _emptyRoundTrips = EmptyFrame.Shorter(_emptyRoundTrips, emptyRoundTrips);

    /// <summary>The measurement of a case that cannot be measured here.</summary>
    public static Measurement Unsupported(PlannedCase planned, Wait wait, string? reason) =>
        Empty(planned, wait, Outcome.Unsupported, reason);

    /// <summary>
    /// Combines the records of a case; <paramref name="breakdown"/> is the reason of a failure that the records do not give.
    /// </summary>
    public Measurement Assemble(PlannedCase planned, IReadOnlyList<LaunchRecord> records, string? breakdown)
    {
        (StrategyDescriptor strategy, string transport, SizedPayload payload, _) = planned;
        Launch[] launches = [.. records
            .Where(record => record.Failure is null)
            .Select(record => record.Launch)
            .OfType<Launch>()
            .Where(launch => launch.Nanoseconds.Count > 0)];
        string? reason = records.Select(record => record.Failure).FirstOrDefault(failure => failure is not null)
            ?? breakdown
            ?? launches
                .Select(launch => Implausible(strategy, transport, payload, launch))
                .FirstOrDefault(sentence => sentence is not null);
        if (reason is not null || launches.Length == 0)
        {
            return Empty(planned, wait, Outcome.Failed, reason ?? "no launch recorded any samples") with { Launches = launches };
        }

        // Costs cover all transfers while recording, also those that are no samples.
        long transfers = launches.Sum(launch => (long)launch.Nanoseconds.Count + launch.CheckedWhileRecording);
        double gigabytes = transfers * (double)payload.Payload.Length / 1e9;
        double? perGigabyte(double? seconds) => strategy.Delivers && gigabytes > 0 ? seconds / gigabytes : null;
        Observation[] observations = [.. Median(launches.SelectMany(launch => launch.Observations))];
        return Empty(planned, wait, Outcome.Measured, reason: null) with
        {
            Launches = launches,
            Statistics = SampleStatistics.Of(
                launches,
                payload.Payload.Length,
                strategy.Delivers,
                Observation.Find(observations, Observation.WallTime)),
            AllocatedBytesPerTransfer = launches.Select(launch => launch.AllocatedBytesPerTransfer).Order().ElementAt(launches.Length / 2),
            SenderCpuSecondsPerGB = perGigabyte(launches.Sum(launch => launch.SenderCpuSeconds)),
            ReceiverCpuSecondsPerGB = strategy.IsForeign ? null : perGigabyte(launches.Sum(launch => launch.ReceiverCpuSeconds)),
            ContextSwitchesPerTransfer = (double?)launches.Sum(launch => launch.ContextSwitches) / transfers,
            VerifiedByCount = launches.Sum(launch => launch.VerifiedByCount),
            VerifiedByChecksum = launches.Sum(launch => launch.VerifiedByChecksum),
            Observations = observations,
        };
    }

    /// <summary>For each observation, the median over the launches.</summary>
    private static IEnumerable<Observation> Median(IEnumerable<Observation> observations) => observations
        .GroupBy(observation => (observation.Key, observation.Unit))
        .Select(same => new Observation(
            same.Key.Key,
            same.Select(observation => observation.Value).Order().ElementAt(same.Count() / 2),
            same.Key.Unit));

    /// <summary>The recorder keeps only confirmed transfers; each launch must also have a transfer verified by checksum.</summary>
    private string? Implausible(StrategyDescriptor strategy, string transport, SizedPayload payload, Launch launch)
    {
        if (!strategy.Delivers)
        {
            return null;
        }

        return strategy.HasChecksums && launch.VerifiedByChecksum < 1
            ? "a launch has no transfer verified by checksum"
            : Plausibility.Check(
                launch,
                payload.Payload.Length,
                // A server of another make counts nothing: the recorder has compared every length.
                strategy.IsForeign ? launch.Nanoseconds.Count : launch.VerifiedByCount,
                // Where the processor is imitated the system copies faster than this process.
                environment.Emulation is null ? environment.MemoryCopyGBps : double.PositiveInfinity,
                EmptyFrame.ShortestNanoseconds(_emptyRoundTrips, transport));
    }

    private static Measurement Empty(PlannedCase planned, Wait wait, Outcome outcome, string? reason) => new()
    {
        Strategy = planned.Strategy.Id,
        Dimensions = planned.Strategy.Dimensions with { Wait = planned.Strategy.WaitFor(wait) },
        Transport = planned.Transport,
        SizeBytes = planned.Payload.Payload.Length,
        Placement = planned.Placement.Name,
        Outcome = outcome,
        Reason = reason,
    };
}
