using System.Globalization;
using FileTransfer.Harness.Measuring;
using FileTransfer.Harness.Results;
using FileTransfer.Harness.Statistics;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Engine;

/// <summary>One launch: the life of a sender process.</summary>
/// <remarks>Waits synchronously throughout: nothing here is inside a clock, and BenchmarkDotNet's hooks are synchronous.</remarks>
internal sealed class BenchmarkLaunch : IDisposable
{
    private readonly LaunchPlan _plan;
    private readonly TransferSession _session;
    private readonly CostMeter _cost;
    private readonly DisturbanceMeter _disturbance = new();
    private readonly StageListener _listener;
    private DateTimeOffset _started;
    private int _iterations;
    private double? _residentShare;
    private Exception? _failure;

    private BenchmarkLaunch(LaunchPlan plan, TransferSession session)
    {
        _plan = plan;
        _session = session;
        _cost = new CostMeter(session);
        _listener = new StageListener(operations => Guard(() => StartIteration(operations)), () => Guard(StopIteration));
    }

    /// <summary>Objects are estimated of HTTP alone, in the first round.</summary>
    private bool IsEstimated => _plan.Round == 1 && StrategyCatalog.Find(_plan.Strategy).Family == StrategyFamily.Http;

    /// <summary>The pace that the warm-up ended with.</summary>
    public required SteadyState Pace { get; init; }

    public ITransferStrategy Strategy => _session.Strategy;

    public Payload Payload => _session.Payload;

    public SampleRecorder Recorder => _session.Recorder;

    public TransferRound? Round => _session.Round;

    /// <summary>Prepares and warms up; leaves a file that says why when it cannot.</summary>
    public static BenchmarkLaunch Start()
    {
        var plan = LaunchPlan.Current();
        try
        {
            string server = Environment.GetEnvironmentVariable(LaunchPlan.ServerVariable)
                ?? throw new InvalidOperationException($"{LaunchPlan.ServerVariable} is not set");
            TransferSession session = TransferSession.PrepareAsync(
                new SessionOptions
                {
                    Strategy = StrategyCatalog.Find(plan.Strategy),
                    Payload = plan.Payload.Payload,
                    Sender = plan.Sender,
                    Server = new Uri(server),
                },
                CancellationToken.None).GetAwaiter().GetResult();
            return new BenchmarkLaunch(plan, session) { Pace = session.Settle(plan.Profile.Warmup, plan.Profile.LongestWarmup) };
        }
        catch (Exception exception)
        {
            // Whatever it is, the parent must learn the reason: this process has no other way to tell it.
            new LaunchRecord { Failure = exception.Message }.Save(plan.Record);
            throw;
        }
    }

    /// <summary>Notes why this launch counts for nothing.</summary>
    public void Fail(Exception exception) => new LaunchRecord { Failure = _session.Explain(exception) }.Save(_plan.Record);

    /// <summary>Leaves the samples for the parent.</summary>
    public void Finish()
    {
        if (File.Exists(_plan.Record))
        {
            return;
        }

        try
        {
            _session.ThrowIfPayloadChanged();
            if (_failure is not null)
            {
                throw new InvalidOperationException(_failure.Message, _failure);
            }

            if (_iterations != _plan.Profile.Iterations)
            {
                throw new InvalidOperationException(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{_iterations} of {_plan.Profile.Iterations} iterations were recorded"));
            }

            var meter = new AllocationMeter(_session);
            double allocated = meter.MeasureBytesAsync().GetAwaiter().GetResult();
            List<Observation> observations = [.. _session.ObserveAsync(CancellationToken.None).GetAwaiter().GetResult()];
            // Once a case is enough: it takes time, and all launches allocate alike.
            if (IsEstimated && meter.EstimateObjectsAsync(_plan.Profile.Estimate).GetAwaiter().GetResult() is { } objects)
            {
                observations.Add(new Observation(Observation.Allocations, Math.Round(objects), ""));
            }

            ConnectionProof.ProveAsync(_session, CancellationToken.None).GetAwaiter().GetResult();
            new LaunchRecord { Launch = AsLaunch(allocated, observations), Sender = MachineFacts.Collect(), Server = _session.ServerInstance }.Save(_plan.Record);
        }
        catch (Exception exception)
        {
            Fail(exception);
            throw;
        }
    }

    public void Dispose()
    {
        _listener.Dispose();
        _session.DisposeAsync().AsTask().GetAwaiter().GetResult();
    }

    private Launch AsLaunch(double allocated, IReadOnlyList<Observation> observations)
    {
        long[] nanoseconds = Recorder.Nanoseconds();
        return new Launch
        {
            Round = _plan.Round,
            Position = _plan.Position,
            StartedUtc = _started,
            IsSettled = Pace.IsSettled,
            Disturbance = _disturbance.Read(),
            AllocatedBytesPerTransfer = allocated,
            Nanoseconds = nanoseconds,
            SendReturnedNanoseconds = Recorder.SendReturnedNanoseconds(),
            MedianNanoseconds = nanoseconds.Length > 0 ? SampleStatistics.Median(nanoseconds) : 0,
            SenderCpuSeconds = _cost.SenderCpuSeconds,
            ReceiverCpuSeconds = _cost.ReceiverCpuSeconds,
            VerifiedByCount = _cost.ReceiverFrames,
            ContextSwitches = _cost.ContextSwitches,
            VerifiedByChecksum = _session.VerifiedByChecksum,
            CheckedWhileRecording = Recorder.CheckedWhileRecording,
            ResidentShare = _residentShare,
            Observations = observations,
        };
    }

    /// <summary>Keeps what goes wrong for later: event sources swallow what their listeners throw.</summary>
    private void Guard(Action action)
    {
        try
        {
            action();
        }
        catch (Exception exception)
        {
            _failure ??= exception;
        }
    }

    /// <summary>What is sent has to be in memory, before and after: a disk would be what is measured.</summary>
    private void LookAtPages()
    {
        if (_session.ReceiverKind is not null && !_session.IsFetch && PageCache.ResidentShare(Payload.Path) is { } share)
        {
            _residentShare = Math.Min(_residentShare ?? 1, share);
        }
    }

    private void StartIteration(long operations)
    {
        if (_iterations == 0)
        {
            LookAtPages();
            _cost.StartReceiverAsync(CancellationToken.None).GetAwaiter().GetResult();
            _started = DateTimeOffset.UtcNow;
            _disturbance.Start();
        }

        Recorder.Reserve(operations);
        Recorder.IsRecording = true;
        _cost.Resume();
    }

    private void StopIteration()
    {
        bool isLast = ++_iterations == _plan.Profile.Iterations;
        while (isLast && Recorder.Count == 0)
        {
            // Of a few large transfers all may have been checked, which makes them no samples.
            _session.Loop.Step(Recorder);
        }

        _cost.Pause();
        Recorder.IsRecording = false;
        if (isLast)
        {
            _disturbance.Stop();
            LookAtPages();
            _cost.StopReceiverAsync(CancellationToken.None).GetAwaiter().GetResult();
        }

        _session.ThrowIfPayloadChanged();
    }
}
