using System.Net;
using FileTransfer.Senders.Servers;
using FileTransfer.Senders.Sessions;
using FileTransfer.Sending;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Machine;
using FileTransfer.Strategies.Tcp;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Harness.Load.Generating;

/// <summary>
/// Connected lanes that are ready for a load: payloads in the page cache, the first transfer of each size verified by checksum.
/// </summary>
internal sealed class LoadSession : IAsyncDisposable
{
    private static readonly TimeSpan s_timeout = TimeSpan.FromSeconds(60);

    private readonly FileSender _sender = new();
    private readonly List<LoadLane> _lanes = [];
    private readonly DateTime[] _written;
    private IReadOnlyList<IReadOnlyList<ExpectedRange>>? _ranges;
    private bool _isAbandoned;

    private LoadSession(LoadPlan plan)
    {
        Plan = plan;
        Control = plan.Strategy.Dimensions.Url is { } url
            ? new NoControl(new UrlTarget(new Uri(url), plan.Sender.Url))
            : new ControlClient(plan.Server);
        Received = plan.Strategy.Fetches ? new ReceivedBytes() : null;
        _written = [.. plan.Payloads.Select(payload => File.GetLastWriteTimeUtc(payload.Payload.Path))];
    }

    public LoadPlan Plan { get; }

    /// <summary>The server's control endpoint, or what stands for it.</summary>
    public IControl Control { get; }

    /// <summary>The connected lanes.</summary>
    public IReadOnlyList<LoadLane> Lanes => _lanes;

    /// <summary>Deliveries since the lanes were connected.</summary>
    public DeliveryTally Tally { get; } = new();

    /// <summary>Bytes that the kernel counts on the connections of a fetch; null when the payload goes to the server.</summary>
    public ReceivedBytes? Received { get; }

    /// <summary>Kind of the measured receiver.</summary>
    public string ReceiverKind => Transport.ReceiverKind(Plan.Sender.Transport);

    /// <summary>The server's totals before the lanes were connected; null for a server that tells none.</summary>
    public ServerStats? Before { get; private set; }

    /// <summary>The receiver's address.</summary>
    public EndPoint Endpoint { get; private set; } = null!;

    /// <summary>Checksums of the payloads, in the order of the plan.</summary>
    public IReadOnlyList<uint> Checksums { get; private set; } = [];

    /// <summary>Checksums of the frames in which a size is sent: one, or one for each range.</summary>
    public IReadOnlyList<uint> ChecksumsOf(int size) =>
        _ranges is null ? [Checksums[size]] : [.. _ranges[size].Select(range => range.Frame.Checksum)];

    /// <summary>True when a frame of a size was checked since an earlier count.</summary>
    public bool WasChecked(int size, TallyCount before)
    {
        TallyCount now = Tally.Count;
        return ChecksumsOf(size).Any(checksum => now.Checks.GetValueOrDefault(checksum) > before.Checks.GetValueOrDefault(checksum));
    }

    /// <summary>Reads and verifies the payloads, and connects all lanes.</summary>
    /// <exception cref="TransferException">The strategy cannot deliver a payload here, or a lane cannot connect.</exception>
    /// <exception cref="ServerException">There is no server.</exception>
    public static async Task<LoadSession> PrepareAsync(LoadPlan plan, CancellationToken cancellationToken)
    {
        var session = new LoadSession(plan);
        try
        {
            if (plan.Sender.SenderCpu is { } cpu)
            {
                ProcessorPin.ToCpu(cpu);
            }

            plan.Watch?.Transfers = () => session.Tally.Frames;
            session.Checksums = [.. plan.Payloads.Select(payload => MeasuredFile.ReadOnce(payload.Payload))];
            await session.VerifyAsync(cancellationToken);
            session.Before = await session.Control.FindStatsAsync(cancellationToken);
            session.Endpoint = await session.Control.FindEndpointAsync(plan.Sender.Transport, isVerifying: false, cancellationToken);
            await session.ConnectAsync(cancellationToken);
            return session;
        }
        catch
        {
            await session.DisposeAsync();
            throw;
        }
    }

    /// <summary>Checks that no payload has changed since it was read.</summary>
    /// <exception cref="TransferException">One was modified, so no sample is valid.</exception>
    public void ThrowIfPayloadChanged()
    {
        for (int i = 0; i < _written.Length; i++)
        {
            MeasuredFile.ThrowIfWritten(Plan.Payloads[i].Payload, _written[i]);
        }
    }

