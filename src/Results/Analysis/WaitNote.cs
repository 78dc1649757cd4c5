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
            ? [$"senders by {Describe(senders[0].Key)}"]
            :
            [
                .. senders.Skip(1).Select(same => $"{Names(same)} by {Describe(same.Key)}"),
                $"other senders by {Describe(senders[0].Key)}",
            ];
        string receiver = run.Environment.ReceiverWait is { } wait ? $"; receiver by {Describe(wait)}" : "";
        return $"Waits: {string.Join("; ", words)}{receiver}.";
    }

    private static string Names(IEnumerable<Measurement> measurements)
    {
        string[] names = [.. measurements.Select(measurement => measurement.Strategy).Distinct()];
        return names.Length == 1 ? names[0] : $"{string.Join(", ", names[..^1])} and {names[^1]}";
    }

    private static string Describe(string text)
    {
        if (text == StrategyDimensions.RuntimeWait)
        {
            return "HttpClient, asynchronously";
        }

        if (!Wait.TryParse(text, out Wait wait))
        {
            return text;
        }

        Nanoseconds limit = new(wait.Limit.TotalNanoseconds);
        return wait.Mode switch
        {
            WaitMode.Block => "blocking",
            WaitMode.Poll => $"polling for up to {limit}, then blocking",
            WaitMode.Yield => $"polling for up to {limit} while yielding the processor, then blocking",
            WaitMode.Learn => $"polling for up to {limit} where that was learnt to be faster, else blocking",
            _ => text,
        };
    }
}
