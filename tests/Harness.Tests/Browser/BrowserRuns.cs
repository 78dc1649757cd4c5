using FileTransfer.Results;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Tests.Browser;

/// <summary>Runs that look like measured ones: seeded noise around times that depend on size and strategy.</summary>
internal static class BrowserRuns
{
    private const int Launches = 10;
    private const int Samples = 120;

    private static readonly long[] s_sizes = [1L << 10, 10L << 10, 100L << 10, 1L << 20, 10L << 20];

    /// <summary>Four strategies whose order changes with the size, a failure, and one that cannot run.</summary>
    public static RunResult Typical()
    {
        RunResult run = Run(
            [("read-write-1k", 30_000, 5.2), ("read-write-64k", 36_000, 0.55), ("begin-send", 45_000, 0.38), ("send-file", 38_000, 0.21)]);
        return run with
        {
            Measurements =
            [
                .. run.Measurements,
                SampleRuns.Failed("copy-to-async", s_sizes[1], "the receiver confirmed 1,000 of 10,240 bytes </script>"),
                SampleRuns.Unsupported("splice", s_sizes[0], "splice(2) needs Linux"),
            ],
        };
    }

    /// <summary>More strategies than a legend likes, with long names and nearly the same times, and few launches.</summary>
    public static RunResult Crowded()
    {
        RunResult run = Run([.. Enumerable.Range(0, 10)
            .Select(index => ($"copy-to-async-{index}0k-kept", 30_000 + (200.0 * index), 0.3 + (0.001 * index)))]);
        return run with { Run = run.Run with { Baseline = "copy-to-async-00k-kept", Partial = true } };
    }

    private static RunResult Run((string Strategy, double Overhead, double NanosecondsPerByte)[] strategies) => SampleRuns.Run(
    [
        .. s_sizes.SelectMany((size, step) => strategies.Select((strategy, index) =>
            Measurement(
                strategy.Strategy,
                size,
                strategy.Overhead + (size * strategy.NanosecondsPerByte),
                seed: (uint)((100 * step) + index + 1)))),
        .. s_sizes.Select(size => SampleRuns.Measured("null", size, SampleRuns.Steps(40, 1))),
    ]);

    private static Measurement Measurement(string strategy, long size, double nanoseconds, uint seed)
    {
        uint state = seed * 2_654_435_761;
        Launch[] launches = new Launch[Launches];
        for (int launch = 0; launch < Launches; launch++)
        {
            double level = nanoseconds * (1 + (0.06 * Next()));
            long[] samples = [.. Enumerable.Range(0, Samples)
                .Select(_ => (long)(level * (1 + (0.25 * Next() * Next()) + (Next() > 0.985 ? 4 * Next() : 0))))];
            launches[launch] = new Launch
            {
                Round = launch + 1,
                Nanoseconds = samples,
                SendReturnedNanoseconds = [.. samples.Select(sample => sample * 3 / 4)],
                MedianNanoseconds = SampleStatistics.Median(samples),
            };
        }

        return SampleRuns.Measured(strategy, size, 1) with
        {
            Launches = launches,
            Statistics = SampleStatistics.Of(launches, size, delivers: true),
            AllocatedBytesPerTransfer = Math.Round(4000 * Next()),
            SenderCpuSecondsPerGB = nanoseconds / size * 0.6,
            ReceiverCpuSecondsPerGB = nanoseconds / size * 0.3,
            ContextSwitchesPerTransfer = 1 + Next(),
            VerifiedByCount = Launches * Samples,
        };

        double Next()
        {
            state = (state * 1_664_525) + 1_013_904_223;
            return (state >> 8) / (double)(1 << 24);
        }
    }
}
