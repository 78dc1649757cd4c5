using FileTransfer.Sending;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Sockets;

namespace FileTransfer.Harness.Load.Generating;

/// <summary>One of the connections over which a file is transferred at once, a range over each.</summary>
internal abstract class RangeConnection : IAsyncDisposable
{
    /// <summary>Connects, in place of an earlier connection.</summary>
    /// <exception cref="TransferException">The receiver cannot be reached.</exception>
    public abstract ValueTask ConnectAsync(CancellationToken cancellationToken);

    /// <summary>Transfers a range.</summary>
    /// <exception cref="TransferException">It was not a proven delivery; connect again.</exception>
    public abstract ValueTask<Delivery> TransferAsync(Payload payload, ExpectedRange range);

    /// <summary>Checks that the requested socket options are still in force.</summary>
    /// <exception cref="TransferException">An option has another value.</exception>
    public abstract void ThrowUnlessInForce();

    /// <inheritdoc/>
    public abstract ValueTask DisposeAsync();
}

/// <summary>Sends ranges to a receiver of ours.</summary>
/// <param name="options">Where and how to connect.</param>
/// <param name="sender">The sender, which the connections share.</param>
internal sealed class SentRange(ConnectionOptions options, FileSender sender) : RangeConnection
{
    private readonly RangeSender _sender = new(options, sender);

    /// <inheritdoc/>
    public override ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        _sender.Connect();
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public override ValueTask<Delivery> TransferAsync(Payload payload, ExpectedRange range) =>
        _sender.TransferAsync(payload, range.Offset, range.Frame.Payload.Length, CancellationToken.None);

    /// <inheritdoc/>
    public override void ThrowUnlessInForce() => _sender.ThrowUnlessInForce();

    /// <inheritdoc/>
    public override ValueTask DisposeAsync()
    {
        _sender.Dispose();
        return ValueTask.CompletedTask;
    }
}

/// <summary>Fetches one range of the file at an address, again and again.</summary>
/// <param name="client">The asynchronous client.</param>
/// <param name="options">Where and how to connect.</param>
/// <param name="range">The range.</param>
/// <param name="whole">Length of the whole file.</param>
internal sealed class FetchedRange(StrategyDescriptor client, ConnectionOptions options, ExpectedRange range, long whole) : RangeConnection
{
    private IAsyncTransferStrategy? _client;

    /// <inheritdoc/>
    public override async ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        await DisposeAsync().ConfigureAwait(false);
        var endpoint = (HttpEndPoint)options.Endpoint;
        UrlTarget part = endpoint.Target! with { Range = new UrlRange(range.Offset, range.Frame.Payload.Length, whole) };
        _client = (IAsyncTransferStrategy)client.Create(options with { Endpoint = part.EndPoint(endpoint.Version) });
        await _client.ConnectAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public override ValueTask<Delivery> TransferAsync(Payload payload, ExpectedRange range) =>
        _client!.TransferAsync(range.Frame.Payload, CancellationToken.None);

    /// <inheritdoc/>
    public override void ThrowUnlessInForce() => (_client as ITunedStrategy)?.ThrowUnlessInForce();

    /// <inheritdoc/>
    public override ValueTask DisposeAsync() => _client?.DisposeAsync() ?? ValueTask.CompletedTask;
}
