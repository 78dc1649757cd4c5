using System.Diagnostics;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Links;
using FileTransfer.Results;
using FileTransfer.Results.Statistics;
using FileTransfer.Strategies.Contracts;
using HdrHistogram;

namespace FileTransfer.Harness.Load.Generating;

/// <summary>Puts a result together from what was recorded.</summary>
/// <param name="session">The lanes.</param>
/// <param name="phase">What was recorded.</param>
/// <param name="start">When it started.</param>
/// <param name="environment">Where.</param>
internal sealed class LoadAssembly(LoadSession session, LoadPhase phase, LoadStart start, LoadEnvironment environment)
{
    private const double Mega = 1e6;
    private const double Giga = 1e9;

    public LoadSession Session => session;

    public LoadPhase Phase => phase;

    public LoadStart Start => start;

    /// <summary>What both ends spent.</summary>
    public LoadCosts Costs { get; } = new();

    /// <summary>What the simulated link did; null without one.</summary>
    public LinkCount? Link { get; set; }

    /// <summary>Timed transfers that the server's own count confirms.</summary>
    public long Verified { get; set; }

    /// <summary>The result so far.</summary>
    /// <param name="partial">Why it is not all that was asked for; null when it is.</param>
    public LoadResult Assemble(string? partial)
    {
        LoadPlan plan = session.Plan;
        LoadRecorder recorder = phase.Recorder;
        SizeResult[] sizes = [.. plan.Payloads.Select((payload, i) => SizeOf(payload, recorder.Sizes[i]))];
        LongHistogram all = LatencyHistogram.Create();
        foreach (SizeLatencies size in recorder.Sizes)
        {
            all.Add(size.Histogram);
        }

        double duration = recorder.Completed == 0 ? 0 : Stopwatch.GetElapsedTime(start.Timestamp, recorder.LastEnd).TotalSeconds;
        long bytes = recorder.Bytes(plan.Payloads.Select(payload => payload.Payload.Length));
        double gigabytes = bytes / Giga;
        double completed = duration > 0 ? recorder.Completed / duration : 0;
        return new LoadResult
        {
            Strategy = plan.Strategy.Id,
            Transport = plan.Sender.Transport,
            SizeBytes = recorder.Completed == 0 ? plan.Payloads[0].Payload.Length : bytes / recorder.Completed,
            Transfers = recorder.Timed,
            LatencyNanoseconds = SummaryOf(recorder, all),
            ThroughputMBps = duration > 0 ? bytes / Mega / duration : null,
            SenderCpuSecondsPerGB = gigabytes > 0 ? Costs.Sender / gigabytes : null,
            ReceiverCpuSecondsPerGB = gigabytes > 0 ? Costs.Receiver / gigabytes : null,
            AllocatedBytesPerTransfer = recorder.Completed > 0 ? Costs.AllocatedBytes / (double)recorder.Completed : null,
            VerifiedTransfers = Verified,
            CheckedByChecksum = recorder.Checked,
            Sizes = sizes,
            Connections = plan.Ranges ?? plan.Connections,
            Ranges = plan.Ranges,
            RatePerSecond = new LoadRate(completed, plan.Rate, OfferedOf(plan, recorder)),
            Schedule = plan.Rate is null ? "closed" : plan.IsPoisson ? "poisson" : "fixed",
            Seed = plan.Seed,
            IntendedStartUtc = start.Utc,
            StartedUtc = recorder.Completed == 0
                ? start.Utc
                : start.Utc + TimeSpan.FromSeconds((recorder.FirstStart - start.Timestamp) / (double)Stopwatch.Frequency),
            DurationSeconds = duration,
            NotBegun = phase.NotBegun,
            Errors = phase.Errors.ByKind,
            Lateness = plan.Rate is null ? null : LatencyHistogram.Delay(recorder.Lateness, recorder.MostLate),
            Queued = plan.Rate is null ? null : LatencyHistogram.Delay(recorder.Queued, recorder.MostQueued),
            Histogram = LatencyHistogram.Encode(all),
            Samples = recorder.Samples,
            SampleSizes = recorder.SampleSizes,
            Bytes = bytes,
            SenderCpuSeconds = Costs.Sender,
            ReceiverCpuSeconds = Costs.Receiver,
            GeneratorSpinSeconds = phase.Spun.TotalSeconds,
            PeakWorkingSetBytes = Costs.PeakWorkingSetBytes,
            Proof = plan.Strategy.Dimensions.Proof,
            ServerInstance = session.Before?.Instance,
            Barrier = (plan.Fleet?.Barrier ?? plan.Barrier) is { } barrier ? new LoadBarrier(barrier.Name, barrier.Parties) : null,
            LinkUse = Link?.Use,
            Observations = Link?.Observations ?? Connections(session),
            Environment = environment,
            Partial = partial,
        };
    }

    /// <summary>How often lanes had to connect: a server of another make may close its connections.</summary>
    private static IReadOnlyList<Observation>? Connections(LoadSession session) => session is { Before: null, Received: { } received }
        ? [new Observation(Observation.Connections, received.Connections, "")]
        : null;

    private static double? OfferedOf(LoadPlan plan, LoadRecorder recorder) =>
        plan.Rate is { } rate && recorder.Completed > 0 ? rate * (1 - (recorder.Late / (double)recorder.Completed)) : null;

    private static LatencySummary? SummaryOf(LoadRecorder recorder, LongHistogram all) => recorder.Samples is { Count: > 0 } samples
        ? SampleStatistics.SummaryOf(samples)
        : LatencyHistogram.Summary(
            all,
            recorder.Sizes.Min(size => size.Min),
            recorder.Sizes.Max(size => size.Max),
            recorder.Sizes.Sum(size => size.Sum) / Math.Max(1, recorder.Timed));

    private static SizeResult SizeOf(WeightedPayload payload, SizeLatencies found) => new()
    {
        Bytes = payload.Payload.Length,
        Weight = payload.Weight,
        Transfers = found.Histogram.TotalCount,
        LatencyNanoseconds = LatencyHistogram.Summary(
            found.Histogram, found.Min, found.Max, found.Sum / Math.Max(1, found.Histogram.TotalCount)),
        Histogram = LatencyHistogram.Encode(found.Histogram),
    };
}

/// <summary>What both ends spent on a load.</summary>
internal sealed class LoadCosts
{
    private TimeSpan? _cpuBefore;
    private long _allocatedBefore;

    /// <summary>CPU time of this process, in seconds; null when it was not measured to the end.</summary>
    public double? Sender { get; private set; }

    /// <summary>CPU time of the server, in seconds; null when it did not answer.</summary>
    public double? Receiver { get; set; }

    /// <summary>Managed bytes that this process allocated.</summary>
    public long AllocatedBytes { get; private set; }

    /// <summary>Largest working set of this process so far, in bytes.</summary>
    public long PeakWorkingSetBytes { get; private set; }

    /// <summary>Call before the first transfer.</summary>
    public void Begin()
    {
        _allocatedBefore = GC.GetTotalAllocatedBytes();
        _cpuBefore = Environment.CpuUsage.TotalTime;
    }

    /// <summary>Call after the last transfer; a second call changes nothing.</summary>
    public void End()
    {
        if (_cpuBefore is { } before && Sender is null)
        {
            Sender = (Environment.CpuUsage.TotalTime - before).TotalSeconds;
            AllocatedBytes = GC.GetTotalAllocatedBytes() - _allocatedBefore;
            using var process = Process.GetCurrentProcess();
            PeakWorkingSetBytes = process.PeakWorkingSet64;
        }
    }
}
