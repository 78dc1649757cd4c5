using System.Diagnostics;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Lab.Variants;

/// <summary>An asynchronous strategy whose transfers are lengthened by a share of their duration.</summary>
internal sealed class SlowedAsyncStrategy(IAsyncTransferStrategy original, Delay delay) : IAsyncTransferStrategy
{
    /// <inheritdoc/>
    public ValueTask ConnectAsync(CancellationToken cancellationToken) => original.ConnectAsync(cancellationToken);

    /// <inheritdoc/>
    public async ValueTask<Delivery> TransferAsync(Payload payload, CancellationToken cancellationToken)
    {
        long start = Stopwatch.GetTimestamp();
        Delivery delivery = await original.TransferAsync(payload, cancellationToken).ConfigureAwait(false);
        delay.Add(start);
        return delivery;
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        delay.Dispose();
        return original.DisposeAsync();
    }
}
