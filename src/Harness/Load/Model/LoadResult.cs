using FileTransfer.Results;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Load.Model;

/// <summary>What one sender found under load, or several together; documented in docs/internals/formats.md.</summary>
/// <remarks>Its first fields are those of <c>send --json</c> without load. MB and GB are powers of 10.</remarks>
internal sealed record LoadResult
{
    /// <summary>The format that this version writes and reads.</summary>
    public const string CurrentSchema = "filetransfer-load/1";

    /// <summary>Most samples that are kept one by one, unless files are merged; of more there is the histogram.</summary>
    public const int MostSamples = 100_000;

    /// <summary>Name and version of the format.</summary>
    public string Schema { get; init; } = CurrentSchema;

    public required string Strategy { get; init; }

    public required string Transport { get; init; }

    /// <summary>Payload length in bytes; with several sizes the mean of the transfers.</summary>
    public required long SizeBytes { get; init; }

    /// <summary>Timed transfers. Those that the receiver checked by checksum are not among them.</summary>
    public required long Transfers { get; init; }

    /// <summary>
    /// Open loop: from the intended start to the acknowledgement. Closed loop: from the start. Null without a timed transfer.
    /// </summary>
    public LatencySummary? LatencyNanoseconds { get; init; }

    /// <summary>Payload of all transfers divided by the time from the first intended start to the last acknowledgement.</summary>
    public double? ThroughputMBps { get; init; }

    public double? SenderCpuSecondsPerGB { get; init; }

    public double? ReceiverCpuSecondsPerGB { get; init; }

    /// <summary>Managed bytes that the whole process allocated, for each transfer.</summary>
    public double? AllocatedBytesPerTransfer { get; init; }

    /// <summary>Timed transfers that the server's own count confirms too; 0 when it could not be asked, or did not agree.</summary>
    public required long VerifiedTransfers { get; init; }

    /// <summary>Further transfers, whose content was checked by CRC-32C; no samples, because checking takes the receiver time.</summary>
    public long CheckedByChecksum { get; init; }

    /// <summary>
    /// What proves a transfer to or from a server of another make, as results name it; null for our servers, which count them.
    /// </summary>
    public string? Proof { get; init; }

    public required IReadOnlyList<SizeResult> Sizes { get; init; }

    public required int Connections { get; init; }

    /// <summary>Connections over which each file is sent at once, a range over each; null when each sends files of its own.</summary>
    public int? Ranges { get; init; }

    public required LoadRate RatePerSecond { get; init; }

    /// <summary>"fixed" or "poisson"; "closed" when each connection begins the next transfer when the one before has ended.</summary>
    public required string Schedule { get; init; }

    public required int Seed { get; init; }

    /// <summary>When the first transfer was to begin; in a closed loop, when the loop was to begin.</summary>
    public required DateTimeOffset IntendedStartUtc { get; init; }

    /// <summary>When the loop began.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>From the start to the last acknowledgement.</summary>
    public required double DurationSeconds { get; init; }

    /// <summary>Transfers that were due and never begun, because all connections were busy until the end.</summary>
    public long NotBegun { get; init; }

    /// <summary>Failed transfers and connections, by kind.</summary>
    public IReadOnlyDictionary<string, long> Errors { get; init; } = new Dictionary<string, long>();

    /// <summary>The generator's own delay, since a transfer was due and a connection free; null in a closed loop.</summary>
    public DelayResult? Lateness { get; init; }

    /// <summary>How long transfers that were due waited for a free connection; null in a closed loop.</summary>
    public DelayResult? Queued { get; init; }

    /// <summary>Latencies of all sizes: HdrHistogram V2, compressed, base64.</summary>
    public required string Histogram { get; init; }

    /// <summary>Every latency in nanoseconds, in the order in which the transfers ended; null when there are too many.</summary>
    public IReadOnlyList<long>? Samples { get; init; }

    /// <summary>For every sample the number of its size in <see cref="Sizes"/>; null with one size.</summary>
    public IReadOnlyList<long>? SampleSizes { get; init; }

