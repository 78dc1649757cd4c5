using System.Diagnostics;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Lab.Variants;

/// <summary>A synchronous strategy whose transfers are lengthened by a share of their duration.</summary>
internal sealed class SlowedStrategy(ISyncTransferStrategy original, Delay delay) : ISyncTransferStrategy
{
    /// <inheritdoc/>
    public ValueTask ConnectAsync(CancellationToken cancellationToken) => original.ConnectAsync(cancellationToken);

    /// <inheritdoc/>
    public Delivery Transfer(Payload payload)
    {
        long start = Stopwatch.GetTimestamp();
        Delivery delivery = original.Transfer(payload);
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
