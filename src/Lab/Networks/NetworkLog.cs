using System.Text.Json;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Lab.Networks;

/// <summary>The log of networks: a file with one line per run.</summary>
internal static class NetworkLog
{
    /// <summary>The conclusions of a run over a simulated network.</summary>
    /// <exception cref="UsageException">There was no such network, or the run is not complete.</exception>
    public static NetworkEntry Of(RunResult run)
    {
        if (run.Environment.Link is not { } link)
        {
            throw new UsageException($"run {run.Run.Id} had no simulated network; measure with --link, as scripts/network.sh does");
        }

        if (run.Run.Rounds is not (> 0 and var rounds))
        {
            throw new UsageException($"run {run.Run.Id} has no complete round; measure again");
        }

        Measurement[] all = [.. run.Measurements.Where(measurement => Verdicts.Delivers(measurement))];
        return new NetworkEntry
        {
            Link = link.Specification,
            CongestionControl = run.Environment.SenderCongestionControl ?? "unknown",
            StartedUtc = run.Run.StartedUtc,
            Commit = run.Environment.Sender.Commit,
            Machine = $"{run.Environment.Sender.Hardware()}, kernel {run.Environment.Sender.Kernel}",
            Profile = run.Run.Profile,
            Rounds = rounds,
            Cases = [.. all.Select(CaseOf)],
            Pairs = [.. all.SelectMany((one, index) => all.Skip(index + 1).Select(other => PairOf(run, one, other))).OfType<NetworkPair>()],
        };
    }

    /// <summary>Adds a run.</summary>
    public static void Append(string path, NetworkEntry entry)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
        File.AppendAllText(path, JsonSerializer.Serialize(entry, LogJson.Default.NetworkEntry) + "\n");
    }

    /// <summary>All runs in the log; none when there is no log.</summary>
    /// <exception cref="UsageException">It is not such a log.</exception>
    public static IReadOnlyList<NetworkEntry> Load(string path)
    {
        if (!File.Exists(path))
        {
            return [];
        }

        try
        {
            return [.. File.ReadLines(path)
                .Where(line => line.Length > 0)
                .Select(line => JsonSerializer.Deserialize(line, LogJson.Default.NetworkEntry)!)];
        }
        catch (JsonException exception)
        {
            throw new UsageException($"{path} is not a log of networks: {exception.Message}");
        }
    }

    private static string Name(Measurement measurement) => $"{measurement.Strategy} over {measurement.Transport}";

    private static NetworkCase CaseOf(Measurement measurement) => new(
        Name(measurement),
        measurement.SizeBytes,
        measurement is { Outcome: Outcome.Measured, Statistics: { } statistics } ? Math.Round(statistics.P50) : null,
        Observation.Find(measurement.Observations, Observation.Segments),
        Observation.Find(measurement.Observations, Observation.Retransmissions),
        Observation.Find(measurement.Observations, Observation.Timeouts),
        measurement.Outcome == Outcome.Measured ? null : measurement.Reason);

    private static NetworkPair? PairOf(RunResult run, Measurement one, Measurement other) =>
        Comparisons.Of(run).Between(one, other) is { } comparison
            ? new NetworkPair(
                one.SizeBytes,
                Name(one),
                Name(other),
                comparison.Verdict.ToString(),
                Math.Round(comparison.Ratio, 4),
                comparison.Interval is { } interval ? Math.Round(interval.Lower, 4) : null,
                comparison.Interval is { } same ? Math.Round(same.Upper, 4) : null)
            : null;
}
