using FileTransfer.Results;
using FileTransfer.Results.Statistics;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests;

/// <summary>A run like that of a whole catalog: 28 strategies at seven sizes, with failures, gaps and observations.</summary>
internal static class CatalogRuns
{
    /// <summary>The sizes, ascending.</summary>
    public static IReadOnlyList<long> Sizes { get; } = [1L << 10, 10L << 10, 100L << 10, 1L << 20, 10L << 20, 100L << 20, 1L << 30];

    // Nanoseconds per transfer and per byte, and bytes allocated per transfer, about as they are on two cores.
    private static readonly (string Strategy, double Overhead, double PerByte, double Allocated)[] s_strategies =
    [
        ("read-write-1k", 27_000, 0.92, 304), ("read-write-64k", 31_000, 0.27, 304), ("read-write-1m", 36_000, 0.22, 304),
        ("begin-send", 41_000, 0.31, 2_900), ("copy-to-async", 64_000, 0.42, 3_400), ("send-file", 30_000, 0.155, 232),
        ("send-file-header", 28_500, 0.155, 320), ("send-file-async", 58_000, 0.17, 2_100), ("send-packets", 52_000, 0.16, 1_900),
        ("coalesced-64k", 24_000, 0.25, 168), ("coalesced-256k", 24_200, 0.21, 168), ("coalesced-1m", 24_600, 0.19, 168),
        ("coalesced-64k-kept", 19_800, 0.25, 0), ("coalesced-256k-kept", 19_900, 0.21, 0), ("coalesced-1m-kept", 20_100, 0.19, 0),
        ("send-async", 44_000, 0.28, 1_400), ("saea", 39_000, 0.27, 310), ("pipelines", 61_000, 0.33, 4_700),
        ("native-send-file", 22_800, 0.149, 0), ("native-send-file-kept", 18_700, 0.148, 0), ("splice", 24_900, 0.152, 0),
        ("splice-kept", 20_400, 0.151, 0), ("mapped", 29_900, 0.2, 168), ("mapped-kept", 19_000, 0.18, 0),
        ("msg-zerocopy", 38_000, 0.24, 168), ("msg-zerocopy-kept", 33_000, 0.23, 0), ("io-uring", 0, 0, 0), ("adaptive", 22_900, 0.15, 0),
    ];

    /// <summary>The run, with this many launches per case and transfers per launch.</summary>
    public static RunResult Whole(int launches = 15, int samples = 60) => SampleRuns.Run(
    [
        .. Sizes.SelectMany((size, step) => s_strategies.Select((strategy, index) => (strategy.Strategy, size) switch
        {
            ("io-uring", _) => SampleRuns.Unsupported(
                "io-uring",
                size,
                "io_uring_setup(2): the kernel refuses it (Operation not permitted, kernel.io_uring_disabled=2)"),
            ("send-file-async", >= 100L << 20) => SampleRuns.Failed(
                "send-file-async",
                size,
                "open(2): Too many open files after 1,004 transfers: the runtime leaves a descriptor open "
                + "per transfer; raise ulimit -n or choose send-file"),
            ("msg-zerocopy", 1L << 30) =>
                SampleRuns.Failed("msg-zerocopy", size, "the receiver confirmed 268,435,456 of 1,073,741,824 bytes"),
            _ => Measured(strategy, size, launches, samples, seed: (uint)((100 * step) + index + 1)),
        })),
        .. Sizes.Select(
            size => SampleRuns.Measured("null", size, [.. Enumerable.Range(40, launches).Select(nanoseconds => (long)nanoseconds)])),
    ]);

    private static Measurement Measured(
        (string Strategy, double Overhead, double PerByte, double Allocated) strategy,
        long size,
        int count,
        int samples,
        uint seed)
    {
        uint state = seed * 2_654_435_761;
        double nanoseconds = strategy.Overhead + (size * strategy.PerByte * (size > 4L << 20 ? 1.3 : 1));
        Launch[] launches = new Launch[count];
        for (int launch = 0; launch < count; launch++)
        {
            // Some launches have their two ends on one core and others on two, and some change their pace.
            double level = nanoseconds * (Next() > 0.8 ? 1.35 : 1 + (0.05 * Next()));
            double late = Next() > 0.93 ? 1.4 : 1;
            long[] times = new long[samples];
            for (int index = 0; index < samples; index++)
            {
                double rare = Next() > 0.985 ? 4 * Next() : 0;
                times[index] = (long)(level * (index > samples * 0.6 ? late : 1) * (1 + (0.2 * Next() * Next()) + rare));
            }

            launches[launch] = new Launch
            {
                Round = launch + 1,
                Nanoseconds = times,
                SendReturnedNanoseconds = [.. times.Select(time => time * 3 / 4)],
                MedianNanoseconds = SampleStatistics.Median(times),
            };
        }

        return new Measurement
        {
            Strategy = strategy.Strategy,
            Transport = "tcp",
            SizeBytes = size,
            Outcome = Outcome.Measured,
            Launches = launches,
            Statistics = SampleStatistics.Of(launches, size, delivers: true),
            AllocatedBytesPerTransfer = strategy.Allocated,
            SenderCpuSecondsPerGB = nanoseconds / size * (0.3 + (0.4 * Next())),
            ReceiverCpuSecondsPerGB = nanoseconds / size * (0.25 + (0.1 * Next())),
            ContextSwitchesPerTransfer = 1 + Next(),
            VerifiedByCount = (long)count * samples,
            VerifiedByChecksum = 1,
            Observations = strategy.Strategy switch
            {
                "msg-zerocopy" or "msg-zerocopy-kept" => [new Observation(Observation.CopiedBuffers, 100, "%")],
                "send-file-async" => [new Observation(Observation.OpenDescriptors, size >> 10, string.Empty)],
                _ => [],
            },
        };

        double Next()
        {
            state = (state * 1_664_525) + 1_013_904_223;
            return (state >> 8) / (double)(1 << 24);
        }
    }
}
