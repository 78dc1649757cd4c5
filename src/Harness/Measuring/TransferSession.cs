using System.Diagnostics;
using FileTransfer.Harness.Statistics;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Harness.Measuring;

/// <summary>
/// One strategy, connected, with its payload in the page cache and its first transfer proven by checksum: ready to be timed.
/// </summary>
public sealed class TransferSession : IAsyncDisposable
{
    private readonly SessionOptions _options;
    private readonly DateTime _payloadWritten;
    private int _verifiedFirst;

    private TransferSession(SessionOptions options)
    {
        _options = options;
        _payloadWritten = File.GetLastWriteTimeUtc(options.Payload.Path);
        Control = new ControlClient(options.Server);
        Received = options.Strategy.Fetches ? new ReceivedBytes() : null;
    }

    /// <summary>The payload.</summary>
    public Payload Payload => _options.Payload;

    /// <summary>The connected strategy.</summary>
    public ITransferStrategy Strategy { get; private set; } = null!;

    /// <summary>Its transfers that are made together; null when the strategy makes one after another.</summary>
    public TransferRound? Round { get; private set; }

    /// <summary>Where durations go.</summary>
    public SampleRecorder Recorder { get; private set; } = null!;

    /// <summary>The server's control endpoint.</summary>
    public ControlClient Control { get; }

    /// <summary>The receiver that is measured, by kind; null for a strategy that sends nothing.</summary>
    public string? ReceiverKind => _options.Strategy.Delivers ? Transport.ReceiverKind(_options.Sender.Transport) : null;

    /// <summary>What the receiver had counted before the connection was opened; null for a strategy that sends nothing.</summary>
    public ReceiverStats? Before { get; private set; }

    /// <summary>Processor that this process was pinned to, or null.</summary>
    public int? SenderCpu => _options.Sender.SenderCpu;

    /// <summary>Tells a server from the one that is started in its place; null where there is none, or it does not say.</summary>
    public string? ServerInstance { get; private set; }

    /// <summary>What the kernel counts on the measured connections of a fetch; null when the payload goes to the server.</summary>
    public ReceivedBytes? Received { get; }

    /// <summary>True when the payload comes from the server.</summary>
    public bool IsFetch => _options.Strategy.Fetches;

    /// <summary>The fewest bytes that can bring the payload once: its length, unless it is packed and can be.</summary>
    public long FewestBytes => IsFetch && Payload.Content == PayloadContent.Text && _options.Strategy.Dimensions.Encoding != "plain" ? 0 : Payload.Length;

    /// <summary>Transfers whose checksum was found to be the file's.</summary>
    public int VerifiedByChecksum => _verifiedFirst + Recorder.Checked.Count;

    /// <summary>Pins, reads the file once, proves a first transfer by checksum, and connects to the receiver to be measured.</summary>
    /// <exception cref="TransferException">The strategy does not deliver this payload here.</exception>
    /// <exception cref="ServerException">There is no server to measure with.</exception>
    public static async Task<TransferSession> PrepareAsync(SessionOptions options, CancellationToken cancellationToken)
    {
        var session = new TransferSession(options);
        try
        {
            if (options.Sender.SenderCpu is { } cpu)
            {
                ProcessorPin.ToCpu(cpu);
            }

            uint checksum = ReadOnce(options.Payload);
            session.Recorder = new SampleRecorder(options.Payload, options.Strategy.Delivers ? checksum : null, options.Strategy.Fetches);
            await session.VerifyAsync(checksum, cancellationToken);
            if (session.ReceiverKind is { } kind)
            {
                ServerStats stats = await session.Control.GetStatsAsync(cancellationToken);
                session.Before = stats.Receivers[kind];
                session.ServerInstance = stats.Instance;
            }

            session.Strategy = await session.ConnectAsync(isVerifying: false, cancellationToken);
            session.Round = session.Strategy is IConcurrentTransferStrategy concurrent ? new TransferRound(concurrent, session.Payload) : null;
            return session;
        }
        catch
        {
            await session.DisposeAsync();
            throw;
        }
    }

