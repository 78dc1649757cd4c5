using System.Diagnostics;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Servers;
using FileTransfer.Senders.StrategyAssemblies;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Tcp;

namespace FileTransfer.Senders.Sessions;

/// <summary>
/// A connected strategy that is ready to be timed: its payload is in the page cache, its first transfer verified by checksum. A strategy
/// under a condition makes that before each of the later transfers.
/// </summary>
internal sealed class TransferSession : IAsyncDisposable
{
    private readonly SessionOptions _options;
    private readonly DateTime _payloadWritten;
    private bool _isVerified;
    private int _verifiedFirst;

    private TransferSession(SessionOptions options)
    {
        _options = options;
        _payloadWritten = File.GetLastWriteTimeUtc(options.Payload.Path);
        Control = options.Strategy.Dimensions.Url is { } url
            ? new NoControl(new UrlTarget(new Uri(url), options.Sender.Url))
            : new ControlClient(options.Server);
        Received = options.Strategy.Fetches ? new ReceivedBytes() : null;
    }

    public Payload Payload => _options.Payload;

    /// <summary>The connected strategy.</summary>
    public ITransferStrategy Strategy { get; private set; } = null!;

    /// <summary>What making conditions before transfers has cost this process so far; it is no cost of the strategy.</summary>
    public ConditionCost ConditionCost => Strategy is IConditionedStrategy conditioned ? conditioned.Cost : default;

    /// <summary>Its round of concurrent transfers; null for a strategy that transfers sequentially.</summary>
    public TransferRound? Round { get; private set; }

    /// <summary>The loop that repeats transfers of the strategy.</summary>
    internal SendingLoop Loop { get; private set; } = null!;

    /// <summary>Records the durations.</summary>
    public SampleRecorder Recorder { get; private set; } = null!;

    /// <summary>The server's control endpoint, or what stands for it.</summary>
    public IControl Control { get; }

    /// <summary>Kind of the measured receiver; null for a strategy that sends nothing.</summary>
    public string? ReceiverKind => _options.Strategy.Delivers ? Transport.ReceiverKind(_options.Sender.Transport) : null;

    /// <summary>
    /// Counts of the receiver before the connection was opened; null for a strategy that sends nothing, and for a server that tells no
    /// counts.
    /// </summary>
    public ReceiverStats? Before { get; private set; }

    /// <inheritdoc cref="SessionOptions.IsExperiment"/>
    public bool IsExperiment => _options.IsExperiment;

    /// <summary>Processor that this process was pinned to, or null.</summary>
    public int? SenderCpu => _options.Sender.SenderCpu;

    /// <summary>
    /// Identifies the server process, to detect a restart; null without a server, or where the server does not report it.
    /// </summary>
    public string? ServerInstance { get; private set; }

    /// <summary>Bytes that the kernel counts on the measured connections of a fetch; null when the payload goes to the server.</summary>
    public ReceivedBytes? Received { get; }

    /// <summary>True when the payload comes from the server.</summary>
    public bool IsFetch => _options.Strategy.Fetches;

    /// <summary>
    /// Smallest number of bytes that can carry the payload: its length, or 0 for fetched text in an encoding that can compress
    /// it.
    /// </summary>
    public long FewestBytes =>
        IsFetch && Payload.Content == PayloadContent.Text && _options.Strategy.Dimensions.Encoding is not (null or "plain")
            ? 0
            : Payload.Length;

    /// <summary>True when the payload's file is read while it is transferred, by this process or by a server beside it.</summary>
    public bool ReadsPayload => ReceiverKind is not null && (!IsFetch || _options.Strategy.FetchesFiles);

    /// <summary>The verified content; null where transfers have no checksum.</summary>
    public VerifiedContent? Verified =>
        ReceiverKind is not null && ConnectionProof.HasChecksum(Recorder, Payload) && Recorder.Checksum is { } checksum
            ? new VerifiedContent(checksum, _payloadWritten)
            : null;

    /// <summary>Number of transfers whose checksum equalled the file's.</summary>
    public int VerifiedByChecksum => _verifiedFirst + Recorder.Checked.Count;

    /// <summary>
    /// Sets the CPU affinity, reads the file once and verifies a first transfer by checksum, unless an earlier session has done both, and
    /// connects to the measured receiver.
    /// </summary>
    /// <exception cref="TransferException">The strategy cannot deliver this payload here.</exception>
    /// <exception cref="ServerException">There is no server.</exception>
    public static async Task<TransferSession> PrepareAsync(SessionOptions options, CancellationToken cancellationToken)
    {
        var session = new TransferSession(options);
        try
        {
            if (options.Sender.SenderCpu is { } cpu)
            {
                ProcessorPin.ToCpu(cpu);
            }

            // Of a file that has been written since, an earlier session has verified nothing.
            session._isVerified = options.Verified?.WrittenUtc == session._payloadWritten;
            uint checksum = session._isVerified ? options.Verified!.Crc32C : MeasuredFile.ReadOnce(options.Payload);
            session.Recorder = new SampleRecorder(
                options.Payload, options.Strategy.HasChecksums ? checksum : null, options.Strategy.Fetches)
            {
                Tracer = options.Tracer,
            };
            await session.VerifyAsync(checksum, cancellationToken);
            if (session.ReceiverKind is { } kind && await session.Control.FindStatsAsync(cancellationToken) is { } stats)
            {
                session.Before = stats.Receivers[kind];
                session.ServerInstance = stats.Instance;
            }

            session.Strategy = await session.ConnectAsync(isVerifying: false, cancellationToken);
            session.Round = session.Strategy is IConcurrentTransferStrategy concurrent
                ? new TransferRound(concurrent, session.Payload)
                : null;
            session.Loop = SendingLoop.Of(session.Strategy, session.Payload, session.Round);
            return session;
        }
        catch
        {
            await session.DisposeAsync();
            throw;
        }
    }

