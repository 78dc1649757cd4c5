using FileTransfer.Results;
using FileTransfer.Results.Statistics;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Senders.Engine;

/// <summary>The turns of a launch, each an iteration of BenchmarkDotNet: what surrounds the samples, and is noted beside them.</summary>
/// <remarks>Waits synchronously, because BenchmarkDotNet's hooks are synchronous. None of this is timed.</remarks>
/// <param name="plan">The launch.</param>
/// <param name="session">Transfers.</param>
/// <param name="instructions">The parent, which hands out turns.</param>
/// <param name="cost">What the turns cost both ends.</param>
/// <param name="leadIn">Transfers at the beginning of a turn that are not recorded.</param>
internal sealed class RecordedTurns(
    LaunchPlan plan, TransferSession session, Instructions instructions, CostMeter cost, int leadIn)
{
    /// <summary>
    /// Pause after a turn in which threads of a pool worked: they look for more before they block, and would do so beside the next turn.
    /// On a processor that nobody else uses that takes less than a millisecond; beside transfers, a tenth of a second.
    /// </summary>
    private static readonly TimeSpan s_lingering = TimeSpan.FromMilliseconds(3);

    private static readonly TimeSpan s_longestCompilation = TimeSpan.FromMilliseconds(50);

    private readonly List<Turn> _turns = [];
    private readonly DisturbanceMeter _disturbance = new(new CoreSpeed(), Environment.ProcessId, plan.ServerProcess);
    private Whereabouts? _whereabouts;
    private (int Sender, int Receiver)? _from;
    private long _workItemsBefore;
    private int _samplesBefore;
    private (int Cycle, int Position) _place;

    /// <summary>Looks at every transfer; null where nobody asks.</summary>
    public TransferTracer? Tracer { get; init; }

    /// <summary>What is tried during the turns; null for nothing.</summary>
    public TrialInForce? Trial { get; init; }

    /// <summary>The turns so far.</summary>
    public IReadOnlyList<Turn> All => _turns;

    /// <summary>When the first one began.</summary>
    public DateTimeOffset StartedUtc { get; private set; }

    /// <summary>The smallest share of the file that was in the page cache; null where that was not looked at.</summary>
    public double? ResidentShare { get; private set; }

    /// <summary>What disturbed them.</summary>
    public Disturbance Disturbance => _disturbance.Read();

    /// <summary>
    /// Waits for the turn that this iteration is, and transfers without recording for as long as what lingers from the others' turns may
    /// last.
    /// </summary>
    /// <param name="operations">Transfers that the iteration makes.</param>
    public void Begin(long operations)
    {
        if (_turns.Count == 0)
        {
            // For all turns: what grows meanwhile is copied, and collected, in somebody's turn.
            session.Recorder.Reserve(operations * plan.Profile.Cycles);
            MeasureResidentShare();
            _whereabouts = plan.Sender.Affinity == CpuAffinity.None ? Whereabouts.Of(plan.ServerProcess) : null;
            cost.StartLink();
            (session.Strategy as IConditionedStrategy)?.AfterTransfers();
            instructions.Answer(Instructions.Ready);
        }

        _place = instructions.NextTurn();
        if (_turns.Count == 0)
        {
            StartedUtc = DateTimeOffset.UtcNow;
        }

        if (plan.SharesServer)
        {
            // It was asked what it had counted for others.
            Thread.Sleep(CostMeter.Settled);
        }

        _workItemsBefore = ThreadPool.CompletedWorkItemCount;
        _disturbance.Start();
        Trial?.BeginTurn();
        Tracer?.BeginTurn();
        WaitUntilCompiled();
        for (int i = 0; i < leadIn; i++)
        {
            session.Loop.Step(session.Recorder);
        }

        session.Round?.Prepare();
        _from = _whereabouts?.Now();
        _samplesBefore = session.Recorder.Count;
        session.Recorder.Reserve(operations);
        Tracer?.Skip();
        session.Recorder.IsRecording = true;
        cost.Resume();
    }

    /// <summary>Ends the turn, and after the last one waits for the word to finish.</summary>
    public void End()
    {
        session.Loop.StepUntilSampled(session.Recorder, _samplesBefore);
        cost.Pause();
        session.Recorder.IsRecording = false;
        Tracer?.EndTurn();
        Trial?.EndTurn();
        _disturbance.Stop();
        (int Sender, int Receiver)? to = _whereabouts?.Now();
        (session.Strategy as IConditionedStrategy)?.AfterTransfers();
        _turns.Add(new Turn(
            _place.Cycle,
            _place.Position,
            session.Recorder.Count - _samplesBefore,
            SampleStatistics.Median(session.Recorder.Nanoseconds(_samplesBefore)))
        {
            SenderProcessors = _from is { } begin && to is { } end ? [begin.Sender, end.Sender] : null,
            ReceiverProcessors = _from is { } before && to is { } after ? [before.Receiver, after.Receiver] : null,
        });
        bool lingers = ThreadPool.CompletedWorkItemCount > _workItemsBefore || Transport.IsHttp(plan.Sender.Transport);
        if (lingers && !plan.IsRehearsal)
        {
            Thread.Sleep(s_lingering);
        }

        WaitUntilCompiled();
        instructions.Answer(Instructions.Done);
        if (_turns.Count < plan.Profile.Cycles)
        {
            return;
        }

        instructions.Expect(Instructions.Finish);
        _disturbance.End();
        MeasureResidentShare();
        cost.StopReceiverAsync(CancellationToken.None).GetAwaiter().GetResult();
        session.ThrowIfPayloadChanged();
    }

    /// <summary>
    /// Lets the compiler end what was called often by now, around turns: beside transfers it would seem to be a cause, or a neighbour.
    /// </summary>
    private void WaitUntilCompiled()
    {
        if (Tracer is not null && !plan.IsRehearsal)
        {
            HotCode.WaitUntilCompiled(s_longestCompilation);
        }
    }

    /// <summary>
    /// Measures the share of the file in the page cache before and after recording: otherwise the disk would be measured. Where the disk
    /// is to be measured, the strategy's condition looks before each transfer.
    /// </summary>
    private void MeasureResidentShare()
    {
        if (plan.Sender.Cache == CacheMode.Warm && session.ReadsPayload && PageCache.ResidentShare(session.Payload.Path) is { } share)
        {
            ResidentShare = Math.Min(ResidentShare ?? 1, share);
        }
    }
}