    /// <summary>Transfers without recording until <paramref name="time"/> has passed, and at least <paramref name="minimum"/> times.</summary>
    /// <exception cref="TransferException">A transfer failed.</exception>
    public void WarmUp(TimeSpan time, int minimum = 3)
    {
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < minimum || Stopwatch.GetElapsedTime(start) < time; i++)
        {
            if (Round is { } round)
            {
                round.Prepare();
                round.RunAsync(Recorder).GetAwaiter().GetResult();
                continue;
            }

            TransferTimed();
        }
    }

    /// <summary>Transfers without recording until their pace has settled, or the longest time has passed.</summary>
    /// <returns>The pace: whether it has settled, and the time of a transfer, or of a round of transfers made together.</returns>
    /// <exception cref="TransferException">A transfer failed.</exception>
    public SteadyState Settle(TimeSpan shortest, TimeSpan longest)
    {
        var pace = new SteadyState(shortest, longest);
        while (!pace.IsOver)
        {
            long start = Stopwatch.GetTimestamp();
            WarmUp(TimeSpan.Zero, minimum: 1);
            pace.Add(Stopwatch.GetElapsedTime(start).TotalNanoseconds);
        }

        return pace;
    }

    /// <summary>One transfer with a clock of its own, outside of BenchmarkDotNet's iterations.</summary>
    /// <exception cref="TransferException">It failed.</exception>
    public void TransferTimed()
    {
        long start = Stopwatch.GetTimestamp();
        Delivery delivery = TransferOnceAsync(Strategy, Payload, CancellationToken.None).AsTask().GetAwaiter().GetResult();
        Recorder.Record(start, delivery, Stopwatch.GetTimestamp());
    }

    /// <summary>What was counted beside the time: by most strategies nothing, of HTTP the connections, of rounds how long they took.</summary>
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
            ReceiverStats now = (await Control.GetStatsAsync(cancellationToken)).Receivers[kind];
            observations.Add(new Observation(Observation.Connections, now.Connections - Before!.Connections, ""));
        }

        return observations;
    }

    /// <summary>Looks at the file again; call it where no clock runs.</summary>
    /// <exception cref="TransferException">It was written to since this session began: no sample of it means anything.</exception>
    public void ThrowIfPayloadChanged() => ThrowIfWritten(Payload, _payloadWritten);

    /// <summary>Looks whether a file still has its length and the time of its last change.</summary>
    /// <exception cref="TransferException">It was written to: no sample of it means anything.</exception>
    internal static void ThrowIfWritten(Payload payload, DateTime lastWritten)
    {
        PayloadChange.ThrowIfChanged(payload);
        DateTime written = File.GetLastWriteTimeUtc(payload.Path);
        if (written != lastWritten)
        {
            throw new TransferException(
                TransferErrorKind.PayloadChanged,
                $"{payload.Path} was written to at {written:O}, while it was being measured; measure a file that nothing writes to");
        }
    }

    /// <summary>Puts a failure into words; a payload that changed explains any other.</summary>
    public string Explain(Exception exception)
    {
        try
        {
            ThrowIfPayloadChanged();
            return exception.Message;
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

    /// <summary>One transfer by whichever interface the strategy has; not for use inside a clock.</summary>
    public static async ValueTask<Delivery> TransferOnceAsync(ITransferStrategy strategy, Payload payload, CancellationToken cancellationToken) =>
        strategy is ISyncTransferStrategy synchronous
            ? synchronous.Transfer(payload)
            : await ((IAsyncTransferStrategy)strategy).TransferAsync(payload, cancellationToken);

    private async Task VerifyAsync(uint expected, CancellationToken cancellationToken)
    {
        if (ReceiverKind is null)
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

            if (delivery.Bytes != Payload.Length || delivery.Crc32C != expected)
            {
                throw DeliveryMismatch.OfContent(delivery, Payload, expected, _options.Strategy.Fetches);
            }
        }

        _verifiedFirst = 1;
    }

    /// <summary>Brings the file into the page cache and returns its checksum.</summary>
    internal static uint ReadOnce(Payload payload)
    {
        PayloadChange.ThrowIfChanged(payload);
        var crc = new Crc32C();
        byte[] buffer = new byte[1 << 20];
        using FileStream file = File.OpenRead(payload.Path);
        while (file.Read(buffer) is > 0 and int count)
        {
            crc.Append(buffer.AsSpan(0, count));
        }

        return crc.Value;
    }

    private async Task<ITransferStrategy> ConnectAsync(bool isVerifying, CancellationToken cancellationToken)
    {
        var connection = new ConnectionOptions
        {
            // A strategy without a receiver never looks at its endpoint.
            Endpoint = ReceiverKind is null
                ? new System.Net.IPEndPoint(System.Net.IPAddress.None, 0)
                : await Control.FindEndpointAsync(_options.Sender.Transport, isVerifying, cancellationToken),
            NoDelay = _options.Sender.NoDelay,
            CongestionControl = _options.Sender.CongestionControl,
            Timeout = _options.Timeout,
            Http = _options.Sender.Http,
            Received = isVerifying ? null : Received,
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