    /// <summary>The message of a failure; a changed payload takes precedence, because it explains any other failure.</summary>
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

    /// <summary>Leaves the lanes to themselves: transfers are under way over them that nobody waits for any more.</summary>
    public void Abandon() => _isAbandoned = true;

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        Control.Dispose();
        if (_isAbandoned)
        {
            return;
        }

        foreach (LoadLane lane in _lanes)
        {
            await lane.DisposeAsync();
        }

        _sender.Dispose();
    }

    private async Task ConnectAsync(CancellationToken cancellationToken)
    {
        ConnectionOptions options = Options(Endpoint, Received);
        ExpectedFrame[] frames = [.. Plan.Payloads.Select((payload, i) => Frame(payload.Payload, Checksums[i]))];
        if (Plan.Ranges is { } ranges)
        {
            Payload[] whole = [.. Plan.Payloads.Select(payload => payload.Payload)];
            _ranges = [.. whole.Select(payload => Split(payload, ranges))];
            RangeConnection[] connections = [.. _ranges[0].Select(range => Plan.Strategy.IsForeign
                ? (RangeConnection)new FetchedRange(Plan.Strategy, options, range, whole[0].Length)
                : new SentRange(options, _sender))];
            _lanes.Add(new RangeLane(connections, whole, _ranges, Tally));
        }
        else
        {
            _lanes.AddRange(Enumerable.Range(0, Plan.Connections).Select(_ =>
                new StrategyLane(() => Plan.Strategy.Create(options), Plan.Strategy.IsSynchronous, frames, Tally)));
        }

        foreach (LoadLane lane in _lanes)
        {
            cancellationToken.ThrowIfCancellationRequested();
            await lane.ConnectAsync(cancellationToken);
        }
    }

    /// <summary>Sends each payload to a receiver that checks everything, or looks whether the file comes that must.</summary>
    private async Task VerifyAsync(CancellationToken cancellationToken)
    {
        EndPoint endpoint = await Control.FindEndpointAsync(Plan.Sender.Transport, isVerifying: true, cancellationToken);
        ITransferStrategy strategy = Plan.Strategy.Create(Options(endpoint, received: null));
        await using (strategy)
        {
            await strategy.ConnectAsync(cancellationToken);
            for (int i = 0; i < Checksums.Count; i++)
            {
                Payload payload = Plan.Payloads[i].Payload;
                Delivery delivery = await TransferSession.TransferOnceAsync(strategy, payload, cancellationToken);
                if (delivery.Bytes != payload.Length || (Plan.Strategy.HasChecksums && delivery.Crc32C != Checksums[i]))
                {
                    throw Plan.Strategy.IsForeign
                        ? DeliveryMismatch.OfForeign(delivery, payload, Checksums[i], Plan.Strategy.Fetches)
                        : DeliveryMismatch.OfContent(delivery, payload, Checksums[i], Plan.Strategy.Fetches);
                }
            }
        }
    }

    private ConnectionOptions Options(EndPoint endpoint, ReceivedBytes? received) =>
        Plan.Sender.ConnectionTo(endpoint, s_timeout, received) with { SharedSender = _sender };

    private ExpectedFrame Frame(Payload payload, uint checksum) => new(payload, checksum, Plan.Strategy.Fetches);

    private IReadOnlyList<ExpectedRange> Split(Payload payload, int ranges)
    {
        byte[] buffer = new byte[1 << 20];
        using SafeFileHandle file = PayloadFile.OpenHandle(payload);
        return
        [
            .. ExpectedRange.Split(payload.Length, ranges).Select(range =>
            {
                var crc = new Crc32C();
                for (long offset = range.Offset; offset < range.Offset + range.Length;)
                {
                    int most = (int)Math.Min(buffer.Length, range.Offset + range.Length - offset);
                    int count = RandomAccess.Read(file, buffer.AsSpan(0, most), offset);
                    if (count == 0)
                    {
                        throw new TransferException(
                            TransferErrorKind.PayloadChanged, $"{payload.Path} ended at {offset} of {payload.Length} bytes");
                    }

                    crc.Append(buffer.AsSpan(0, count));
                    offset += count;
                }

                return new ExpectedRange(range.Offset, Frame(payload with { Length = range.Length }, crc.Value));
            }),
        ];
    }
}
