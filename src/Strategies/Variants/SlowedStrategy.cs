using System.Diagnostics;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Variants;

/// <summary>A synchronous strategy whose transfers are lengthened by a share of their duration.</summary>
internal sealed class SlowedStrategy(ISyncTransferStrategy original, double share) : ISyncTransferStrategy
{
    /// <inheritdoc/>
    public ValueTask ConnectAsync(CancellationToken cancellationToken) => original.ConnectAsync(cancellationToken);

    /// <inheritdoc/>
    public Delivery Transfer(Payload payload)
    {
        long start = Stopwatch.GetTimestamp();
        Delivery delivery = original.Transfer(payload);
        Delay.Spin(start, share);
        return delivery;
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => original.DisposeAsync();
}
