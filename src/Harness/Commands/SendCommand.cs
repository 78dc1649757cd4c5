using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using FileTransfer.Harness.Load.Generating;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Harness.Rounds;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Reports;
using FileTransfer.Results.Statistics;
using FileTransfer.Senders.Servers;
using FileTransfer.Senders.Sessions;
using FileTransfer.Senders.StrategyAssemblies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Commands;

/// <summary>Measures one strategy in this process, over reused connections, quickly and without BenchmarkDotNet.</summary>
internal static class SendCommand
{
    private static readonly TimeSpan s_warmup = TimeSpan.FromMilliseconds(250);

    /// <summary>Measures until the count or the duration is reached, or until cancelled.</summary>
    /// <returns>An <see cref="ExitCode"/>.</returns>
    /// <exception cref="TransferException">A transfer was not a proven delivery: there is no result.</exception>
    /// <exception cref="ServerException">There is no server.</exception>
    public static async Task<int> RunAsync(SendPlan plan, TextWriter output, TextWriter errors, CancellationToken cancellationToken)
    {
        Availability availability = plan.Strategy.Probe();
        if (!availability.IsAvailable)
        {
            await errors.WriteLineAsync($"unsupported: {plan.Strategy.Id}: {availability.Reason}");
            return ExitCode.Success;
        }

        if (Emulation.Name is { } imitation)
        {
            await errors.WriteLineAsync(EmulationNote.Of(imitation));
        }

        using StoredFolder? kept = plan.Server is null ? StoredFolder.For([plan.Strategy], plan.Sender) : null;
        ServerProcess? own = plan.Server is null && !plan.Strategy.IsForeign
            ? await ServerProcess.StartAsync(ServerProcess.ArgumentsFor(plan.Sender, plan.Files, kept?.Path), cancellationToken)
            : null;
        await using (own)
        {
            var watch = ReturnWatch.For(plan.Strategy, plan.Payload.Payload.Length, idle: TimeSpan.Zero);
            Task<SendReport> Measure() => MeasureAsync(plan, own, watch, cancellationToken);
            SendReport report = await (watch is null ? Measure() : watch.RunAsync(Measure));
            await output.WriteLineAsync(plan.Json ? JsonSerializer.Serialize(report, LineJson.Default.SendReport) : InWords(report));
        }

        return cancellationToken.IsCancellationRequested ? ExitCode.Interrupted : ExitCode.Success;
    }

    private static async Task<SendReport> MeasureAsync(
        SendPlan plan, ServerProcess? own, ReturnWatch? watch, CancellationToken cancellationToken)
    {
        bool tellsOfEnds = plan.Server is not null || plan.Strategy.IsForeign || EnvironmentProbe.Link() is not null;
        Uri server = plan.Server ?? own?.Control ?? new Uri(plan.Strategy.Dimensions.Url!);
        LoadEnvironment? environment = tellsOfEnds && plan.Strategy.Delivers
            ? await EndsProbe.CollectAsync(server, plan.Strategy, plan.Sender, cancellationToken)
            : null;
        TransferSession session = await TransferSession.PrepareAsync(
            new SessionOptions
            {
                Strategy = plan.Strategy,
                Payload = plan.Payload.Payload,
                Sender = plan.Sender,
                Server = server,
            },
            cancellationToken);
        await using (session)
        {
            watch?.Transfers = () => session.Recorder.Transfers;
            try
            {
                SendReport report = await MeasureAsync(plan, session, cancellationToken);
                return report with { Environment = environment };
            }
            catch (TransferException exception)
            {
                string died = own is { IsAlive: false } ? "the server died: " : "";
                throw new TransferException(exception.Kind, died + session.Explain(exception), exception);
            }
        }
    }

    private static async Task<SendReport> MeasureAsync(SendPlan plan, TransferSession session, CancellationToken cancellationToken)
    {
        session.WarmUp(plan.Warmup is null ? s_warmup : TimeSpan.Zero, (int)(plan.Warmup ?? 3));
        SampleRecorder recorder = session.Recorder;
        recorder.Reserve(plan.Count ?? 1 << 16);
        var cost = new CostMeter(session);
        await cost.StartReceiverAsync(CancellationToken.None);
        cost.StartLink();
        // Not awaited: the continuation would run on one more thread of the pool, which would then look for more work.
        Thread.Sleep(CostMeter.Settled);
        recorder.IsRecording = true;
        cost.Resume();
        long end = plan.Duration is { } duration
            ? Stopwatch.GetTimestamp() + (long)(duration.TotalSeconds * Stopwatch.Frequency)
            : long.MaxValue;
        long count = plan.Count ?? long.MaxValue;
        // Checked transfers are no samples, so continue until there is at least one sample.
        await session.Loop.RunAsync(recorder, () => recorder.Count == 0
            || (recorder.Count < count && Stopwatch.GetTimestamp() < end && !cancellationToken.IsCancellationRequested));
        cost.Pause();
        recorder.IsRecording = false;
        await cost.StopReceiverAsync(CancellationToken.None);
        double allocated = await new AllocationMeter(session).MeasureBytesAsync();
        await ConnectionProof.ProveAsync(session, CancellationToken.None);
        session.ThrowIfPayloadChanged();
        IReadOnlyList<Observation> observed = await session.ObserveAsync(CancellationToken.None);
        return Summarize(plan, session, cost, allocated) with
        {
            Observations = [.. observed, .. cost.LinkObservations],
            Link = EnvironmentProbe.Link(),
            LinkUse = cost.Link,
        };
    }

