using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Results.Analysis;

/// <summary>Says how both ends of a run waited: times of different waits do not compare.</summary>
internal static class WaitNote
{
    /// <summary>The sentence; null for runs that did not record it.</summary>
    public static string? Of(RunResult run)
    {
        IGrouping<string, Measurement>[] senders = run.Measurements
            .Where(measurement => measurement.Dimensions.Wait is not null)
            .GroupBy(measurement => measurement.Dimensions.Wait!)
            .OrderByDescending(same => same.Count())
            .ToArray();
        if (senders.Length == 0)
        {
            return null;
        }

        IEnumerable<string> words = senders.Length == 1
            ? [$"every sender {Describe(senders[0].Key)}"]
            :
            [
                .. senders.Skip(1).Select(same => $"{Names(same)} {Describe(same.Key)}"),
                $"every other sender {Describe(senders[0].Key)}",
            ];
        string receiver = run.Environment.ReceiverWait is { } wait ? $"; the receiver {Describe(wait)}" : "";
        return $"While it waits, {string.Join(", ", words)}{receiver}.";
    }

    private static string Names(IEnumerable<Measurement> measurements)
    {
        string[] names = [.. measurements.Select(measurement => measurement.Strategy).Distinct()];
        return names.Length == 1 ? names[0] : $"each of {string.Join(", ", names[..^1])} and {names[^1]}";
    }

    private static string Describe(string text)
    {
        if (text == StrategyDimensions.RuntimeWait)
        {
            return "leaves it to HttpClient, asynchronously";
        }

        if (!Wait.TryParse(text, out Wait wait))
        {
            return text;
        }

        Nanoseconds limit = new(wait.Limit.TotalNanoseconds);
        return wait.Mode switch
        {
            WaitMode.Block => "blocks at once",
            WaitMode.Poll => $"polls for up to {limit} before it blocks",
            WaitMode.Yield => $"polls for up to {limit} before it blocks, and yields its processor meanwhile",
            WaitMode.Learn => $"learns where polling for up to {limit} before it blocks is faster",
            _ => text,
        };
    }
}
