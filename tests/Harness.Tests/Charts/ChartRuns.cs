using FileTransfer.Results;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Tests.Charts;

/// <summary>Runs that try what charts can bear.</summary>
internal static class ChartRuns
{
    /// <summary>Many strategies with long names at four sizes, all close to each other.</summary>
    public static RunResult Crowded(int strategies, int launches = 10) => SampleRuns.Run([
        .. from size in (long[])[1 << 10, 10 << 10, 100 << 10, 1 << 20]
           from strategy in Enumerable.Range(0, strategies)
           select SampleRuns.Measured(
               strategy == 0 ? "read-write-1k" : $"strategy-{strategy}-with-a-name",
               size,
               [.. Enumerable.Range(0, launches)
                   .Select(launch => (20_000 + (size / 20)) * (100 + strategy) / 100 * (100 + launch) / 100)]) with
           {
               AllocatedBytesPerTransfer = 100 + strategy,
               SenderCpuSecondsPerGB = 1 + (strategy / 10d),
               ReceiverCpuSecondsPerGB = 0.5,
           },
    ]);

    /// <summary>60,000 noisy transfers with rare slow ones, over five strategies with three launches each.</summary>
    public static RunResult Large() => SampleRuns.Run([
        .. Enumerable.Range(0, 5).Select(strategy => Measurement(
            strategy == 0 ? "read-write-1k" : $"strategy-{strategy}",
            [.. Enumerable.Range(0, 3).Select(launch => Noisy(30_000 + (5_000 * strategy), 4_000, seed: (10 * strategy) + launch))])),
    ]);

    /// <summary>A measurement at 1K with these samples.</summary>
    public static Measurement Measurement(string strategy, params long[][] launches)
    {
        Launch[] all = [.. launches.Select((samples, index) => Launch(samples) with { Round = index + 1 })];
        return SampleRuns.Measured(strategy, SampleRuns.Kilobyte, 1_000) with
        {
            Launches = all,
            Statistics = SampleStatistics.Of(all, SampleRuns.Kilobyte, delivers: true),
        };
    }

    public static Launch Launch(long[] samples) => new()
    {
        Round = 1,
        Nanoseconds = samples,
        SendReturnedNanoseconds = samples,
        MedianNanoseconds = SampleStatistics.Median(samples),
    };

    /// <summary>Samples around a centre, a hundredth of them up to fifty times as long.</summary>
    public static long[] Noisy(long center, int count, int seed)
    {
        Random random = new(seed);
        return [.. Enumerable.Range(0, count)
            .Select(_ => (long)(center * (1 + (0.2 * random.NextDouble())) * (random.Next(100) == 0 ? random.Next(5, 50) : 1)))];
    }
}
