using System.Diagnostics;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Links;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Load.Generating;

/// <summary>One stretch of a load: the warm-up, or what is recorded.</summary>
internal sealed class LoadPhase : IDisposable
{
    /// <summary>Time after the end in which transfers that were due before still begin.</summary>
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(2);

    private readonly LoadSession _session;
    private readonly ArrivalQueue _queue;
    private readonly LoadLoop _loop;
    private readonly long _start;

    /// <param name="session">The connected lanes.</param>
    /// <param name="start">Timestamp of the start.</param>
    /// <param name="duration">Time in which transfers are due; null for a number.</param>
    /// <param name="count">Number of transfers; null for a duration.</param>
    /// <param name="seed">Seed of arrivals and sizes.</param>
    public LoadPhase(LoadSession session, long start, TimeSpan? duration, long? count, int seed)
    {
        LoadPlan plan = session.Plan;
        _session = session;
        _start = start;
        long end = duration is { } time ? start + TicksOf(time) : long.MaxValue;
        RateSchedule? schedule = plan.Rate is { } rate ? new RateSchedule(rate, plan.IsPoisson, seed) : null;
        _queue = new ArrivalQueue(
            schedule,
            new SizeMix([.. plan.Payloads.Select(payload => payload.Weight)], seed),
            start, end, count ?? long.MaxValue, TicksOf(s_patience));
        Recorder = new LoadRecorder(plan.Payloads.Count, plan.Rate is not null, (long)plan.MaxLateness.TotalNanoseconds);
        Errors = new ErrorBook(plan.MaxErrors);
        _loop = new LoadLoop(session.Lanes, _queue, Recorder, Errors);
    }

    public LoadRecorder Recorder { get; }

    public ErrorBook Errors { get; }

    /// <summary>Transfers that were due and never begun.</summary>
    public long NotBegun { get; private set; }

    /// <summary>Time that was spun before transfers were due.</summary>
    public TimeSpan Spun => _loop.Spun;

    /// <summary>Makes all transfers. Blocks the calling thread.</summary>
    /// <param name="progress">Receives what happened in each second; null for nobody.</param>
    /// <param name="link">The link that the transfers go over; null without one.</param>
    /// <param name="cancellationToken">Ends the phase early; transfers under way end first.</param>
    /// <exception cref="TransferException">There were more errors than allowed; the first of them. Or the link has ended.</exception>
    public void Run(Action<LoadSecond>? progress, LinkLife? link, CancellationToken cancellationToken)
    {
        using CancellationTokenRegistration interrupt = cancellationToken.Register(_queue.Stop);
        using var ended = new ManualResetEventSlim();
        Thread? reporter = progress is null ? null : new Thread(() => Report(progress, ended)) { IsBackground = true, Name = "progress" };
        reporter?.Start();
        try
        {
            if (link is null)
            {
                RunLoop();
            }
            else
            {
                RunOver(link);
            }
        }
        finally
        {
            // What is not due yet when it ends early was not asked for yet.
            NotBegun = _queue.CountLeft(Stopwatch.GetTimestamp());
            ended.Set();
            reporter?.Join();
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _queue.Dispose();

    private void RunLoop() => _loop.Run(
        isOpen: _session.Plan.Rate is not null,
        isWithOthers: _session.Plan.Barrier is not null || _session.Plan.StartAt is not null);

    /// <summary>Runs on another thread, and leaves it alone when the link ends: its transfers wait for what can never arrive.</summary>
    private void RunOver(LinkLife link)
    {
        Task loop = Task.Factory.StartNew(
            RunLoop,
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
        try
        {
            loop.Wait(link.Ended);
        }
        catch (OperationCanceledException) when (link.Ended.IsCancellationRequested)
        {
            _queue.Stop();
            _session.Abandon();
            throw new TransferException(TransferErrorKind.ConnectionLost, link.Words);
        }
        catch (AggregateException)
        {
            loop.GetAwaiter().GetResult();
        }
    }

    private void Report(Action<LoadSecond> progress, ManualResetEventSlim ended)
    {
        long before = _start;
        while (!ended.Wait(TimeSpan.FromSeconds(1)))
        {
            long now = Stopwatch.GetTimestamp();
            (long count, double p50, double p99) = Recorder.TakeInterval();
            double seconds = Stopwatch.GetElapsedTime(before, now).TotalSeconds;
            progress(new LoadSecond(Stopwatch.GetElapsedTime(_start, now), count / seconds, p50, p99, Errors.Count));
            before = now;
        }
    }

    private static long TicksOf(TimeSpan time) => (long)(time.TotalSeconds * Stopwatch.Frequency);
}
