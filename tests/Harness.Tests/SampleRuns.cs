using FileTransfer.Results;
using FileTransfer.Results.Statistics;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Tests;

/// <summary>Runs made of arithmetic sequences, so that what is expected of them can be worked out by hand.</summary>
internal static class SampleRuns
{
    public const long Kilobyte = 1024;
    public const long Megabyte = 1024 * 1024;

    /// <summary>Two sizes with a clear winner at one of them, the harness's own cost, a failure and an unsupported strategy.</summary>
    public static RunResult Small() => Run(
        Measured("null", Kilobyte, Steps(40, 1)),
        Measured("read-write-1k", Kilobyte, Steps(40_000, 1_000)) with
        {
            AllocatedBytesPerTransfer = 1_240.4,
            SenderCpuSecondsPerGB = 12.345,
            ReceiverCpuSecondsPerGB = 9.8765,
            ContextSwitchesPerTransfer = 1.98,
        },
        Measured("begin-send", Kilobyte, Steps(40_500, 1_000)),
        Measured("send-file", Kilobyte, 33_000, 39_000, 43_000, 47_000, 57_000, 35_000, 58_000, 41_000, 37_000, 45_000),
        Unsupported("splice", Kilobyte, "splice(2) needs Linux"),
        Measured("null", Megabyte, Steps(40, 1)),
        Measured("read-write-1k", Megabyte, Steps(5_500_000, 10_000)) with
        {
            AllocatedBytesPerTransfer = 0,
            SenderCpuSecondsPerGB = 0.75,
            ReceiverCpuSecondsPerGB = 0.26,
            ContextSwitchesPerTransfer = 0.0123,
        },
        Measured("begin-send", Megabyte, Steps(420_000, 1_000)),
        Measured("send-file", Megabyte, Steps(160_000, 1_000)),
        Failed(
            "copy-to-async",
            Megabyte,
            "the receiver confirmed 1,000 of 1,048,576 bytes | \"short\"\nretry with --strategies copy-to-async"),
        Unsupported("splice", Megabyte, "splice(2) needs Linux"));

    /// <summary>A baseline and two contenders over pipes; one of them was not measured at the second size.</summary>
    public static RunResult Pipes()
    {
        RunResult run = Run(
            Pipe("null", Kilobyte, Steps(40, 1)),
            Pipe("pipe-copy", Kilobyte, Steps(40_000, 1_000)),
            Pipe("pipe-splice", Kilobyte, Steps(50_000, 1_000)),
            Pipe("pipe-splice-1m", Kilobyte, Steps(20_000, 1_000)),
            Pipe("pipe-copy", Megabyte, Steps(420_000, 1_000)),
            Pipe("pipe-splice", Megabyte, Steps(160_000, 1_000)),
            Failed("pipe-splice-1m", Megabyte, "the connection was lost") with { Transport = "pipe" });
        return run with
        {
            Run = run.Run with { Scenario = "pipe", Baseline = "pipe-copy", Contenders = ["pipe-splice", "pipe-splice-1m"] },
        };

        static Measurement Pipe(string strategy, long sizeBytes, params long[] shortest) =>
            Measured(strategy, sizeBytes, shortest) with { Transport = "pipe" };
    }

    /// <summary>
    /// Two strategies at two sizes, the ways of the native reference that make their calls, and a way that cannot run here.
    /// </summary>
    public static RunResult Native()
    {
        return Run(
            Steady("native-send-file", Kilobyte, 44_000, noise: 1),
            Steady("splice", Kilobyte, 50_000, noise: 2),
            Of("native-send-file", Steady("c-send-file", Kilobyte, 40_000, noise: 3)),
            Of("splice", Steady("c-splice", Kilobyte, 50_000, noise: 4)),
            Steady("native-send-file", Megabyte, 190_000, noise: 5),
            Steady("splice", Megabyte, 180_000, noise: 6),
            Of("native-send-file", Steady("c-send-file", Megabyte, 210_000, noise: 7)),
            Of("splice", Steady("c-splice", Megabyte, 200_000, noise: 8)),
            Of("io-uring", Unsupported("c-io-uring", Megabyte, "built without liburing")));

        // Rounds around the median that drift alike, but for a few nanoseconds of their own.
        static Measurement Steady(string strategy, long sizeBytes, long median, int noise)
        {
            long[] medians = [.. Enumerable.Range(-5, 11).Select(round => median + (round * median / 500) + ((round + 5) * noise % 7))];
            Launch[] launches = [.. medians.Select((nanoseconds, index) => new Launch
            {
                Round = index + 1,
                Nanoseconds = [nanoseconds, nanoseconds, nanoseconds],
                SendReturnedNanoseconds = [1, 1, 1],
                MedianNanoseconds = nanoseconds,
            })];
            return Measured(strategy, sizeBytes, 1) with
            {
                Launches = launches,
                Statistics = SampleStatistics.Of(launches, sizeBytes, delivers: true),
                VerifiedByCount = 33,
            };
        }

        static Measurement Of(string counterpart, Measurement measurement) =>
            measurement with { Dimensions = StrategyDimensions.Send with { Counterpart = counterpart } };
    }

