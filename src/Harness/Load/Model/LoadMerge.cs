using System.Globalization;
using FileTransfer.Results;
using FileTransfer.Results.Statistics;
using FileTransfer.Strategies.Units;
using HdrHistogram;

namespace FileTransfer.Harness.Load.Model;

/// <summary>A result of a load, and the file that it came from.</summary>
/// <param name="File">Path of the file.</param>
/// <param name="Result">Its content.</param>
internal sealed record LoadSource(string File, LoadResult Result);

/// <summary>Merges the results of several senders into one, as if all their transfers had been one sender's.</summary>
/// <remarks>
/// Percentiles of several senders cannot be averaged. Samples are pooled, and histograms are added bucket by bucket, so that the
/// percentiles of the result are those of all transfers.
/// </remarks>
internal static class LoadMerge
{
    /// <summary>What differs between results that should not differ, one sentence each; empty when they belong together.</summary>
    public static IReadOnlyList<string> Differences(IReadOnlyList<LoadSource> sources)
    {
        LoadSource first = sources[0];
        List<string> differences = [];
        foreach (LoadSource other in sources.Skip(1))
        {
            foreach ((string fact, string here, string there) in Facts(first.Result, other.Result).Where(fact => fact.Item2 != fact.Item3))
            {
                differences.Add($"{other.File} has {fact} {there}, and {first.File} {here}");
            }
        }

        differences.AddRange(sources
            .Where(source => source.Result is { Proof: null } && source.Result.VerifiedTransfers < source.Result.Transfers)
            .Select(source => string.Create(
                CultureInfo.InvariantCulture,
                $"{source.File}: the server confirms {source.Result.VerifiedTransfers} of its {source.Result.Transfers} transfers")));
        if (Missing(sources) is { } missing)
        {
            differences.Add(missing);
        }

        differences.AddRange(sources
            .GroupBy(source => (source.Result.StartedUtc, source.Result.Seed, source.Result.Histogram))
            .Where(same => same.Count() > 1)
            .Select(same => $"{string.Join(" and ", same.Select(source => source.File))} are the same result"));
        return differences;
    }

    /// <summary>Merges results.</summary>
    /// <exception cref="ArgumentException">There is none.</exception>
    public static LoadResult Merge(IReadOnlyList<LoadSource> sources)
    {
        if (sources.Count == 0)
        {
            throw new ArgumentException("there is nothing to merge", nameof(sources));
        }

        LoadResult[] all = [.. sources.Select(source => source.Result)];
        SizeResult[] sizes = SizesOf(all);
        LongHistogram latencies = Sum(all.Select(one => one.Histogram));
        DateTimeOffset start = all.Min(one => one.StartedUtc);
        double duration = all.Max(one => (one.StartedUtc - start).TotalSeconds + one.DurationSeconds);
        long bytes = all.Sum(one => one.Bytes);
        long completed = all.Sum(one => one.Transfers + one.CheckedByChecksum);
        double? senderCpu = SumOf(all.Select(one => one.SenderCpuSeconds));
        // The CPU time of a server that several senders shared is in the result of each.
        double? receiverCpu = SumOf(all.GroupBy(one => one.ServerInstance ?? Guid.NewGuid().ToString())
            .Select(shared => shared.Max(one => one.ReceiverCpuSeconds)));
        double gigabytes = bytes / 1e9;
        LoadResult first = all[0];
        return first with
        {
            SizeBytes = completed == 0 ? first.SizeBytes : bytes / completed,
            Transfers = all.Sum(one => one.Transfers),
            LatencyNanoseconds = SummaryOf(all, latencies),
            ThroughputMBps = duration > 0 ? bytes / 1e6 / duration : null,
            SenderCpuSecondsPerGB = gigabytes > 0 ? senderCpu / gigabytes : null,
            ReceiverCpuSecondsPerGB = gigabytes > 0 ? receiverCpu / gigabytes : null,
            AllocatedBytesPerTransfer = completed == 0
                ? null
                : SumOf(all.Select(one => one.AllocatedBytesPerTransfer * (one.Transfers + one.CheckedByChecksum))) / completed,
            VerifiedTransfers = all.Sum(one => one.VerifiedTransfers),
            CheckedByChecksum = all.Sum(one => one.CheckedByChecksum),
            Sizes = sizes,
            Connections = all.Sum(one => one.Connections),
            RatePerSecond = new LoadRate(
                duration > 0 ? completed / duration : 0,
                SumOf(all.Select(one => one.RatePerSecond.Asked)),
                SumOf(all.Select(one => one.RatePerSecond.Offered))),
            IntendedStartUtc = all.Min(one => one.IntendedStartUtc),
            StartedUtc = start,
            DurationSeconds = duration,
            NotBegun = all.Sum(one => one.NotBegun),
            Errors = all.SelectMany(one => one.Errors).GroupBy(error => error.Key, StringComparer.Ordinal)
                .OrderBy(kind => kind.Key, StringComparer.Ordinal).ToDictionary(kind => kind.Key, kind => kind.Sum(error => error.Value)),
            Lateness = DelayOf(all.Select(one => one.Lateness)),
            Queued = DelayOf(all.Select(one => one.Queued)),
            Histogram = LatencyHistogram.Encode(latencies),
            Samples = HasSamples(all) ? [.. all.SelectMany(one => one.Samples!)] : null,
            SampleSizes = HasSamples(all) && sizes.Length > 1 ? [.. all.SelectMany(one => one.SampleSizes!)] : null,
            Bytes = bytes,
            SenderCpuSeconds = senderCpu,
            ReceiverCpuSeconds = receiverCpu,
            GeneratorSpinSeconds = all.Sum(one => one.GeneratorSpinSeconds),
            PeakWorkingSetBytes = all.Max(one => one.PeakWorkingSetBytes),
            ServerInstance = all.Select(one => one.ServerInstance).Distinct().Count() == 1 ? first.ServerInstance : null,
            Senders = all.Sum(one => one.Senders),
            LinkUse = null,
            Observations = null,
            Environment = first.Environment with { Warnings = [.. all.SelectMany(one => one.Environment.Warnings).Distinct()] },
            Partial = PartialOf(sources),
            Merged = [.. sources.Select(source => new MergedSource(
                source.File, source.Result.StartedUtc, source.Result.Transfers, source.Result.VerifiedTransfers, source.Result.Partial))],
        };
    }

