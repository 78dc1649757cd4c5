using System.Diagnostics;
using System.Globalization;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Links;
using FileTransfer.Senders.Servers;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Load.Generating;

/// <summary>What came of a load.</summary>
/// <param name="Result">What was found; when it is no result, <see cref="LoadResult.Partial"/> says why.</param>
/// <param name="Failure">Why it is no result; null when it is, and when it was interrupted.</param>
internal sealed record LoadOutcome(LoadResult Result, string? Failure);

/// <summary>Makes a load: prepares, warms up, waits for the start, records, and proves what was recorded.</summary>
internal static class LoadMeasurer
{
    /// <summary>Largest share of transfers that the generator may begin late.</summary>
    private const double MostLate = 0.01;

    /// <summary>Most transfers that may fail behind a load, each of which can take the time limit of a transfer.</summary>
    private const int MostFailedChecks = 10;

    /// <summary>
    /// Before the start the calling thread looks at the costs and starts those that send. That takes a fraction of a millisecond, and
    /// senders that share processors do it one after another.
    /// </summary>
    private static readonly TimeSpan s_beforeStart = TimeSpan.FromMilliseconds(20);

    /// <summary>Makes a load, and blocks the calling thread while it is recorded.</summary>
    /// <exception cref="TransferException">Nothing was recorded: the strategy cannot deliver here, or the warm-up failed.</exception>
    /// <exception cref="ServerException">There is no server.</exception>
    /// <exception cref="OperationCanceledException">Cancelled before the start.</exception>
    public static async Task<LoadOutcome> MeasureAsync(LoadPlan plan, CancellationToken cancellationToken)
    {
        plan = await LoadStart.TakePlaceAsync(plan, cancellationToken);
        LoadEnvironment environment = await EndsProbe.CollectAsync(plan.Server, plan.Strategy, plan.Sender, cancellationToken);
        using LinkLife? life = LinkLife.Watch();
        LoadSession session = await LoadSession.PrepareAsync(plan, cancellationToken);
        await using (session)
        {
            long failedBefore = WarmUp(session, life, cancellationToken);
            cancellationToken.ThrowIfCancellationRequested();
            await LoadStart.MeetAllAsync(plan, cancellationToken);
            LoadStart start = await LoadStart.AgreeAsync(session, cancellationToken);
            TallyCount before = session.Tally.Count;
            using var phase = new LoadPhase(session, start.Timestamp, plan.Duration, plan.Count, plan.Seed);
            var assembly = new LoadAssembly(session, phase, start, environment);
            using LinkMeter? link = LinkMeter.Begin();
            try
            {
                PreciseWait.Until(start.Timestamp - (long)(s_beforeStart.TotalSeconds * Stopwatch.Frequency), cancellationToken);
                assembly.Costs.Begin();
                phase.Run(plan.Progress, life, cancellationToken);
                assembly.Costs.End();
                assembly.Link = link?.Count(phase.Recorder.Completed);
                assembly.Verified = await ProveAsync(assembly, before, failedBefore);
            }
            catch (Exception exception) when (exception is TransferException or ServerException or IOException)
            {
                assembly.Costs.End();
                string reason = life is { Ended.IsCancellationRequested: true } ? life.Words : session.Explain(exception);
                return new LoadOutcome(assembly.Assemble(reason), reason);
            }

            string? limit = GeneratorLimit(plan, phase.Recorder) ?? assembly.Link?.Limit;
            string? early = cancellationToken.IsCancellationRequested ? "interrupted" : null;
            return new LoadOutcome(assembly.Assemble(limit ?? early), limit);
        }
    }

