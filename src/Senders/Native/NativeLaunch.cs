using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Text.Json;
using FileTransfer.Results;
using FileTransfer.Results.Statistics;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Servers;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Senders.Native;

/// <summary>One launch of the native reference: gives a program outside of .NET the commands that make up a sender's launch.</summary>
/// <remarks>
/// The program sends and takes the times. This class decides when the warm-up ends, how many transfers are recorded and whether
/// they are proven, by the same rules as for strategies.
/// </remarks>
internal sealed class NativeLaunch
{
    private readonly LaunchPlan _plan;
    private readonly NativeProcess _process;
    private readonly ControlClient _control;
    private readonly DateTime _written;
    private readonly SampleRecorder _recorder;
    private readonly DisturbanceMeter _disturbance;
    private readonly List<Turn> _turns = [];
    private readonly List<NativeTransfers> _recorded = [];
    private SteadyState _pace = null!;
    private ReceiverStats _opened = null!;
    private ServerStats _before = null!;
    private DateTimeOffset _started;
    private TimeSpan? _serverCpu = TimeSpan.Zero;
    private long _asked;
    private long _transfersBefore;
    private double? _residentShare;

    public NativeLaunch(LaunchPlan plan, NativeProcess process, ControlClient control)
    {
        _plan = plan;
        _process = process;
        _control = control;
        _disturbance = new DisturbanceMeter(core: null, process.Id, plan.ServerProcess);
        _written = File.GetLastWriteTimeUtc(Payload.Path);
        _recorder = new SampleRecorder(Payload, MeasuredFile.ReadOnce(Payload), isFetched: false);
    }

    private Payload Payload => _plan.Payload.Payload;

    private string Kind => Transport.ReceiverKind(_plan.Sender.Transport);

