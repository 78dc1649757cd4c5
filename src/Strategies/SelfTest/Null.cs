using System.Diagnostics;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.SelfTest;

/// <summary>Sends nothing and confirms everything: what the harness itself costs, and the template for a new strategy.</summary>
public sealed class Null : ISyncTransferStrategy
{
    /// <summary>Listed in <see cref="StrategyCatalog"/>; not a delivery, and never shown as one.</summary>
    public static StrategyDescriptor Descriptor { get; } =
        StrategyDescriptor.For("null", StrategyFamily.Harness, "no I/O: the cost of the harness itself", _ => new Null());

    /// <inheritdoc/>
    public ValueTask ConnectAsync(CancellationToken cancellationToken) => ValueTask.CompletedTask;

    /// <inheritdoc/>
    public Delivery Transfer(Payload payload) => new(payload.Length, Crc32C: 0, Stopwatch.GetTimestamp());

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
