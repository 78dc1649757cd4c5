using System.Globalization;
using FileTransfer.Results;
using FileTransfer.Results.Statistics;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Servers;
using FileTransfer.Senders.Sessions;
using FileTransfer.Senders.StrategyAssemblies;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Senders.Engine;

/// <summary>One launch: everything that a sender process does for one file in one placement; it makes several, one after another.</summary>
/// <remarks>Waits synchronously, because BenchmarkDotNet's hooks are synchronous. None of this is timed.</remarks>
internal sealed class BenchmarkLaunch : IDisposable
{
    private readonly LaunchPlan _plan;
    private readonly StrategyDescriptor _strategy;
    private readonly OwnPayload _payload;
    private readonly TransferSession _session;
    private readonly CostMeter _cost;
    private readonly RecordedTurns _turns;
    private readonly StageListener _listener;
    private readonly Instructions _instructions;
    private readonly TransferTracer? _tracer;
    private readonly TrialInForce? _trial;
    private Exception? _failure;

    private BenchmarkLaunch(
        LaunchPlan plan,
        StrategyDescriptor strategy,
        Instructions instructions,
        OwnPayload payload,
        TransferSession session,
        CostMeter cost,
        Settling settling,
        TransferTracer? tracer,
        TrialInForce? trial)
    {
        (_tracer, _trial) = (tracer, trial);
        _plan = plan;
        _strategy = strategy;
        _instructions = instructions;
        _payload = payload;
        _session = session;
        _cost = cost;
        Settling = settling;
        _turns = new RecordedTurns(plan, session, instructions, cost, plan.Profile.LeadInTransfers(settling.Pace.Pace))
        {
            Tracer = tracer,
            Trial = trial,
        };
        _listener = new StageListener(operations => Guard(() => _turns.Begin(operations)), () => Guard(_turns.End));
    }

    /// <summary>Objects are estimated for HTTP only, in the first round.</summary>
    private bool IsEstimated => _plan.Round == 1 && _strategy.Family == StrategyFamily.Http;

    /// <summary>How it settled.</summary>
    public Settling Settling { get; }

    public ITransferStrategy Strategy => _session.Strategy;

    public Payload Payload => _session.Payload;

    public SampleRecorder Recorder => _session.Recorder;

    public TransferRound? Round => _session.Round;

    /// <summary>
    /// Prepares, and settles as the parent tells it, until that says that it is to begin. On failure, writes the reason to the result file.
    /// </summary>
    public static BenchmarkLaunch Start(LaunchPlan plan, StrategyDescriptor strategy, Instructions instructions)
    {
        OwnPayload? payload = null;
        TransferSession? session = null;
        TransferTracer? tracer = null;
        TrialInForce? trial = null;
        try
        {
            AppContext.SetData(KernelBuffer.OffsetSetting, plan.Sender.BufferOffset);
            tracer = plan.IsExperiment ? new TransferTracer(plan.ServerProcess, strategy.IsSynchronous) : null;
            trial = plan.Trial == SenderTrial.None ? null : new TrialInForce(plan.Trial);
            payload = new OwnPayload(plan, strategy);
            string server = Environment.GetEnvironmentVariable(LaunchPlan.ServerVariable)
                ?? throw new InvalidOperationException($"{LaunchPlan.ServerVariable} is not set");
            session = TransferSession.PrepareAsync(
                new SessionOptions
                {
                    Strategy = TrialInForce.Apply(plan.Trial, StrategyCache.Under(strategy, plan.Sender.Cache)),
                    IsExperiment = plan.IsExperiment,
                    Tracer = tracer,
                    Payload = payload.Payload,
                    Sender = plan.Sender,
                    Verified = plan.Verified,
                    Server = new Uri(server),
                },
                CancellationToken.None).GetAwaiter().GetResult();
            // Before it settles: whatever is compiled for an exchange with the server is to be compiled before the first turn.
            var cost = new CostMeter(session, plan.ServerProcess);
            cost.StartReceiverAsync(CancellationToken.None).GetAwaiter().GetResult();
            instructions.Share(plan.SharesServer && session.Control is ControlClient shared ? Handover(shared) : null);
            instructions.Answer(Instructions.Ready);
            var settling = new Settling(session, plan.Profile);
            while (instructions.IsToSettle())
            {
                instructions.Answer(settling.Step() ? Instructions.Settled : Instructions.Settling);
            }

            return new BenchmarkLaunch(plan, strategy, instructions, payload, session, cost, settling, tracer, trial);
        }
        catch (Exception exception)
        {
            // Any exception: the result file is the only way to report the reason to the parent.
            new LaunchRecord { Failure = session?.Explain(exception) ?? AddedFailure.Explain(exception) }.Save(plan.Record);
            instructions.Share(null);
            session?.DisposeAsync().AsTask().GetAwaiter().GetResult();
            payload?.Dispose();
            trial?.Dispose();
            tracer?.Dispose();
            throw;
        }
    }