    private static IEnumerable<(string Fact, string Here, string There)> Facts(LoadResult first, LoadResult other)
    {
        yield return ("strategy", first.Strategy, other.Strategy);
        yield return ("transport", first.Transport, other.Transport);
        yield return ("sizes", Words(first.Sizes), Words(other.Sizes));
        yield return ("the schedule", first.Schedule, other.Schedule);
        yield return ("the proof", Known(first.Proof), Known(other.Proof));
        yield return ("ranges", $"{first.Ranges ?? 1}", $"{other.Ranges ?? 1}");
        yield return ("the barrier", Words(first.Barrier), Words(other.Barrier));
        yield return (
            "congestion control (sender)",
            Known(first.Environment.SenderCongestionControl),
            Known(other.Environment.SenderCongestionControl));
        yield return (
            "congestion control (receiver)",
            Known(first.Environment.ReceiverCongestionControl),
            Known(other.Environment.ReceiverCongestionControl));
        yield return ("the sender's wait", Known(first.Environment.SenderWait), Known(other.Environment.SenderWait));
        yield return ("the receiver's wait", Known(first.Environment.ReceiverWait), Known(other.Environment.ReceiverWait));
        yield return ("the simulated network", Known(first.Environment.Link?.Specification), Known(other.Environment.Link?.Specification));
        yield return ("the way to its server", Way(first.Environment), Way(other.Environment));
        if (MachineDifference.First(first.Environment.Sender, other.Environment.Sender) is { } sender)
        {
            yield return ($"at its sender {sender.Fact}", $"{sender.Before}", $"{sender.Now}");
        }

        if (first.Environment.Receiver is { } here && other.Environment.Receiver is { } there
            && MachineDifference.First(here, there) is { } receiver)
        {
            yield return ($"at its receiver {receiver.Fact}", $"{receiver.Before}", $"{receiver.Now}");
        }
    }

    private static string Known(string? value) => value ?? "none";

    private static string Words(LoadBarrier? barrier) =>
        barrier is null ? "none" : string.Create(CultureInfo.InvariantCulture, $"{barrier.Name}:{barrier.Parties}");

    private static string Way(LoadEnvironment environment) => environment.Loopback ? "loopback" : "a network";

