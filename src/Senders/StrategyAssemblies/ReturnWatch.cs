using System.Diagnostics;
using System.Globalization;
using System.Runtime.Loader;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.StrategyAssemblies;

/// <summary>Ends a measurement in this process in which a strategy of the user's own does not return.</summary>
/// <remarks>
/// Ours end by themselves, because each of their waits has a limit. Code of others that blocks cannot be interrupted: its
/// thread is left alone, and ends with the process.
/// </remarks>
internal sealed class ReturnWatch
{
    /// <summary>As long as a sender process of <c>bench</c> has.</summary>
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(3);

    /// <summary>A transfer at 10 MB/s, so that a slow path is no blocked strategy.</summary>
    private const double SlowestBytesPerSecond = 10e6;

    /// <summary>Looks within a limit: few, because each wakes a thread beside the transfers.</summary>
    private const int Looks = 6;

    private readonly StrategyDescriptor _strategy;
    private readonly TimeSpan _limit;

    private ReturnWatch(StrategyDescriptor strategy, TimeSpan limit) => (_strategy, _limit) = (strategy, limit);

    /// <summary>Number of transfers that have ended; known as soon as there can be any.</summary>
    public Func<long> Transfers { get; set; } = () => 0;

    /// <summary>A watch for a strategy of an added assembly; null for ours.</summary>
    /// <param name="strategy">The strategy.</param>
    /// <param name="length">Length of the longest payload in bytes.</param>
    /// <param name="idle">Longest time in which nothing is due, such as until others have come.</param>
    public static ReturnWatch? For(StrategyDescriptor strategy, long length, TimeSpan idle) =>
        AssemblyLoadContext.GetLoadContext(strategy.Implementation.Assembly) is SharingLoadContext
            ? new ReturnWatch(strategy, s_limit + idle + TimeSpan.FromSeconds(length / SlowestBytesPerSecond))
            : null;

    /// <summary>A watch with a limit of its own, for tests.</summary>
    internal static ReturnWatch Of(StrategyDescriptor strategy, TimeSpan limit) => new(strategy, limit);

    /// <summary>Measures, and waits as long as transfers end.</summary>
    /// <exception cref="TransferException">No transfer has ended within the limit.</exception>
    public async Task<T> RunAsync<T>(Func<Task<T>> measure)
    {
        Task<T> measuring = Task.Run(measure);
        (long before, long since) = (0, Stopwatch.GetTimestamp());
        while (await Task.WhenAny(measuring, Task.Delay(_limit / Looks)) != measuring)
        {
            long now = Transfers();
            if (now != before)
            {
                (before, since) = (now, Stopwatch.GetTimestamp());
            }
            else if (Stopwatch.GetElapsedTime(since) >= _limit)
            {
                throw new TransferException(TransferErrorKind.TimedOut, string.Create(
                    CultureInfo.InvariantCulture,
                    $"{_strategy.Id} did not return within {_limit.TotalSeconds:0} s, after {before} transfers: "
                    + $"{_strategy.Implementation.Name} waits for something that does not come; give each of its waits a limit"));
            }
        }

        return await measuring;
    }
}
