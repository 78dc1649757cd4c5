using System.Globalization;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Explaining;

/// <summary>What the kernel's events tell of one transfer: when each end became ready to run, ran, and waited.</summary>
internal static class TransferStory
{
    private const int MostSentences = 24;
    private const int NoThread = 0;

    /// <summary>One sentence for each change, with the time since the transfer began.</summary>
    /// <param name="events">Events in order.</param>
    /// <param name="sender">Threads of the sender.</param>
    /// <param name="receiver">Threads of the receiver.</param>
    /// <param name="start">Begin of the transfer, in nanoseconds on the clock of the events.</param>
    /// <param name="end">Its end.</param>
    public static IReadOnlyList<string> Of(
        IReadOnlyList<KernelEvent> events, IReadOnlySet<int> sender, IReadOnlySet<int> receiver, long start, long end)
    {
        var ready = new Dictionary<int, long>();
        List<string> told = [];
        foreach (KernelEvent one in events.Where(one => one.Nanoseconds >= start && one.Nanoseconds <= end))
        {
            told.AddRange(Sentences(one, ready).Select(sentence => $"+{new Nanoseconds(one.Nanoseconds - start)}: {sentence}"));
        }

        return told.Count <= MostSentences
            ? told
            : [.. told.Take(MostSentences), string.Create(CultureInfo.InvariantCulture, $"and {told.Count - MostSentences} more events")];

        string? NameOf(int thread) => sender.Contains(thread) ? "the sender" : receiver.Contains(thread) ? "the receiver" : null;

        IEnumerable<string> Sentences(KernelEvent one, Dictionary<int, long> since)
        {
            if (one.Name == KernelEvent.Wakeup && NameOf(one.Number("pid")) is { } woken)
            {
                since[one.Number("pid")] = one.Nanoseconds;
                yield return $"{woken} became ready to run";
            }
            else if (one.Name == KernelEvent.Switch)
            {
                (int before, int next) = (one.Number("prev_pid"), one.Number("next_pid"));
                bool isPreempted = one.Fields.GetValueOrDefault("prev_state")?.StartsWith('R') == true;
                if (NameOf(before) is { } left)
                {
                    if (isPreempted)
                    {
                        since[before] = one.Nanoseconds;
                    }

                    yield return isPreempted
                        ? $"{left} lost processor {one.Processor} to {Other(one, next)}"
                        : $"{left} waited";
                }

                if (NameOf(next) is { } began)
                {
                    string delay = since.Remove(next, out long at)
                        ? $", after it had been ready for {new Nanoseconds(one.Nanoseconds - at)}"
                        : "";
                    yield return $"{began} ran on processor {one.Processor}{delay}";
                }
            }
            else if (one.Name == KernelEvent.Retransmit)
            {
                yield return "TCP sent a segment again";
            }
        }

        string Other(KernelEvent one, int thread) =>
            NameOf(thread) ?? (thread == NoThread ? "nobody" : one.Fields.GetValueOrDefault("next_comm") ?? "another thread");
    }
}
