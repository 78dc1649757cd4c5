using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Results.Analysis;

/// <summary>The effect of larger memory blocks in Kestrel: the same uploads to the tuned receiver and to the default one.</summary>
internal static class ServerTuning
{
    /// <summary>How to tune a server in the same way.</summary>
    public const string HowTo =
        "Kestrel receives at most one block of its memory pool at a time, and its default blocks are 4 KiB. Since .NET 10 the pool can "
        + "be replaced: register an IMemoryPoolFactory<byte> whose pools return pinned blocks of 64 KiB (here: "
        + "src/Server/Http/PinnedBlockPool.cs), set Limits.MaxRequestBufferSize to 4 MiB, and "
        + "SocketTransportOptions.WaitForDataBeforeAllocatingBuffer to false, which saves a system call before every receive. This costs "
        + "memory: 64 KiB for each open connection, and more while bodies wait to be read.";

    private const int SignificantDigits = 3;

    /// <summary>One sentence per strategy and size measured against both receivers; none when the run did not measure both.</summary>
    public static IReadOnlyList<string> Of(RunResult run) =>
    [
        .. from tuned in run.Measurements
           where tuned is { Transport: Transport.Http, Outcome: Outcome.Measured }
           join untuned in run.Measurements.Where(
               measurement => measurement is { Transport: Transport.HttpDefault, Outcome: Outcome.Measured })
               on (tuned.Strategy, tuned.SizeBytes, tuned.Placement) equals (untuned.Strategy, untuned.SizeBytes, untuned.Placement)
           let comparison = Comparisons.Of(run).Between(untuned, tuned)
           where comparison is not null
           select Sentence(run, comparison, tuned, untuned),
    ];

    private static string Sentence(RunResult run, Comparison comparison, Measurement tuned, Measurement untuned)
    {
        string gain = comparison switch
        {
            { Interval: null } => $"{RatioText.Of(comparison.Ratio)} as fast (too few rounds for an interval)",
            { Verdict: ComparisonVerdict.Faster } => RatioText.Faster(comparison, "untuned"),
            { Verdict: ComparisonVerdict.Slower } => RatioText.Slower(comparison, "untuned"),
            { Verdict: ComparisonVerdict.Equal } => "equal",
            { Interval: { } interval } => $"cannot tell a difference ({RatioText.Ends(interval)})",
        };
        string cpu = tuned.ReceiverCpuSecondsPerGB is { } small && untuned.ReceiverCpuSecondsPerGB is { } large
            ? $"; the server spends {Digits.Significant(small, SignificantDigits)} instead of "
                + $"{Digits.Significant(large, SignificantDigits)} CPU s per GB"
            : "";
        return $"{tuned.Strategy} at {new ReportRow(run, tuned).Size}: tuned {gain}{cpu}.";
    }
}