    /// <summary>Payload bytes of all transfers, timed and checked.</summary>
    public required long Bytes { get; init; }

    public double? SenderCpuSeconds { get; init; }

    public double? ReceiverCpuSeconds { get; init; }

    /// <summary>Time that the generator spun before transfers were due; part of the sender's CPU time.</summary>
    public double GeneratorSpinSeconds { get; init; }

    public long PeakWorkingSetBytes { get; init; }

    /// <summary>Identifies the server process; several senders of one server have the same.</summary>
    public string? ServerInstance { get; init; }

    /// <summary>The barrier at which the senders waited for each other; null when there was none.</summary>
    public LoadBarrier? Barrier { get; init; }

    /// <summary>Senders whose transfers these are.</summary>
    public int Senders { get; init; } = 1;

    /// <summary>What the simulated link did meanwhile; null without one, and for several senders.</summary>
    public LinkUse? LinkUse { get; init; }

    /// <summary>
    /// What the simulated link meant for TCP, for each transfer, or how many connections a server of another make has had; null without
    /// either, and for several senders.
    /// </summary>
    public IReadOnlyList<Observation>? Observations { get; init; }

    public required LoadEnvironment Environment { get; init; }

    /// <summary>Why this is not all that was asked for; null when it is.</summary>
    public string? Partial { get; init; }

    /// <summary>What this was merged from; null for one sender.</summary>
    public IReadOnlyList<MergedSource>? Merged { get; init; }
}

/// <summary>A barrier of senders.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Parties">How many senders it waited for.</param>
internal sealed record LoadBarrier(string Name, int Parties);

/// <summary>Transfers per second.</summary>
/// <param name="Completed">Transfers that ended, timed and checked, by <see cref="LoadResult.DurationSeconds"/>.</param>
/// <param name="Asked">The rate asked for; null for a closed loop.</param>
/// <param name="Offered">The part of it that the generator began in time; null for a closed loop.</param>
internal sealed record LoadRate(double Completed, double? Asked = null, double? Offered = null);

/// <summary>One size of a mix.</summary>
internal sealed record SizeResult
{
    public required long Bytes { get; init; }

    /// <summary>Share of the transfers is weight by the sum of the weights.</summary>
    public required double Weight { get; init; }

    /// <summary>Timed transfers of this size.</summary>
    public required long Transfers { get; init; }

    public LatencySummary? LatencyNanoseconds { get; init; }

    /// <summary>HdrHistogram V2, compressed, base64.</summary>
    public required string Histogram { get; init; }
}

/// <summary>A delay before transfers, in nanoseconds.</summary>
/// <param name="P50">Median.</param>
/// <param name="P99">99th percentile.</param>
/// <param name="Max">Largest.</param>
/// <param name="Histogram">HdrHistogram V2, compressed, base64.</param>
internal sealed record DelayResult(double P50, double P99, double Max, string Histogram);

/// <summary>One of the files that were merged.</summary>
/// <param name="File">Its path as it was given.</param>
/// <param name="StartedUtc">When it began.</param>
/// <param name="Transfers">Its timed transfers.</param>
/// <param name="VerifiedTransfers">Those of them that the server's own count confirms too.</param>
/// <param name="Partial">Why it is not all that was asked of it; null when it is.</param>
internal sealed record MergedSource(string File, DateTimeOffset StartedUtc, long Transfers, long VerifiedTransfers, string? Partial = null);

/// <summary>What happened in a second of a load.</summary>
/// <param name="Elapsed">Time since the start.</param>
/// <param name="PerSecond">Timed transfers per second.</param>
/// <param name="P50">Median latency in nanoseconds.</param>
/// <param name="P99">99th percentile of the latencies in nanoseconds.</param>
/// <param name="Errors">Errors since the start.</param>
internal readonly record struct LoadSecond(TimeSpan Elapsed, double PerSecond, double P50, double P99, long Errors);
