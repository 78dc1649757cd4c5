using System.Diagnostics;
using System.Runtime.CompilerServices;
using BenchmarkDotNet.Helpers;
using FileTransfer.Benchmarking.Cases;
using FileTransfer.Results;
using FileTransfer.Senders.Engine;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Benchmarking.Sending;

/// <summary>One launch of a case: what BenchmarkDotNet's process does around the transfers that it measures.</summary>
/// <remarks>Waits synchronously, because BenchmarkDotNet's hooks are synchronous. Only <see cref="Send"/> is timed.</remarks>
internal sealed class TransferLaunch : IDisposable
{
    private readonly string _record;
    private readonly TransferSession _session;
    private readonly CostMeter _cost;
    private readonly StageListener _listener;
    private readonly ISyncTransferStrategy? _synchronous;
    private readonly IAsyncTransferStrategy? _asynchronous;
    private readonly IConditionedStrategy? _conditioned;
    private int _samplesBefore;
    private Exception? _failure;

    private TransferLaunch(string record, TransferSession session, CostMeter cost)
    {
        _record = record;
        _session = session;
        _cost = cost;
        _synchronous = session.Strategy as ISyncTransferStrategy;
        _asynchronous = session.Strategy as IAsyncTransferStrategy;
        _conditioned = session.Strategy as IConditionedStrategy;
        _listener = new StageListener(operations => Guard(() => StartIteration(operations)), () => Guard(StopIteration));
    }

    /// <summary>The launch that is under way in this process, or null.</summary>
    public static TransferLaunch? OfThisProcess { get; private set; }

    private SampleRecorder Recorder => _session.Recorder;

    /// <summary>Connects and verifies a first transfer.</summary>
    /// <param name="benchmarks">The class of the benchmark.</param>
    /// <exception cref="TransferException">The strategy cannot deliver this payload here; the run is told the reason.</exception>
    public static TransferLaunch Start(Type benchmarks)
    {
        var measured = TransferCase.Load();
        string record = TransferCase.NewRecordPath();
        TransferSession? session = null;
        try
        {
            SessionOptions options = OptionsOf(measured, benchmarks);
            session = TransferSession.PrepareAsync(options, CancellationToken.None).GetAwaiter().GetResult();
            var cost = new CostMeter(session, measured.ServerProcess);
            cost.StartReceiverAsync(CancellationToken.None).GetAwaiter().GetResult();
            return OfThisProcess = new TransferLaunch(record, session, cost);
        }
        catch (Exception exception)
        {
            // Any exception: the record is the only way to tell the run the reason.
            new LaunchRecord { Failure = session?.Explain(exception) ?? exception.Message }.Save(record);
            session?.DisposeAsync().AsTask().GetAwaiter().GetResult();
            throw;
        }
    }

    /// <summary>One transfer.</summary>
    /// <exception cref="TransferException">It failed, or the receiver confirmed something else.</exception>
    public Delivery Send()
    {
        try
        {
            ThrowIfFailed();
            _conditioned?.BeforeTransfer(_session.Payload);
            if (_synchronous is null)
            {
                return AwaitHelper.GetResult(TransferAsync());
            }

            long start = Stopwatch.GetTimestamp();
            Delivery delivery = _synchronous.Transfer(_session.Payload);
            Recorder.Record(start, delivery, Stopwatch.GetTimestamp());
            return delivery;
        }
        catch (Exception exception)
        {
            Fail(exception);
            throw;
        }
    }

    /// <summary>Proves the transfers, and writes the samples for the run. After a failure it does nothing more.</summary>
    /// <exception cref="TransferException">They are not proven; the run is told the reason.</exception>
    public void Finish()
    {
        if (File.Exists(_record))
        {
            return;
        }

        try
        {
            _session.ThrowIfPayloadChanged();
            ThrowIfFailed();
            if (Recorder.Count == 0)
            {
                throw new InvalidOperationException(
                    "no measured iteration was seen: BenchmarkDotNet announces them by events, "
                    + "which EventSourceSupport=false switches off");
            }

            _cost.StopReceiverAsync(CancellationToken.None).GetAwaiter().GetResult();
            ConnectionProof.ProveAsync(_session, CancellationToken.None).GetAwaiter().GetResult();
            new LaunchRecord { Launch = AsLaunch() }.Save(_record);
        }
        catch (Exception exception)
        {
            Fail(exception);
            throw;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        OfThisProcess = null;
        _listener.Dispose();
        _session.DisposeAsync().AsTask().GetAwaiter().GetResult();
    }

    private static SessionOptions OptionsOf(TransferCase measured, Type benchmarks)
    {
        if (measured.NoServer is { } reason)
        {
            throw new TransferException(TransferErrorKind.Unsupported, reason);
        }

        var known = new ClassStrategies(benchmarks);
        if (!known.TryFind(measured.Strategy, out StrategyDescriptor? strategy))
        {
            throw new TransferException(TransferErrorKind.Unsupported, known.Unknown(measured.Strategy));
        }

        if (Obstacle.To(strategy, measured.SizeBytes) is { } obstacle)
        {
            throw new TransferException(TransferErrorKind.Unsupported, obstacle);
        }

        return new SessionOptions
        {
            Strategy = strategy,
            Payload = PayloadStore.Get(new ByteSize(measured.SizeBytes)).Payload,
            Sender = RunOptions.SenderOf(strategy, measured.CongestionControl),
            Server = new Uri(measured.Server),
        };
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<Delivery> TransferAsync()
    {
        long start = Stopwatch.GetTimestamp();
        Delivery delivery = await _asynchronous!.TransferAsync(_session.Payload, CancellationToken.None).ConfigureAwait(false);
        Recorder.Record(start, delivery, Stopwatch.GetTimestamp());
        return delivery;
    }

    private void StartIteration(long operations)
    {
        _samplesBefore = Recorder.Count;
        Recorder.Reserve(operations);
        Recorder.IsRecording = true;
        _cost.Resume();
    }

    private void StopIteration()
    {
        _session.Loop.StepUntilSampled(Recorder, _samplesBefore);
        _cost.Pause();
        Recorder.IsRecording = false;
        _conditioned?.AfterTransfers();
    }

    /// <summary>Keeps an exception for later: event sources swallow the exceptions of their listeners.</summary>
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

    private void ThrowIfFailed()
    {
        if (_failure is { } failure)
        {
            throw new InvalidOperationException(failure.Message, failure);
        }
    }

    private void Fail(Exception exception) => new LaunchRecord { Failure = _session.Explain(exception) }.Save(_record);

    private Launch AsLaunch() => new()
    {
        Round = 1,
        Nanoseconds = Recorder.Nanoseconds(),
        SendReturnedNanoseconds = [],
        MedianNanoseconds = 0,
        SenderCpuSeconds = _cost.SenderCpuSeconds,
        ReceiverCpuSeconds = _cost.ReceiverCpuSeconds,
        VerifiedByCount = _cost.ReceiverFrames,
        VerifiedByChecksum = _session.VerifiedByChecksum,
        CheckedWhileRecording = Recorder.CheckedWhileRecording,
    };
}
