using System.Diagnostics;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.SelfTest;

/// <summary>Does no I/O and confirms every transfer: measures the cost of the harness, and is the template for a new strategy.</summary>
public sealed class Null : ISyncTransferStrategy
{
    /// <summary>
    /// Listed in <see cref="StrategyCatalog"/>. Its transfers are not deliveries, and reports never show them as deliveries.
    /// </summary>
    public static StrategyDescriptor Descriptor { get; } =
        StrategyDescriptor.For("null", StrategyFamily.Harness, "no I/O: the cost of the harness itself", _ => new Null());

    /// <inheritdoc/>
    public ValueTask ConnectAsync(CancellationToken cancellationToken) => ValueTask.CompletedTask;

    /// <inheritdoc/>
    public Delivery Transfer(Payload payload) => new(payload.Length, Crc32C: 0, Stopwatch.GetTimestamp());

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
