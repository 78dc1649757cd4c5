using System.Diagnostics;
using System.Net.Sockets;
using System.Runtime;
using FileTransfer.Results.Explaining;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Tcp;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Senders.Sessions;

/// <summary>Reads counters of both ends between two transfers, outside of the clock; docs/explain.md says what that takes.</summary>
/// <remarks>
/// Called on the thread that sends. At the start of a turn it looks for the receiver's thread, which a connection may change.
/// </remarks>
/// <param name="server">Process id of the server, when it is on this machine and serves nobody else; otherwise null.</param>
/// <param name="isSynchronous">True when the thread that calls this also sends.</param>
internal sealed class TransferTracer(int? server, bool isSynchronous) : IDisposable
{
    private const int Reserved = 1 << 15;
    private const double Micro = 1e-6;

    private readonly BusiestThread? _receiverThread = server is { } process ? new BusiestThread(process) : null;
    private readonly List<long> _ended = new(Reserved);
    private readonly List<int> _senderProcessors = new(Reserved);
    private readonly List<int> _receiverProcessors = new(Reserved);
    private readonly List<long> _senderRun = new(Reserved);
    private readonly List<long> _senderDelay = new(Reserved);
    private readonly List<long> _receiverRun = new(Reserved);
    private readonly List<long> _receiverDelay = new(Reserved);
    private readonly List<int> _waits = new(Reserved);
    private readonly List<int> _preemptions = new(Reserved);
    private readonly List<int> _majorFaults = new(Reserved);
    private readonly List<int> _blocksRead = new(Reserved);
    private readonly List<int> _collections = new(Reserved);
    private readonly List<int> _compiled = new(Reserved);
    private readonly List<int> _retransmissions = new(Reserved);
    private readonly List<TracedTurn> _turns = [];

    private Socket? _socket;
    private SchedulerCounts? _sender;
    private SchedulerCounts? _receiver;
    private string? _receiverPath;
    private Counts _before;
    private TurnCounts? _turn;

    /// <summary>Is told of the connection to look at: the last that was opened.</summary>
    public void Watch(Socket socket) => _socket = socket;

    /// <summary>Call at the beginning of a turn, and <see cref="Skip"/> before its first recorded transfer.</summary>
    public void BeginTurn()
    {
        if (isSynchronous)
        {
            _sender ??= SchedulerCounts.Open("/proc/thread-self");
        }

        if (_receiverThread?.Find() is { } thread && thread != _receiverPath)
        {
            _receiver?.Dispose();
            (_receiverPath, _receiver) = (thread, SchedulerCounts.Open(thread));
        }

        _turn = TurnCounts.Now(_socket);
    }

    /// <summary>Call after a transfer that was recorded.</summary>
    public void Note()
    {
        _ended.Add(Stopwatch.GetTimestamp());
        Counts now = Read();
        _senderProcessors.Add(Thread.GetCurrentProcessorId());
        _receiverProcessors.Add(_socket is null ? -1 : IncomingProcessor.Of(_socket));
        _senderRun.Add(now.Sender.Run - _before.Sender.Run);
        _senderDelay.Add(now.Sender.Delay - _before.Sender.Delay);
        _receiverRun.Add(now.Receiver.Run - _before.Receiver.Run);
        _receiverDelay.Add(now.Receiver.Delay - _before.Receiver.Delay);
        _waits.Add((int)(now.Usage.VoluntarySwitches - _before.Usage.VoluntarySwitches));
        _preemptions.Add((int)(now.Usage.InvoluntarySwitches - _before.Usage.InvoluntarySwitches));
        _majorFaults.Add((int)(now.Usage.MajorFaults - _before.Usage.MajorFaults));
        _blocksRead.Add((int)(now.Usage.BlockInputs - _before.Usage.BlockInputs));
        _collections.Add(now.Collections - _before.Collections);
        _compiled.Add((int)(now.Compiled - _before.Compiled));
        _retransmissions.Add(now.Retransmissions - _before.Retransmissions);
        _before = now;
    }

