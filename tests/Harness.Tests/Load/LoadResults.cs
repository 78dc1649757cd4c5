using FileTransfer.Harness.Load.Model;
using FileTransfer.Results;
using FileTransfer.Results.Statistics;
using FileTransfer.Strategies.Machine;
using HdrHistogram;

namespace FileTransfer.Harness.Tests.Load;

/// <summary>Results of loads that nobody measured, made of given samples.</summary>
internal static class LoadResults
{
    /// <summary>Latencies in nanoseconds with a long tail; the same seed gives the same ones.</summary>
    public static long[] Latencies(int count, int seed)
    {
        var random = new Random(seed);
        return [.. Enumerable.Range(0, count).Select(_ => (long)(50_000 * Math.Exp(random.NextDouble() * 5)))];
    }

    /// <summary>A result of one size with these samples.</summary>
    public static LoadResult Of(long[] samples, bool keepsSamples = true, int connections = 4, int seed = 1)
    {
        LongHistogram histogram = LatencyHistogram.Create();
        Array.ForEach(samples, sample => LatencyHistogram.Record(histogram, sample));
        LatencySummary? summary = samples.Length == 0 ? null
            : keepsSamples ? SampleStatistics.SummaryOf(samples)
            : LatencyHistogram.Summary(histogram, samples.Min(), samples.Max(), samples.Average());
        string text = LatencyHistogram.Encode(histogram);
        long bytes = samples.Length * 1000L;
        return new LoadResult
        {
            Strategy = "send-async",
            Transport = "tcp",
            SizeBytes = 1000,
            Transfers = samples.Length,
            LatencyNanoseconds = summary,
            ThroughputMBps = bytes / 1e6 / 2,
            SenderCpuSecondsPerGB = 0.5 / (bytes / 1e9),
            ReceiverCpuSecondsPerGB = 0.25 / (bytes / 1e9),
            AllocatedBytesPerTransfer = 100,
            VerifiedTransfers = samples.Length,
            Sizes =
            [
                new SizeResult { Bytes = 1000, Weight = 1, Transfers = samples.Length, LatencyNanoseconds = summary, Histogram = text },
            ],
            Connections = connections,
            RatePerSecond = new LoadRate(samples.Length / 2.0, 100, 99),
            Schedule = "fixed",
            Seed = seed,
            IntendedStartUtc = DateTimeOffset.UnixEpoch,
            StartedUtc = DateTimeOffset.UnixEpoch.AddMilliseconds(seed),
            DurationSeconds = 2,
            Lateness = LatencyHistogram.Delay(histogram, samples.DefaultIfEmpty(0).Max()),
            Queued = LatencyHistogram.Delay(histogram, samples.DefaultIfEmpty(0).Max()),
            Histogram = text,
            Samples = keepsSamples ? samples : null,
            Bytes = bytes,
            SenderCpuSeconds = 0.5,
            ReceiverCpuSeconds = 0.25,
            ServerInstance = "server",
            Environment = new LoadEnvironment
            {
                Sender = Machine,
                Receiver = Machine,
                SenderCongestionControl = "cubic",
                ReceiverCongestionControl = "cubic",
                SenderWait = "block",
                ReceiverWait = "block",
                Loopback = true,
            },
        };
    }

    private static MachineFacts Machine { get; } = new()
    {
        OperatingSystem = "Debian x64",
        Kernel = "6.1",
        Processor = "Processor",
        Cores = 2,
        MemoryBytes = 1 << 30,
        Runtime = ".NET 10",
        GarbageCollector = "workstation, concurrent",
        Commit = "0123456789ab",
    };
}
