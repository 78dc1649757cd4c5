using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Senders.Sessions;

/// <summary>Puts what an experiment changes into force in this process, for the time of each turn where it takes a processor.</summary>
internal sealed class TrialInForce : IDisposable
{
    private readonly SenderTrial _trial;
    private readonly AwakeProcessors? _awake;
    private readonly MovedThread? _moved;

    /// <param name="trial">What is changed.</param>
    /// <exception cref="TransferException">It cannot be changed here.</exception>
    public TrialInForce(SenderTrial trial)
    {
        _trial = trial;
        if (trial.Nice is { } nice && ProcessNice.Set(Environment.ProcessId, nice) is { } reason)
        {
            throw new TransferException(TransferErrorKind.Unsupported, $"the sender's nice value cannot be set to {nice}: {reason}");
        }

        if (trial.HasNoHugePages && PrCtl.Invoke(PrCtl.SetNoHugePages, 1, 0, 0, 0) != 0)
        {
            throw new TransferException(
                TransferErrorKind.Unsupported, "this kernel does not withhold huge pages: prctl(2), PR_SET_THP_DISABLE");
        }

        _awake = trial.KeepsAwake ? new AwakeProcessors() : null;
        _moved = trial.MovesEvery is { } milliseconds ? new MovedThread(milliseconds) : null;
    }

    /// <summary>The strategy under what is changed before each transfer.</summary>
    public static StrategyDescriptor Apply(SenderTrial trial, StrategyDescriptor strategy) => trial.Prefetches
        ? StrategyCache.Prefetched(strategy)
        : strategy;

    /// <summary>Call on the sending thread, before the first transfer of a turn.</summary>
    /// <exception cref="TransferException">It cannot be changed here.</exception>
    public void BeginTurn()
    {
        if (_trial.RunsFirst && !RealTime.Enter())
        {
            throw new TransferException(
                TransferErrorKind.Unsupported, "the sender may not run before others (SCHED_FIFO needs CAP_SYS_NICE)");
        }

        _awake?.Begin();
        _moved?.Begin();
    }

    /// <summary>Call on the sending thread, after the last transfer of a turn.</summary>
    public void EndTurn()
    {
        _moved?.End();
        _awake?.End();
        if (_trial.RunsFirst)
        {
            RealTime.Leave();
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _awake?.Dispose();
        _moved?.Dispose();
    }
}