    /// <summary>What says how many senders there were is the barrier at which they met.</summary>
    private static string? Missing(IReadOnlyList<LoadSource> sources)
    {
        int senders = sources.Sum(source => source.Result.Senders);
        return sources[0].Result.Barrier is { } barrier && senders < barrier.Parties
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"{senders} of the {barrier.Parties} senders that met at the barrier {barrier.Name} are here, so that others are missing")
            : null;
    }

    private static string Words(IReadOnlyList<SizeResult> sizes) => string.Join(",", sizes.Select(size =>
        sizes.Count == 1
            ? $"{new ByteSize(size.Bytes)}"
            : string.Create(CultureInfo.InvariantCulture, $"{new ByteSize(size.Bytes)}:{size.Weight}")));

    /// <summary>Sizes by their length: results that were merged although they differ have more than one of them each.</summary>
    private static SizeResult[] SizesOf(LoadResult[] all) => HaveSameSizes(all)
        ? [.. all[0].Sizes.Select((size, i) => Merge(size, [.. all.Select(one => one.Sizes[i])]))]
        :
        [
            .. all.SelectMany(one => one.Sizes)
                .GroupBy(size => size.Bytes)
                .OrderBy(same => same.Key)
                .Select(same => Merge(same.First(), [.. same])),
        ];

    private static bool HaveSameSizes(LoadResult[] all) =>
        all.All(one => one.Sizes.Select(size => size.Bytes).SequenceEqual(all[0].Sizes.Select(size => size.Bytes)));

    private static SizeResult Merge(SizeResult first, SizeResult[] all)
    {
        LongHistogram sum = Sum(all.Select(one => one.Histogram));
        LatencySummary[] known = [.. all.Select(one => one.LatencyNanoseconds).OfType<LatencySummary>()];
        long transfers = all.Sum(one => one.Transfers);
        return first with
        {
            Transfers = transfers,
            LatencyNanoseconds = known.Length == 0
                ? null
                : LatencyHistogram.Summary(
                    sum,
                    known.Min(one => one.Min),
                    known.Max(one => one.Max),
                    all.Sum(one => (one.LatencyNanoseconds?.Mean ?? 0) * one.Transfers) / transfers),
            Histogram = LatencyHistogram.Encode(sum),
        };
    }

    private static LatencySummary? SummaryOf(LoadResult[] all, LongHistogram histogram)
    {
        LoadResult[] known = [.. all.Where(one => one.LatencyNanoseconds is not null)];
        return known.Length == 0 ? null
            : known.All(one => one.Samples is not null) ? SampleStatistics.SummaryOf([.. known.SelectMany(one => one.Samples!)])
            : LatencyHistogram.Summary(
                histogram,
                known.Min(one => one.LatencyNanoseconds!.Min),
                known.Max(one => one.LatencyNanoseconds!.Max),
                known.Sum(one => one.LatencyNanoseconds!.Mean * one.Transfers) / known.Sum(one => one.Transfers));
    }

    /// <summary>True when all samples can be pooled one by one.</summary>
    private static bool HasSamples(LoadResult[] all) => HaveSameSizes(all) && all.All(one => one.Samples is not null);

    private static DelayResult? DelayOf(IEnumerable<DelayResult?> delays)
    {
        DelayResult[] known = [.. delays.OfType<DelayResult>()];
        return known.Length == 0
            ? null
            : LatencyHistogram.Delay(Sum(known.Select(delay => delay.Histogram)), known.Max(delay => delay.Max));
    }

    private static LongHistogram Sum(IEnumerable<string> histograms)
    {
        LongHistogram sum = LatencyHistogram.Create();
        foreach (string histogram in histograms)
        {
            sum.Add(LatencyHistogram.Decode(histogram));
        }

        return sum;
    }

    /// <summary>Null when one of them is unknown: a sum without it would be wrong.</summary>
    private static double? SumOf(IEnumerable<double?> values) => values.Aggregate((double?)0, (sum, value) => sum + value);

    private static string? PartialOf(IReadOnlyList<LoadSource> sources)
    {
        string[] partial =
        [
            .. sources.Where(one => one.Result.Partial is not null).Select(one => $"{one.File}: {one.Result.Partial}"),
            .. Missing(sources) is { } missing ? [missing] : Array.Empty<string>(),
        ];
        return partial.Length == 0 ? null : string.Join("; ", partial);
    }
}