    private static SendReport Summarize(SendPlan plan, TransferSession session, CostMeter cost, double allocated)
    {
        SampleRecorder recorder = session.Recorder;
        long[] nanoseconds = recorder.Nanoseconds();
        var launch = new Launch
        {
            Round = 1,
            Nanoseconds = nanoseconds,
            SendReturnedNanoseconds = recorder.SendReturnedNanoseconds(),
            MedianNanoseconds = SampleStatistics.Median(nanoseconds),
        };
        if (plan.Strategy.Delivers && Plausibility.Check(
            launch,
            plan.Payload.Payload.Length,
            plan.Strategy.IsForeign ? nanoseconds.Length : cost.ReceiverFrames,
            MemoryCopySpeed.LimitGBps()) is { } implausible)
        {
            throw new TransferException(TransferErrorKind.Mismatch, implausible);
        }

        MeasurementStatistics statistics = SampleStatistics.Of(
            [launch],
            plan.Payload.Payload.Length,
            plan.Strategy.Delivers,
            session.Round?.WallNanosecondsPerTransfer());
        double gigabytes = recorder.Count * (double)plan.Payload.Payload.Length / 1e9;
        bool hasRate = plan.Strategy.Delivers && gigabytes > 0;
        return new SendReport
        {
            Strategy = plan.Strategy.Id,
            Transport = plan.Sender.Transport,
            SizeBytes = plan.Payload.Payload.Length,
            Transfers = recorder.Count,
            LatencyNanoseconds = new LatencySummary(
                statistics.Min, statistics.P50, statistics.P90, statistics.P99, statistics.P999, statistics.Max, statistics.Mean),
            ThroughputMBps = statistics.ThroughputMBps,
            SenderCpuSecondsPerGB = hasRate ? cost.SenderCpuSeconds / gigabytes : null,
            ReceiverCpuSecondsPerGB = hasRate ? cost.ReceiverCpuSeconds / gigabytes : null,
            AllocatedBytesPerTransfer = allocated,
            VerifiedTransfers = cost.ReceiverFrames,
            CheckedByChecksum = plan.Strategy.IsForeign ? recorder.CheckedSinceRecording : null,
            Proof = plan.Strategy.Dimensions.Proof,
            Cache = plan.Strategy.Dimensions.Cache,
        };
    }

    private static string Proven(SendReport report) => report switch
    {
        { Proof: null } => $"{report.VerifiedTransfers} confirmed by the receiver",
        { Proof: StrategyDimensions.ClientProof } =>
            string.Create(CultureInfo.InvariantCulture, $"{report.CheckedByChecksum} more checked by checksum"),
        _ => ProofNote.Word(report.Proof),
    };

    internal static string InWords(SendReport report)
    {
        static string Number(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture) ?? "none";
        // Only HTTP opens more than one connection, and it counts them.
        string where = Observation.Find(report.Observations, Observation.Connections) is null or 1 ? " on one connection" : "";
        return string.Join('\n', [
            .. report.Link is { } link ? [LinkText.Headline(link), .. LinkText.Of([report.LinkUse!])] : (string[])[],
            .. report.Environment?.Path is { } path ? [PathText.Of(path)] : Array.Empty<string>(),
            $"{report.Strategy} over {report.Transport}, {new ByteSize(report.SizeBytes)}: "
            + $"{report.Transfers} transfers{where}, {Proven(report)}",
            $"latency     {Percentiles.Line(report.LatencyNanoseconds, report.Transfers)}",
            $"throughput  {Number(report.ThroughputMBps, "N0")} MB/s "
            + $"{(Observation.Find(report.Observations, Observation.WallTime) is null ? "one after another" : "in flight together")}",
            $"CPU s/GB    sender {Number(report.SenderCpuSecondsPerGB, "0.000")}   "
            + $"receiver {(report.Proof is null ? Number(report.ReceiverCpuSecondsPerGB, "0.000") : "?")}",
            $"allocated   {Number(report.AllocatedBytesPerTransfer, "N0")} bytes per transfer",
            .. report.Proof is { } proof ? [$"proof       {ProofNote.Words(proof)}"] : Array.Empty<string>(),
            .. report.Cache is { } cache ? [$"page cache  {cache}: {CacheNote.Words(cache)}"] : Array.Empty<string>(),
            .. report.Observations.Select(observation => $"observed    {Observed.Text(observation)}"),
            .. report.Environment?.Warnings.Select(warning => $"warning: {warning}") ?? []]);
    }
}