    /// <summary>
    /// Transfers without recording until <paramref name="time"/> has passed, and at least <paramref name="minimum"/> times.
    /// </summary>
    /// <exception cref="TransferException">A transfer failed.</exception>
    public void WarmUp(TimeSpan time, int minimum = 3)
    {
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < minimum || Stopwatch.GetElapsedTime(start) < time; i++)
        {
            Loop.Step(Recorder);
        }
    }

    /// <summary>Values counted beside the time: those of the strategy, connections over HTTP, and the wall time of rounds.</summary>
    /// <exception cref="ServerException">The server no longer answers.</exception>
    public async Task<IReadOnlyList<Observation>> ObserveAsync(CancellationToken cancellationToken)
    {
        List<Observation> observations = [.. Strategy is IObservingStrategy observing ? observing.Observe() : []];
        if (Round is { HasRecorded: true } round)
        {
            observations.Add(new Observation(Observation.WallTime, round.WallNanosecondsPerTransfer(), "ns"));
        }

        if (Transport.IsHttp(_options.Sender.Transport) && ReceiverKind is { } kind)
        {
            // Of a server that tells no counts, the client counts its own connections.
            long? connections = await Control.FindStatsAsync(cancellationToken) is { } now
                ? now.Receivers[kind].Connections - Before!.Connections
                : Received?.Connections;
            observations.AddRange(connections is { } count ? [new Observation(Observation.Connections, count, "")] : []);
        }

        return observations;
    }

    /// <summary>Checks that the file has not changed; call it outside of timed code.</summary>
    /// <exception cref="TransferException">The file was modified since this session began, so no sample is valid.</exception>
    public void ThrowIfPayloadChanged() => MeasuredFile.ThrowIfWritten(Payload, _payloadWritten);

    /// <summary>The message of a failure; a changed payload takes precedence, because it explains any other failure.</summary>
    public string Explain(Exception exception)
    {
        try
        {
            ThrowIfPayloadChanged();
            return AddedFailure.Explain(exception);
        }
        catch (TransferException changed)
        {
            return changed.Message;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        Control.Dispose();
        if (Strategy is not null)
        {
            await Strategy.DisposeAsync();
        }
    }

    /// <summary>Makes one transfer through either interface of a strategy; not for timed code.</summary>
    public static async ValueTask<Delivery> TransferOnceAsync(
        ITransferStrategy strategy,
        Payload payload,
        CancellationToken cancellationToken) =>
        strategy is ISyncTransferStrategy synchronous
            ? synchronous.Transfer(payload)
            : await ((IAsyncTransferStrategy)strategy).TransferAsync(payload, cancellationToken);

    private async Task VerifyAsync(uint expected, CancellationToken cancellationToken)
    {
        if (ReceiverKind is null || _isVerified)
        {
            return;
        }

        ITransferStrategy strategy = await ConnectAsync(isVerifying: true, cancellationToken);
        await using (strategy)
        {
            Delivery delivery;
            try
            {
                delivery = await TransferOnceAsync(strategy, Payload, cancellationToken);
            }
            catch (TransferException exception)
            {
                throw new TransferException(exception.Kind, $"the first, verified transfer failed: {Explain(exception)}", exception);
            }

            if (delivery.Bytes != Payload.Length || (_options.Strategy.HasChecksums && delivery.Crc32C != expected))
            {
                throw _options.Strategy.IsForeign
                    ? DeliveryMismatch.OfForeign(delivery, Payload, expected, IsFetch)
                    : DeliveryMismatch.OfContent(delivery, Payload, expected, _options.Strategy.Fetches);
            }
        }

        _verifiedFirst = _options.Strategy.HasChecksums ? 1 : 0;
    }

    private async Task<ITransferStrategy> ConnectAsync(bool isVerifying, CancellationToken cancellationToken)
    {
        // A strategy without a receiver does not use its endpoint.
        System.Net.EndPoint endpoint = ReceiverKind is null
            ? new System.Net.IPEndPoint(System.Net.IPAddress.None, 0)
            : await Control.FindEndpointAsync(_options.Sender.Transport, isVerifying, cancellationToken);
        ConnectionOptions connection = _options.Sender.ConnectionTo(endpoint, _options.Timeout, isVerifying ? null : Received)
            with
        {
            Opened = _options.Tracer is { } tracer ? tracer.Watch : null,
        };
        ITransferStrategy strategy = _options.Strategy.Create(connection);
        try
        {
            await strategy.ConnectAsync(cancellationToken);
            return strategy;
        }
        catch
        {
            await strategy.DisposeAsync();
            throw;
        }
    }
}