    /// <summary>Stops the engine after a failure between its iterations.</summary>
    /// <exception cref="InvalidOperationException">There was one.</exception>
    public void ThrowIfFailed()
    {
        if (_failure is not null)
        {
            throw new InvalidOperationException(_failure.Message, _failure);
        }
    }

    /// <summary>Writes the reason why this launch is invalid.</summary>
    public void Fail(Exception exception) => new LaunchRecord { Failure = _session.Explain(exception) }.Save(_plan.Record);

    /// <summary>Writes the samples for the parent.</summary>
    public void Finish()
    {
        if (File.Exists(_plan.Record))
        {
            return;
        }

        try
        {
            _session.ThrowIfPayloadChanged();
            ThrowIfFailed();
            if (_turns.All.Count != _plan.Profile.Cycles)
            {
                throw new InvalidOperationException(string.Create(
                    CultureInfo.InvariantCulture, $"{_turns.All.Count} of {_plan.Profile.Cycles} turns were recorded"));
            }

            var meter = new AllocationMeter(_session);
            // Nobody asks an experiment for it, and it takes transfers.
            double? allocated = _plan.IsExperiment ? null : meter.MeasureBytesAsync().GetAwaiter().GetResult();
            List<Observation> observations =
            [
                .. _session.ObserveAsync(CancellationToken.None).GetAwaiter().GetResult(),
                .. _cost.LinkObservations,
            ];
            // Once per case is enough: the estimate takes time, and all launches allocate the same.
            if (IsEstimated && meter.EstimateObjectsAsync(_plan.Profile.Estimate).GetAwaiter().GetResult() is { } objects)
            {
                observations.Add(new Observation(Observation.Allocations, Math.Round(objects), ""));
            }

            ConnectionProof.ProveAsync(_session, CancellationToken.None).GetAwaiter().GetResult();
            new LaunchRecord
            {
                Launch = AsLaunch(allocated, observations),
                Trace = _tracer?.Read(Recorder.GapNanoseconds(), _cost.Suspensions),
                Sender = MachineFacts.Collect(),
                Server = _session.ServerInstance,
                Verified = _session.Verified,
            }.Save(_plan.Record);
        }
        catch (Exception exception)
        {
            Fail(exception);
            throw;
        }
    }

    public void Dispose()
    {
        _instructions.Share(null);
        _listener.Dispose();
        _session.DisposeAsync().AsTask().GetAwaiter().GetResult();
        _payload.Dispose();
        _trial?.Dispose();
        _tracer?.Dispose();
    }

    /// <summary>What a server counts between two instructions is the work of others.</summary>
    private static (Action Leave, Action Return) Handover(ControlClient server) => (
        () => server.LeaveAsync(CancellationToken.None).GetAwaiter().GetResult(),
        () => server.ReturnAsync(CancellationToken.None).GetAwaiter().GetResult());

    private Launch AsLaunch(double? allocated, IReadOnlyList<Observation> observations)
    {
        long[] nanoseconds = Recorder.Nanoseconds();
        return new Launch
        {
            Round = _plan.Round,
            Position = _plan.Position,
            StartedUtc = _turns.StartedUtc,
            IsSettled = Settling.IsCompiled,
            Disturbance = _turns.Disturbance,
            AllocatedBytesPerTransfer = allocated,
            Nanoseconds = nanoseconds,
            SendReturnedNanoseconds = Recorder.SendReturnedNanoseconds(),
            MedianNanoseconds = nanoseconds.Length > 0 ? SampleStatistics.Median(nanoseconds) : 0,
            Turns = _turns.All,
            SenderCpuSeconds = _cost.SenderCpuSeconds,
            ReceiverCpuSeconds = _cost.ReceiverCpuSeconds,
            VerifiedByCount = _cost.ReceiverFrames,
            ContextSwitches = _cost.ContextSwitches,
            VerifiedByChecksum = _session.VerifiedByChecksum,
            CheckedWhileRecording = Recorder.CheckedWhileRecording,
            ResidentShare = _turns.ResidentShare,
            Link = _cost.Link,
            Observations = observations,
        };
    }

    /// <summary>
    /// Stores an exception for later: event sources swallow the exceptions of their listeners. After one nothing more is done: the parent,
    /// which has no answer, would not tell a next turn.
    /// </summary>
    private void Guard(Action action)
    {
        if (_failure is not null)
        {
            return;
        }

        try
        {
            action();
        }
        catch (Exception exception)
        {
            _failure = exception;
        }
    }
}
