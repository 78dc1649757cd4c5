using System.Globalization;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Testing;

/// <summary>What every strategy must do, checked against the real server. Derive a test class from it, and call its checks.</summary>
/// <remarks>
/// It needs no test framework: a check that fails throws a <see cref="ConformanceException"/>. Each check starts a server process of its
/// own, and goes over every transport of the descriptor. A strategy that cannot run here (<see cref="StrategyDescriptor.Probe"/>) passes.
/// </remarks>
public abstract class StrategyConformance
{
    private const int Repetitions = 50;
    private const int Middle = 100_000;

    /// <summary>Longer than the 60 seconds after which a connection gives up by itself and says why.</summary>
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(90);

    /// <summary>Lengths in bytes at which mistakes show: nothing, one byte, and those around usual buffers.</summary>
    public static IReadOnlyList<int> Sizes { get; } =
        [0, 1, 1023, 1024, 1025, 4095, 4096, 4097, 65_535, 65_536, 65_537, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3_456_789];

    /// <summary>The strategy to check.</summary>
    protected abstract StrategyDescriptor Strategy { get; }

    private IEnumerable<int> AcceptedSizes => Sizes.Where(size => Strategy.AcceptedSizes.Include(size));

    /// <summary>A file of each of <see cref="Sizes"/> arrives, on a connection of its own.</summary>
    /// <exception cref="ConformanceException">The server counted or checked something else.</exception>
    public Task CheckEverySizeAsync() => OverEveryTransportAsync(async (server, transport) =>
    {
        foreach (int size in AcceptedSizes)
        {
            await SendAsync(server, transport, [size]).ConfigureAwait(false);
        }
    });

    /// <summary>Files of all sizes arrive one after another over one connection, no two neighbours with the same content.</summary>
    /// <exception cref="ConformanceException">The server counted or checked something else.</exception>
    public Task CheckSeveralOnOneConnectionAsync() => OverEveryTransportAsync((server, transport) =>
        SendAsync(server, transport, [.. AcceptedSizes, .. AcceptedSizes.Reverse()]));

    /// <summary>A file that is shorter than announced is refused with a <see cref="TransferException"/>.</summary>
    /// <exception cref="ConformanceException">It was confirmed, or another exception was thrown.</exception>
    public Task CheckTruncatedFileIsRefusedAsync() => OverEveryTransportAsync(async (server, transport) =>
    {
        if (!Strategy.AcceptedSizes.Include(Middle))
        {
            return;
        }

        using var file = new TestFile(Middle);
        file.Truncate(Middle / 2);
        await using ITransferStrategy strategy = await ConnectAsync(server, transport).ConfigureAwait(false);
        Delivery delivery;
        try
        {
            delivery = await TransferAsync(strategy, file.Payload).ConfigureAwait(false);
        }
        catch (TransferException)
        {
            return;
        }

        throw Broken(transport, Middle, $"the file had {Middle / 2} bytes only, and the strategy confirmed {delivery.Bytes}; "
            + "compare the length, and throw PayloadChange.Ended");
    });

    /// <summary>
    /// Many transfers leave the file open as often as <see cref="StrategyDescriptor.Holds"/> says, and disposing closes it. Linux only.
    /// </summary>
    /// <exception cref="ConformanceException">More descriptors lead to the file.</exception>
    public Task CheckNothingIsLeftOpenAsync() => OverEveryTransportAsync(async (server, transport) =>
    {
        int size = AcceptedSizes.FirstOrDefault(size => size > 0);
        using var file = new TestFile(size);
        if (file.CountOpen() is null || Strategy.Holds == FileHolding.LeftToTheCollector)
        {
            return;
        }

        ITransferStrategy strategy = await ConnectAsync(server, transport).ConfigureAwait(false);
        await using (strategy)
        {
            for (int i = 0; i < Repetitions; i++)
            {
                await TransferAsync(strategy, file.Payload).ConfigureAwait(false);
            }

            int most = Strategy.Holds == FileHolding.Kept ? 1 : 0;
            ThrowIfOpen(most, $"after {Repetitions} transfers");
        }

        ThrowIfOpen(0, "after it was disposed of");

        void ThrowIfOpen(int most, string when)
        {
            if (file.CountOpen() is { } open && open > most)
            {
                throw Broken(
                    transport, size, $"{open} descriptors lead to the file {when}, and its descriptor says Holds = {Strategy.Holds}");
            }
        }
    });

    private async Task OverEveryTransportAsync(Func<ServerForTests, string, Task> check)
    {
        if (!Strategy.Probe().IsAvailable)
        {
            return;
        }

        ServerForTests server = await ServerForTests.StartAsync().ConfigureAwait(false);
        await using (server.ConfigureAwait(false))
        {
            foreach (string transport in Strategy.Transports)
            {
                await check(server, transport).ConfigureAwait(false);
            }
        }
    }

    /// <summary>Sends files over one connection, and compares what the strategy and the server say of each.</summary>
    private async Task SendAsync(ServerForTests server, string transport, IReadOnlyList<int> sizes)
    {
        ITransferStrategy strategy = await ConnectAsync(server, transport).ConfigureAwait(false);
        await using (strategy.ConfigureAwait(false))
        {
            byte variant = 0;
            foreach (int size in sizes)
            {
                using var file = new TestFile(size, variant++);
                (long frames, long bytes) = await server.CountAsync(transport).ConfigureAwait(false);
                Delivery delivery = await TransferAsync(strategy, file.Payload).ConfigureAwait(false);
                if (delivery.Bytes != size || delivery.Crc32C != file.Crc32C)
                {
                    throw Broken(
                        transport,
                        size,
                        $"it confirmed {delivery.Bytes} bytes with CRC-32C {delivery.Crc32C:x8}, and the file has {size} bytes with "
                        + $"{file.Crc32C:x8}; return what ReadAcknowledgement returns, and send every byte once");
                }

                (long framesNow, long bytesNow) = await server.CountAsync(transport).ConfigureAwait(false);
                if (framesNow != frames + 1 || bytesNow != bytes + size)
                {
                    throw Broken(
                        transport, size, $"the server counted {framesNow - frames} files with {bytesNow - bytes} bytes, and 1 was sent");
                }
            }
        }
    }

    private async Task<ITransferStrategy> ConnectAsync(ServerForTests server, string transport)
    {
        ITransferStrategy strategy = Strategy.Create(server.ConnectionOver(transport));
        try
        {
            await strategy.ConnectAsync(CancellationToken.None).ConfigureAwait(false);
            return strategy;
        }
        catch
        {
            await strategy.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>One transfer, on another thread: a synchronous one may never return.</summary>
    private async Task<Delivery> TransferAsync(ITransferStrategy strategy, Payload payload)
    {
        try
        {
            return await Task.Run(async () => strategy is ISyncTransferStrategy synchronous
                ? synchronous.Transfer(payload)
                : await ((IAsyncTransferStrategy)strategy).TransferAsync(payload, CancellationToken.None).ConfigureAwait(false))
                .WaitAsync(s_limit).ConfigureAwait(false);
        }
        catch (TimeoutException exception)
        {
            throw new ConformanceException($"{Strategy.Id} did not end a transfer of {payload.Length} bytes within {s_limit}", exception);
        }
    }

    private ConformanceException Broken(string transport, int size, string what) =>
        new(string.Create(CultureInfo.InvariantCulture, $"{Strategy.Id} over {transport}, {size} bytes: {what}"));
}
