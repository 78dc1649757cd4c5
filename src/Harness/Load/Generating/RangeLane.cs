using System.Diagnostics;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Sockets;

namespace FileTransfer.Harness.Load.Generating;

/// <summary>A range of a file, and what it must be confirmed as.</summary>
/// <param name="Offset">Where it begins.</param>
/// <param name="Frame">Its length and its checksum.</param>
internal sealed record ExpectedRange(long Offset, ExpectedFrame Frame)
{
    /// <summary>Begins of the ranges of a file, and their lengths, which differ by at most one byte.</summary>
    public static IReadOnlyList<(long Offset, long Length)> Split(long length, int ranges) =>
    [
        .. Enumerable.Range(0, ranges).Select(range =>
        {
            long from = (long)((Int128)length * range / ranges);
            return (from, (long)((Int128)length * (range + 1) / ranges) - from);
        }),
    ];
}

/// <summary>Sends one file over several connections at once, a range over each; done when all ranges are acknowledged.</summary>
/// <param name="options">Where and how to connect.</param>
/// <param name="sender">The sender, which the connections share.</param>
/// <param name="payloads">The whole file of each size.</param>
/// <param name="ranges">The ranges of each size, one for each connection.</param>
/// <param name="tally">Checks and counts deliveries.</param>
internal sealed class RangeLane(
    ConnectionOptions options,
    FileSender sender,
    IReadOnlyList<Payload> payloads,
    IReadOnlyList<IReadOnlyList<ExpectedRange>> ranges,
    DeliveryTally tally) : LoadLane
{
    private readonly RangeSender[] _connections = [.. ranges[0].Select(_ => new RangeSender(options, sender))];

    /// <inheritdoc/>
    public override bool IsSynchronous => false;

    /// <inheritdoc/>
    public override ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        foreach (RangeSender connection in _connections)
        {
            cancellationToken.ThrowIfCancellationRequested();
            connection.Connect();
        }

        FreeSince = Stopwatch.GetTimestamp();
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public override async ValueTask<bool> TransferAsync(int size)
    {
        var parts = new Task<bool>[_connections.Length];
        for (int i = 0; i < parts.Length; i++)
        {
            parts[i] = SendAsync(_connections[i], payloads[size], ranges[size][i]);
        }

        bool[] isChecked = await Task.WhenAll(parts).ConfigureAwait(false);
        return isChecked.Contains(true);
    }

    /// <inheritdoc/>
    public override void ThrowUnlessInForce()
    {
        foreach (RangeSender connection in _connections)
        {
            connection.ThrowUnlessInForce();
        }
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync()
    {
        foreach (RangeSender connection in _connections)
        {
            connection.Dispose();
        }

        return ValueTask.CompletedTask;
    }

    private async Task<bool> SendAsync(RangeSender connection, Payload payload, ExpectedRange range)
    {
        // Not one after another: sending a range holds the thread until the socket is full.
        await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        long start = Stopwatch.GetTimestamp();
        Delivery delivery = await connection
            .TransferAsync(payload, range.Offset, range.Frame.Payload.Length, CancellationToken.None)
            .ConfigureAwait(false);
        return tally.Add(range.Frame, delivery, start, Stopwatch.GetTimestamp());
    }
}
