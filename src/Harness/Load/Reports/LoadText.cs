using System.Globalization;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Reports;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Load.Reports;

/// <summary>The result of a load in words.</summary>
internal static class LoadText
{
    /// <summary>Lines of a result.</summary>
    public static IEnumerable<string> Lines(LoadResult result)
    {
        if (result.Partial is { } partial)
        {
            yield return $"PARTIAL: {partial}";
        }

        if (result.Environment.Link is { } link)
        {
            yield return LinkText.Headline(link);
        }

        foreach (string line in result.LinkUse is { } use ? LinkText.Of([use]) : [])
        {
            yield return line;
        }

        if (result.Environment.Path is { } path)
        {
            yield return PathText.Of(path);
        }

        string where = result.Ranges is { } ranges ? $"each file in {ranges} ranges at once" : Count(result.Connections, "connection");
        yield return $"{result.Strategy} over {result.Transport}, {Sizes(result)}, {where}: {Number(result.Transfers)} timed transfers, "
            + Proven(result);
        yield return $"rate        {Rate(result)}";
        yield return $"latency     {Latency(result.LatencyNanoseconds, result.Transfers)}";
        if (result.Sizes.Count > 1)
        {
            foreach (SizeResult size in result.Sizes)
            {
                yield return $"  {new ByteSize(size.Bytes),-8}  {Latency(size.LatencyNanoseconds, size.Transfers)}";
            }
        }

        if (result.Lateness is { } lateness && result.Queued is { } queued)
        {
            yield return $"late start  generator {Delay(lateness)}; waiting for a connection {Delay(queued)}";
        }

        yield return $"throughput  {(result.ThroughputMBps is { } rate ? rate.ToString("N0", CultureInfo.InvariantCulture) : "none")} MB/s";
        yield return $"CPU s/GB    sender {Cost(result.SenderCpuSecondsPerGB)}   receiver {ReceiverCost(result)}";
        if (result.Proof is { } proof)
        {
            yield return $"proof       {ProofNote.Words(proof)}";
        }

        foreach (Observation observation in result.Observations ?? [])
        {
            yield return $"observed    {Observed.Text(observation)}";
        }

        foreach ((string kind, long count) in result.Errors)
        {
            yield return $"errors      {Number(count)} {kind}";
        }

        foreach (string warning in result.Environment.Warnings)
        {
            yield return $"warning: {warning}";
        }
    }

    /// <summary>Asked, offered and completed rate, and what was never begun.</summary>
    public static string Rate(LoadResult result)
    {
        string completed = $"{PerSecond(result.RatePerSecond.Completed)}/s completed";
        string left = result.NotBegun > 0
            ? $"; {Number(result.NotBegun)} were due and never begun, and are in no percentile: the connections were the limit"
            : "";
        return result.RatePerSecond.Asked is { } asked
            ? $"{PerSecond(asked)}/s asked ({result.Schedule}), {PerSecond(result.RatePerSecond.Offered ?? 0)}/s offered, {completed}{left}"
            : $"{completed} (closed loop)";
    }

    /// <summary>Sizes with their weights: <c>1K</c>, <c>1K:90,1M:10</c>.</summary>
    public static string Sizes(LoadResult result) =>
        Sizes([.. result.Sizes.Select(size => (new ByteSize(size.Bytes), size.Weight))]);

    /// <summary>Sizes with their weights: <c>1K</c>, <c>1K:90,1M:10</c>.</summary>
    public static string Sizes(IReadOnlyList<(ByteSize Size, double Weight)> sizes) => string.Join(",", sizes.Select(one =>
        sizes.Count == 1 ? $"{one.Size}" : string.Create(CultureInfo.InvariantCulture, $"{one.Size}:{one.Weight}")));

    /// <summary>A step of a sweep: <c>1 connection</c>, <c>64 connections</c>, <c>1,000 transfers/s</c>.</summary>
    public static string At(LoadSweep sweep, double load) =>
        $"{PerSecond(load)} {(sweep.IsByRate ? "transfers/s" : load == 1 ? "connection" : "connections")}";

    /// <summary>A rate with digits enough.</summary>
    public static string PerSecond(double rate) => rate.ToString(rate < 100 ? "0.##" : "N0", CultureInfo.InvariantCulture);

    /// <summary>CPU seconds per GB; "none" where unknown.</summary>
    public static string Cost(double? value) => value?.ToString("0.000", CultureInfo.InvariantCulture) ?? "none";

    /// <summary>The same of the receiver; "?" where nobody could ask.</summary>
    public static string ReceiverCost(LoadResult result) => result.Proof is null ? Cost(result.ReceiverCpuSecondsPerGB) : "?";

    private static string Proven(LoadResult result)
    {
        string bySum = $"{Number(result.CheckedByChecksum)} more checked by checksum";
        return result.Proof switch
        {
            null => $"{Number(result.VerifiedTransfers)} confirmed by the server, {bySum}",
            StrategyDimensions.ClientProof => bySum,
            { } proof => ProofNote.Word(proof),
        };
    }

    private static string Latency(LatencySummary? latency, long transfers) =>
        latency is null ? "none" : Percentiles.Line(latency, transfers);

    private static string Delay(DelayResult delay) => $"p50 {Time(delay.P50)}, p99 {Time(delay.P99)}, max {Time(delay.Max)}";

    private static string Time(double nanoseconds) => new Nanoseconds(nanoseconds).ToString();

    private static string Number(long number) => number.ToString("N0", CultureInfo.InvariantCulture);

    private static string Count(int count, string what) => count == 1 ? $"1 {what}" : $"{Number(count)} {what}s";
}