    /// <summary>Call after a transfer that is no sample, and before the next one.</summary>
    public void Skip() => _before = Read();

    /// <summary>Call after the last recorded transfer of a turn.</summary>
    public void EndTurn() => _turns.Add(TurnCounts.Now(_socket).Since(_turn!));

    /// <summary>What was noted.</summary>
    /// <param name="gaps">Gap before every sample, in nanoseconds.</param>
    /// <param name="suspensions">Suspensions of the server meanwhile; null where unknown.</param>
    public TransferTrace Read(long[] gaps, long? suspensions) => new()
    {
        GapNanoseconds = gaps,
        EndedNanoseconds = StopwatchTicks.ToNanoseconds([.. _ended]),
        SenderProcessors = _senderProcessors,
        ReceiverProcessors = _socket is { AddressFamily: not AddressFamily.Unix } ? _receiverProcessors : [],
        SenderRunNanoseconds = _sender is null ? [] : _senderRun,
        SenderDelayNanoseconds = _sender is null ? [] : _senderDelay,
        ReceiverRunNanoseconds = _receiver is null ? [] : _receiverRun,
        ReceiverDelayNanoseconds = _receiver is null ? [] : _receiverDelay,
        Waits = _waits,
        Preemptions = _preemptions,
        MajorFaults = _majorFaults,
        BlocksRead = _blocksRead,
        Collections = _collections,
        CompiledMethods = _compiled,
        Retransmissions = _retransmissions,
        Turns = _turns,
        Suspensions = suspensions,
        CongestionControl = _socket is null ? null : SocketTuning.CongestionControl(_socket),
        ReceiverNice = server is { } id ? ProcessNice.Of(id) : null,
    };

    /// <inheritdoc/>
    public void Dispose()
    {
        _sender?.Dispose();
        _receiver?.Dispose();
    }

    private Counts Read()
    {
        _ = GetRusage.Invoke(isSynchronous ? GetRusage.Thread : GetRusage.Self, out GetRusage.Usage usage);
        return new Counts(
            _sender?.Read() ?? default,
            _receiver?.Read() ?? default,
            usage,
            GC.CollectionCount(0),
            JitInfo.GetCompiledMethodCount(),
            _socket is null ? 0 : TcpLimits.RetransmissionsOf(_socket) ?? 0);
    }

    private readonly record struct Counts(
        (long Run, long Delay) Sender,
        (long Run, long Delay) Receiver,
        GetRusage.Usage Usage,
        int Collections,
        long Compiled,
        int Retransmissions);

    private sealed record TurnCounts(long Timestamp, double? Throttled, double? Written, TcpLimits? Tcp)
    {
        public static TurnCounts Now(Socket? socket)
        {
            SystemFiles files = SystemFiles.OfThisMachine;
            return new TurnCounts(
                Stopwatch.GetTimestamp(),
                ControlGroup.ThrottledSeconds(files),
                files.Number("/proc/vmstat", "pgpgout") * 1024,
                socket is null ? null : TcpLimits.Of(socket));
        }

        public TracedTurn Since(TurnCounts before) => new()
        {
            Seconds = Stopwatch.GetElapsedTime(before.Timestamp, Timestamp).TotalSeconds,
            ThrottledSeconds = Throttled - before.Throttled,
            DiskBytesWritten = Written - before.Written,
            BusySeconds = (Tcp?.BusyMicroseconds - before.Tcp?.BusyMicroseconds) * Micro,
            WindowLimitedSeconds = (Tcp?.WindowLimitedMicroseconds - before.Tcp?.WindowLimitedMicroseconds) * Micro,
            BufferLimitedSeconds = (Tcp?.BufferLimitedMicroseconds - before.Tcp?.BufferLimitedMicroseconds) * Micro,
            ShortestRoundTripSeconds = Tcp?.ShortestRoundTripMicroseconds * Micro,
            PacingBytesPerSecond = Tcp?.PacingBytesPerSecond,
        };
    }
}