    /// <summary>Why the generator was the limit; null when it was not.</summary>
    internal static string? GeneratorLimit(LoadPlan plan, LoadRecorder recorder)
    {
        if (plan.Rate is not { } rate || recorder.Completed == 0 || recorder.Late <= MostLate * recorder.Completed)
        {
            return null;
        }

        double share = recorder.Late / (double)recorder.Completed;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"offered {rate * (1 - share):N0} of {rate:N0}/s: the generator began {share * 100:0.#} % of the transfers more than "
            + $"{plan.MaxLateness.TotalMilliseconds:0.###} ms after they were due and a connection was free, so that it was the limit; "
            + $"lower the rate, free processors, or use several senders");
    }

    private static long WarmUp(LoadSession session, LinkLife? life, CancellationToken cancellationToken)
    {
        LoadPlan plan = session.Plan;
        if (plan.WarmupCount == 0 || (plan.WarmupCount is null && plan.Warmup == TimeSpan.Zero))
        {
            return 0;
        }

        // Another seed: what is recorded must not repeat what was prepared.
        using var phase = new LoadPhase(
            session,
            Stopwatch.GetTimestamp(),
            plan.WarmupCount is null ? plan.Warmup : null,
            plan.WarmupCount,
            unchecked(plan.Seed + 1));
        try
        {
            phase.Run(progress: null, life, cancellationToken);
        }
        catch (TransferException exception)
        {
            throw new TransferException(exception.Kind, $"the warm-up failed: {session.Explain(exception)}", exception);
        }

        return phase.Errors.Count;
    }

    /// <summary>Proves the transfers; how many timed ones the server's counts confirm.</summary>
    private static async Task<long> ProveAsync(LoadAssembly assembly, TallyCount before, long failedBefore)
    {
        LoadSession session = assembly.Session;
        long failed = assembly.Phase.Errors.Count;
        bool isCounted = session.Before is not null;
        if (session.Before is { } stats && assembly.Start.Stats is { } atStart)
        {
            failed += await CompareCountsAsync(assembly, stats, atStart, before, failed, failedBefore);
        }
        else
        {
            failed += await CheckEachSizeAsync(assembly, before);
        }

        LoadProof.ThrowUnlessReceived(session, session.Tally.Count, failed + failedBefore > 0);
        LoadProof.ThrowUnlessAsAskedFor(session, assembly.Phase.Recorder);
        return isCounted ? assembly.Phase.Recorder.Timed : 0;
    }

    /// <summary>Compares what a server of ours has counted and checked with what the lanes were told.</summary>
    /// <returns>The number of transfers that failed behind the load.</returns>
    private static async Task<long> CompareCountsAsync(
        LoadAssembly assembly, ServerStats stats, ServerStats atStart, TallyCount before, long failed, long failedBefore)
    {
        LoadSession session = assembly.Session;
        string kind = session.ReceiverKind;
        ServerStats after = (await session.Control.FindStatsAsync(CancellationToken.None))!;
        CostMeter.ThrowIfStartedAgain(stats.Instance, after.Instance);
        CostMeter.ThrowIfSuspended(atStart.Suspensions, after.Suspensions);
        CostMeter.ThrowIfSlow(
            Stopwatch.GetElapsedTime(assembly.Start.Asked).TotalSeconds, after.UptimeSeconds - atStart.UptimeSeconds);
        assembly.Costs.Receiver = after.CpuSeconds - atStart.CpuSeconds;
        bool isAlone = session.Plan.Barrier is not { Parties: > 1 };
        TallyCount told = session.Tally.Count;
        if (isAlone)
        {
            LoadProof.ThrowUnlessCounted(
                atStart.Receivers[kind], after.Receivers[kind], told.Frames - before.Frames, told.Bytes - before.Bytes, failed);
        }

        long failedBehind = await CheckEachSizeAsync(assembly, before);
        failed += failedBehind;
        told = session.Tally.Count;
        (long frames, long bytes) = (told.Frames - before.Frames, told.Bytes - before.Bytes);
        if (session.Plan.Barrier is { } barrier)
        {
            BarrierAnswer end = await LoadStart.MeetAtEndAsync(session.Plan, barrier, frames, bytes, CancellationToken.None);
            LoadProof.ThrowUnlessCounted(atStart.Receivers[kind], end.Stats.Receivers[kind], end.ClaimedFrames, end.ClaimedBytes, failed);
        }
        else
        {
            ReceiverStats now = (await session.Control.FindStatsAsync(CancellationToken.None))!.Receivers[kind];
            LoadProof.ThrowUnlessCounted(stats.Receivers[kind], now, told.Frames, told.Bytes, failed + failedBefore);
        }

        if (!session.Plan.Strategy.Fetches)
        {
            ReceiverChecks checks =
                (await session.Control.FindChecksAsync(kind, stats.Receivers[kind].Frames, CancellationToken.None))!;
            LoadProof.ThrowUnlessChecked(checks, told, isAlone, failed + failedBefore > 0);
        }

        return failedBehind;
    }

    /// <summary>Goes on to transfer, without a clock, until one transfer of each size was checked since recording began.</summary>
    /// <returns>The number of transfers that failed meanwhile. As many may fail as within the load, and few in all.</returns>
    private static async Task<long> CheckEachSizeAsync(LoadAssembly assembly, TallyCount before)
    {
        LoadSession session = assembly.Session;
        if (!session.Plan.Strategy.HasChecksums)
        {
            return 0;
        }

        LoadLane lane = session.Lanes[0];
        long failed = 0;
        bool isLost = false;
        for (int size = 0; size < session.Checksums.Count; size++)
        {
            Payload payload = session.Plan.Payloads[size].Payload;
            long most = session.ChecksumsOf(size).Contains(0u) || payload.Length == 0 ? 0 : ConnectionProof.MostUnchecked(payload);
            for (long i = 0; most > 0 && !session.WasChecked(size, before); i++)
            {
                if (i >= most)
                {
                    throw ConnectionProof.NeverChecked(session.Tally.Count.Frames);
                }

                try
                {
                    if (isLost)
                    {
                        await lane.ConnectAsync(CancellationToken.None);
                    }

                    isLost = true;
                    _ = lane.IsSynchronous ? lane.Transfer(size) : await lane.TransferAsync(size);
                    isLost = false;
                }
                catch (TransferException exception) when (
                    failed < MostFailedChecks
                    && assembly.Phase.Errors.AllowsBehind(exception, failed + 1, assembly.Phase.Recorder.Completed))
                {
                    failed++;
                }
            }
        }

        return failed;
    }
}