    /// <summary>Connects, and verifies a first transfer.</summary>
    /// <exception cref="TransferException">A transfer failed, or is not proven.</exception>
    /// <exception cref="ServerException">The server does not answer.</exception>
    /// <exception cref="IOException">The program has ended.</exception>
    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        await VerifyAsync(cancellationToken);
        _opened = (await _control.GetStatsAsync(cancellationToken)).Receivers[Kind];
        await ConnectAsync(isVerifying: false, cancellationToken);
    }

    /// <summary>Transfers until nothing changes any more.</summary>
    /// <exception cref="TransferException">A transfer failed, or is not proven.</exception>
    /// <exception cref="IOException">The program has ended.</exception>
    public async Task SettleAsync(CancellationToken cancellationToken)
    {
        const int Steps = 8;
        _pace = new SteadyState(_plan.Profile.Warmup, _plan.Profile.LongestWarmup);
        long step = Math.Max(1, (long)_plan.Profile.Warmup.TotalNanoseconds / Steps);
        while (!_pace.IsOver)
        {
            NativeTransfers warm = await SendAsync(string.Create(CultureInfo.InvariantCulture, $"warm {step}"), cancellationToken);
            warm.RecordIn(_recorder, Payload.Length);
            foreach ((long start, long end) in warm.Starts.Zip(warm.Ends))
            {
                _pace.Add(end - start);
            }
        }
    }

    /// <summary>Begins to count.</summary>
    /// <exception cref="ServerException">The server does not answer.</exception>
    public async Task BeginAsync(CancellationToken cancellationToken)
    {
        LookAtPages();
        _asked = Stopwatch.GetTimestamp();
        _before = await _control.GetStatsAsync(cancellationToken);
        _transfersBefore = _recorder.Transfers;
    }

    /// <summary>Takes a turn.</summary>
    /// <exception cref="TransferException">A transfer failed, or is not proven.</exception>
    /// <exception cref="IOException">The program has ended.</exception>
    public async Task TakeTurnAsync(int cycle, int position, CancellationToken cancellationToken)
    {
        if (_turns.Count == 0)
        {
            _started = DateTimeOffset.UtcNow;
        }

        long perTurn = (long)Math.Max(1, Math.Round(_plan.Profile.Turn.TotalNanoseconds / _pace.Pace));
        _disturbance.Start();
        long leadIn = (long)Math.Max(1, _plan.Profile.LeadIn.TotalNanoseconds);
        (await SendAsync(string.Create(CultureInfo.InvariantCulture, $"warm {leadIn}"), cancellationToken))
            .RecordIn(_recorder, Payload.Length);
        int before = _recorder.Count;
        TimeSpan? serverBefore = ServerTime();
        NativeTransfers transfers = await SendAsync(string.Create(CultureInfo.InvariantCulture, $"record {perTurn}"), cancellationToken);
        _serverCpu += ServerTime() - serverBefore;
        _disturbance.Stop();
        _recorded.Add(transfers);
        _recorder.IsRecording = true;
        transfers.RecordIn(_recorder, Payload.Length);
        _recorder.IsRecording = false;
        if (_recorder.Count > before)
        {
            _turns.Add(new Turn(cycle, position, _recorder.Count - before, SampleStatistics.Median(_recorder.Nanoseconds(before))));
        }
    }

    /// <summary>Proves what was delivered.</summary>
    /// <exception cref="TransferException">It is not proven.</exception>
    /// <exception cref="ServerException">The server does not answer.</exception>
    /// <exception cref="IOException">The program has ended.</exception>
    public async Task<LaunchRecord> FinishAsync(CancellationToken cancellationToken)
    {
        Launch launch = await ConcludeAsync(cancellationToken);
        MeasuredFile.ThrowIfWritten(Payload, _written);
        string instance = await ProveAsync(_opened, cancellationToken) ?? "";
        return new LaunchRecord
        {
            Launch = launch with { VerifiedByChecksum = 1 + _recorder.Checked.Count },
            Server = instance.Length > 0 ? instance : null,
        };
    }

    /// <summary>Sends the first transfer to a receiver that checks every frame.</summary>
    private async Task VerifyAsync(CancellationToken cancellationToken)
    {
        await ConnectAsync(isVerifying: true, cancellationToken);
        NativeTransfers first = await SendAsync("check 1", cancellationToken);
        uint found = first.Checks.Select(check => check.Crc32C).FirstOrDefault();
        if (found != _recorder.Checksum)
        {
            throw DeliveryMismatch.OfContent(new Delivery(Payload.Length, found, 0), Payload, _recorder.Checksum!.Value, isFetched: false);
        }
    }

    private TimeSpan? ServerTime() => _plan.ServerProcess is { } server ? ProcessTime.Of(server) : null;

    private async Task<Launch> ConcludeAsync(CancellationToken cancellationToken)
    {
        LookAtPages();
        ServerStats after = await _control.GetStatsAsync(cancellationToken);
        CostMeter.ThrowIfStartedAgain(_before.Instance, after.Instance);
        CostMeter.ThrowIfSuspended(_before.Suspensions, after.Suspensions);
        CostMeter.ThrowIfSlow(Stopwatch.GetElapsedTime(_asked).TotalSeconds, after.UptimeSeconds - _before.UptimeSeconds);
        long made = _recorder.Transfers - _transfersBefore;
        CostMeter.ThrowUnlessConfirmed(_before.Receivers[Kind], after.Receivers[Kind], made, Payload);
        long[] nanoseconds = _recorder.Nanoseconds();
        Plausibility.ThrowUnlessFilled(nanoseconds, _recorder.GapNanoseconds());
        return new Launch
        {
            Round = _plan.Round,
            Position = _plan.Position,
            StartedUtc = _started,
            IsSettled = _pace.IsSettled,
            // The counters of this process say nothing about the program.
            Disturbance = _disturbance.Read() with
            {
                InvoluntaryContextSwitches = _recorded.Sum(turn => turn.InvoluntaryContextSwitches),
                Collections = 0,
                CollectionPauseSeconds = 0,
                CompiledMethods = 0,
            },
            Turns = _turns,
            Nanoseconds = nanoseconds,
            SendReturnedNanoseconds = _recorder.SendReturnedNanoseconds(),
            MedianNanoseconds = SampleStatistics.Median(nanoseconds),
            SenderCpuSeconds = _recorded.Sum(turn => turn.CpuSeconds),
            ReceiverCpuSeconds = _serverCpu?.TotalSeconds
                ?? (after.CpuSeconds - _before.CpuSeconds) * (nanoseconds.Length + _recorder.CheckedWhileRecording) / made,
            VerifiedByCount = after.Receivers[Kind].Frames - _before.Receivers[Kind].Frames - (made - nanoseconds.Length),
            ContextSwitches = _recorded.Sum(turn => turn.ContextSwitches),
            CheckedWhileRecording = _recorder.CheckedWhileRecording,
            ResidentShare = _residentShare,
        };
    }

    /// <summary>Sends until the receiver has checked a transfer since recording began, and compares both ends.</summary>
    /// <returns>The instance of the server.</returns>
    private async Task<string?> ProveAsync(ReceiverStats opened, CancellationToken cancellationToken)
    {
        bool hasChecksum = ConnectionProof.HasChecksum(_recorder, Payload);
        if (hasChecksum && _recorder.CheckedSinceRecording == 0)
        {
            NativeTransfers more = await SendAsync(
                string.Create(CultureInfo.InvariantCulture, $"check {ConnectionProof.MostUnchecked(Payload)}"), cancellationToken);
            more.RecordIn(_recorder, Payload.Length);
            if (_recorder.CheckedSinceRecording == 0)
            {
                throw ConnectionProof.NeverChecked(_recorder.Transfers);
            }
        }

        await ThrowUnlessInForceAsync(cancellationToken);
        ReceiverChecks receiver = await _control.GetChecksAsync(Kind, opened.Frames, cancellationToken);
        ConnectionProof.ThrowUnlessCounted(receiver, opened.Frames, _recorder);
        if (hasChecksum)
        {
            ConnectionProof.ThrowUnlessChecked(receiver, opened.Frames, _recorder, isOrdered: true);
        }

        return (await _control.GetStatsAsync(cancellationToken)).Instance;
    }

    /// <summary>Checks the program's CPU affinity, which the kernel knows, and its socket options, which only itself can read.</summary>
    private async Task ThrowUnlessInForceAsync(CancellationToken cancellationToken)
    {
        if (_plan.Sender.SenderCpu is { } cpu)
        {
            ProcessorPin.ThrowUnlessOn(cpu, _process.Id.ToString(CultureInfo.InvariantCulture));
        }

        (string line, _, _) = await _process.AskAsync("options", cancellationToken);
        NativeOptions options;
        try
        {
            options = JsonSerializer.Deserialize(line, LaunchJson.Default.NativeOptions)!;
        }
        catch (JsonException exception)
        {
            throw new TransferException(
                TransferErrorKind.Mismatch,
                $"the native reference does not tell its socket options: {exception.Message}");
        }

        if (options.NoDelay != _plan.Sender.NoDelay
            || (_plan.Sender.CongestionControl is { } wanted && options.CongestionControl != wanted))
        {
            throw new TransferException(
                TransferErrorKind.Mismatch,
                $"the socket of the native reference has TCP_NODELAY {(options.NoDelay ? "on" : "off")} and congestion control "
                + $"{options.CongestionControl}, and something else was asked for: what was measured is something else");
        }
    }

    private async Task ConnectAsync(bool isVerifying, CancellationToken cancellationToken)
    {
        var endpoint = (IPEndPoint)await _control.FindEndpointAsync(_plan.Sender.Transport, isVerifying, cancellationToken);
        string command = string.Create(CultureInfo.InvariantCulture, $"connect {endpoint.Address} {endpoint.Port}");
        await _process.AskAsync(command, cancellationToken);
    }

    private async Task<NativeTransfers> SendAsync(string command, CancellationToken cancellationToken)
    {
        (string line, long asked, long answered) = await _process.AskAsync(command, cancellationToken);
        return NativeTransfers.Parse(line, asked, answered);
    }

    /// <summary>Measures the share of the file in the page cache: a file that is not resident would measure the disk.</summary>
    private void LookAtPages()
    {
        if (PageCache.ResidentShare(Payload.Path) is { } share)
        {
            _residentShare = Math.Min(_residentShare ?? 1, share);
        }
    }
}
