using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests;

/// <summary>Runs a strategy by whichever interface it has, with a limit on the wait.</summary>
internal static class Transfers
{
    /// <summary>Longer than anything takes that works, shorter than the 60 seconds of the default timeout.</summary>
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Longer than a connection's own limit, which explains itself: a receiver of named pipes serves one sender after another.
    /// </summary>
    private static readonly TimeSpan s_connectLimit = TimeSpan.FromMinutes(2);

    /// <summary>The same for thousands of them, each of which waits for a processor several times where others want it too.</summary>
    private static readonly TimeSpan s_repeatLimit = TimeSpan.FromMinutes(4);

    /// <summary>Makes and connects a strategy, or skips the test with the reason why it cannot run here.</summary>
    public static async Task<ITransferStrategy> ConnectAsync(string id, ConnectionOptions options)
    {
        StrategyDescriptor descriptor = StrategyCatalog.Find(id);
        Availability availability = descriptor.Probe();
        Assert.SkipUnless(availability.IsAvailable, availability.Reason ?? "");
        ITransferStrategy strategy = descriptor.Create(options);
        // Cancelled, not left alone: a sender that is connected later, when nobody wants it any more, would keep a receiver of
        // named pipes to itself for good.
        using var limit = new CancellationTokenSource(s_connectLimit);
        try
        {
            await Task.Run(() => strategy.ConnectAsync(limit.Token).AsTask()).WaitAsync(s_connectLimit + s_limit);
            return strategy;
        }
        catch
        {
            await strategy.DisposeAsync();
            throw;
        }
    }

    /// <summary>One transfer; on a thread of its own, because a synchronous one may hang.</summary>
    public static Task<Delivery> RunAsync(ITransferStrategy strategy, Payload payload) => RunAsync(strategy, payload, s_limit);

    /// <summary>One transfer that may take longer than most.</summary>
    public static Task<Delivery> RunAsync(
        ITransferStrategy strategy,
        Payload payload,
        TimeSpan limit,
        CancellationToken cancellationToken = default) =>
        Task.Run(() => OnceAsync(strategy, payload, cancellationToken), CancellationToken.None).WaitAsync(limit, CancellationToken.None);

    /// <summary>Many transfers, one after another; returns the last delivery.</summary>
    public static Task<Delivery> RepeatAsync(ITransferStrategy strategy, Payload payload, int count) => Task.Run(async () =>
    {
        Delivery last = default;
        for (int i = 0; i < count; i++)
        {
            last = await OnceAsync(strategy, payload);
            Assert.Equal(payload.Length, last.Bytes);
        }

        return last;
    }).WaitAsync(s_repeatLimit);

    private static async Task<Delivery> OnceAsync(
        ITransferStrategy strategy,
        Payload payload,
        CancellationToken cancellationToken = default) => strategy is ISyncTransferStrategy synchronous
        ? synchronous.Transfer(payload)
        : await ((IAsyncTransferStrategy)strategy).TransferAsync(payload, cancellationToken);
}