    /// <summary>Requests over all protocols, 1 and 32 in flight, and one upload against a tuned and an untuned server.</summary>
    public static RunResult Http()
    {
        RunResult run = Run(
            Request("http-body-1", "http", 50_000, 60_000, 1),
            Request("http-body-32", "http", 40_000, 900_000, 32),
            Request("http-body-1", "http2", 80_000, 90_000, 1),
            Request("http-body-32", "http2", 30_000, 700_000, 1),
            Request("http-none-32", "https", 20_000, 500_000, 32) with { SizeBytes = 0 },
            Request("http-none-32", "https2", 21_000, 500_000, 1) with { SizeBytes = 0 },
            Upload("http", 300_000),
            Upload("http-default", 900_000),
            Failed("http-headers-1", 38_890, "the server counted 99 headers of the 100 that were sent") with { Transport = "http" });
        return run with { Run = run.Run with { Scenario = "http-versions", Baseline = "http-multipart-stream" } };

        static Measurement Request(string strategy, string transport, double wall, long shortest, int connections) =>
            Measured(strategy, 38_890, Steps(shortest, 1000)) with
            {
                Transport = transport,
                AllocatedBytesPerTransfer = 5000,
                Observations =
                [
                    new Observation(Observation.WallTime, wall, "ns"),
                    new Observation(Observation.Connections, connections, ""),
                ],
            };

        static Measurement Upload(string transport, long shortest) =>
            Measured("http-multipart-stream", Megabyte, Steps(shortest, 1000)) with
            {
                Transport = transport,
                ReceiverCpuSecondsPerGB = shortest / 1e6,
            };
    }

    /// <summary>A run of these measurements with <c>read-write-1k</c> as its baseline.</summary>
    public static RunResult Run(params Measurement[] measurements) => new()
    {
        Run = new RunInfo
        {
            Id = "2024-05-06-socket",
            StartedUtc = new DateTimeOffset(2024, 5, 6, 7, 8, 9, TimeSpan.Zero),
            DurationSeconds = 83.5,
            Command = "dotnet run -c Release --project src/Harness -- bench --scenario 'socket' --sizes 1K,1M",
            Scenario = "socket",
            Profile = "quick",
            Baseline = "read-write-1k",
            OrderSeed = 42,
            Options = new Dictionary<string, string> { ["sizes"] = "1K,1M", ["no-delay"] = "on", ["scenario"] = "socket" },
        },
        Environment = Environment(),
        Measurements = measurements,
    };

    /// <summary>The shortest samples of ten rounds, in equal steps.</summary>
    public static long[] Steps(long first, long step) => [.. Enumerable.Range(0, 10).Select(round => first + (step * round))];

    /// <summary>A measured strategy over TCP: one launch of 20 samples for each of these shortest samples, in nanoseconds.</summary>
    public static Measurement Measured(string strategy, long sizeBytes, params long[] shortest)
    {
        Launch[] launches = [.. shortest.Select((nanoseconds, index) => Launch(nanoseconds) with { Round = index + 1 })];
        return new Measurement
        {
            Strategy = strategy,
            Dimensions = DimensionsOf(strategy),
            Transport = "tcp",
            SizeBytes = sizeBytes,
            Outcome = Outcome.Measured,
            Launches = launches,
            Statistics = SampleStatistics.Of(launches, sizeBytes, delivers: strategy != "null"),
            VerifiedByCount = launches.Sum(launch => launch.Nanoseconds.Count),
            VerifiedByChecksum = 1,
        };
    }

    /// <summary>A failed measurement that carries every number it must not show.</summary>
    public static Measurement Failed(string strategy, long sizeBytes, string reason) => Measured(strategy, sizeBytes, 987_654) with
    {
        Outcome = Outcome.Failed,
        Reason = reason,
        AllocatedBytesPerTransfer = 987_654,
        SenderCpuSecondsPerGB = 987_654,
    };

    public static Measurement Unsupported(string strategy, long sizeBytes, string reason) => new()
    {
        Strategy = strategy,
        Dimensions = DimensionsOf(strategy),
        Transport = "tcp",
        SizeBytes = sizeBytes,
        Outcome = Outcome.Unsupported,
        Reason = reason,
    };

    /// <summary>Every value from the shortest in equal steps, shuffled by a multiplication; the sends return after half the time.</summary>
    public static Launch Launch(long shortest, int count = 20)
    {
        long step = Math.Max(1, shortest / 1000);
        long[] samples = [.. Enumerable.Range(0, count).Select(index => shortest + (step * (index * 7L % count)))];
        return new Launch
        {
            Round = 1,
            Nanoseconds = samples,
            SendReturnedNanoseconds = [.. samples.Select(sample => sample / 2)],
            MedianNanoseconds = SampleStatistics.Median(samples),
        };
    }

    private static StrategyDimensions DimensionsOf(string strategy) =>
        StrategyCatalog.TryFind(strategy, out StrategyDescriptor? descriptor) ? descriptor.Dimensions : StrategyDimensions.Send;

    private static RunEnvironment Environment() => new()
    {
        Sender = Machine(),
        Receiver = Machine() with { Cores = 4 },
        SenderCongestionControl = "cubic",
        PayloadFileSystem = "ext4",
        Loopback = true,
        MemoryCopyGBps = 25.5,
        Warnings = ["The default congestion control is bbr: use --congestion-control cubic."],
    };

    /// <summary>A machine of two processors.</summary>
    public static MachineFacts Machine() => new()
    {
        OperatingSystem = "Debian GNU/Linux 12 x64",
        Kernel = "6.1.0",
        Processor = "Example CPU",
        Cores = 2,
        MemoryBytes = 24L << 30,
        Runtime = ".NET 10.0.0",
        GarbageCollector = "workstation, concurrent",
        Commit = "0123456789ab",
        DefaultCongestionControl = "bbr",
    };
}
