using System.Diagnostics;
using FileTransfer.Strategies.Contracts;

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

/// <summary>Transfers one file over several connections at once, a range over each; done when all ranges are.</summary>
/// <param name="connections">The connections.</param>
/// <param name="payloads">The whole file of each size.</param>
/// <param name="ranges">The ranges of each size, one for each connection.</param>
/// <param name="tally">Checks and counts deliveries.</param>
internal sealed class RangeLane(
    IReadOnlyList<RangeConnection> connections,
    IReadOnlyList<Payload> payloads,
    IReadOnlyList<IReadOnlyList<ExpectedRange>> ranges,
    DeliveryTally tally) : LoadLane
{
    /// <inheritdoc/>
    public override bool IsSynchronous => false;

    /// <inheritdoc/>
    public override async ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        foreach (RangeConnection connection in connections)
        {
            cancellationToken.ThrowIfCancellationRequested();
            await connection.ConnectAsync(cancellationToken).ConfigureAwait(false);
        }

        FreeSince = Stopwatch.GetTimestamp();
    }

    /// <inheritdoc/>
    public override async ValueTask<bool> TransferAsync(int size)
    {
        var parts = new Task<bool>[connections.Count];
        for (int i = 0; i < parts.Length; i++)
        {
            parts[i] = TransferAsync(connections[i], payloads[size], ranges[size][i]);
        }

        bool[] isChecked = await Task.WhenAll(parts).ConfigureAwait(false);
        return isChecked.Contains(true);
    }

    /// <inheritdoc/>
    public override void ThrowUnlessInForce()
    {
        foreach (RangeConnection connection in connections)
        {
            connection.ThrowUnlessInForce();
        }
    }

    /// <inheritdoc/>
    public override async ValueTask DisposeAsync()
    {
        foreach (RangeConnection connection in connections)
        {
            await connection.DisposeAsync().ConfigureAwait(false);
        }
    }

    private async Task<bool> TransferAsync(RangeConnection connection, Payload payload, ExpectedRange range)
    {
        // Not one after another: sending a range holds the thread until the socket is full.
        await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        long start = Stopwatch.GetTimestamp();
        Delivery delivery = await connection.TransferAsync(payload, range).ConfigureAwait(false);
        return tally.Add(range.Frame, delivery, start, Stopwatch.GetTimestamp());
    }
}
