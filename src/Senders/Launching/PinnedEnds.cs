using System.Globalization;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Senders.Launching;

/// <summary>The processors that the two ends are pinned to; null for an end that is left to the scheduler.</summary>
/// <param name="Sender">The sender's.</param>
/// <param name="Receiver">The receiver's.</param>
internal sealed record PinnedEnds(int? Sender, int? Receiver)
{
    /// <summary>
    /// The processors that the user named, or the first that this process may use; for two ends, of two cores if possible.
    /// </summary>
    /// <param name="affinity">Whether and how the ends are pinned.</param>
    /// <param name="named">What <c>--cpus</c> says, or null.</param>
    /// <param name="allowed">Processors that this process may use, ascending.</param>
    /// <param name="siblings">Which of them are threads of one core.</param>
    /// <exception cref="UsageException">There are not as many as are needed, or they are not to be had.</exception>
    public static PinnedEnds Choose(CpuAffinity affinity, string? named, IReadOnlyList<int> allowed, SmtSiblings siblings)
    {
        if (affinity == CpuAffinity.None)
        {
            return named is null
                ? new PinnedEnds(null, null)
                : throw new UsageException(
                    $"--cpus {named}: nothing is pinned; add --affinity same (one processor) or --affinity split (two)");
        }

        int needed = affinity == CpuAffinity.Same ? 1 : 2;
        if (allowed.Count < needed)
        {
            throw new UsageException($"--affinity split needs two processors; this process may use one, {ProcessorList.Text(allowed)}");
        }

        IReadOnlyList<int> chosen = named is null ? Default(needed, allowed, siblings) : Read(named, needed, affinity, allowed);
        return new PinnedEnds(chosen[0], chosen[^1]);
    }

    private static IReadOnlyList<int> Default(int needed, IReadOnlyList<int> allowed, SmtSiblings siblings)
    {
        int first = allowed[0];
        IReadOnlyList<int> besideIt = siblings.Of(first) ?? [];
        return needed == 1 ? [first] : [first, allowed.Skip(1).Where(other => !besideIt.Contains(other)).FirstOrDefault(allowed[1])];
    }

    private static List<int> Read(string named, int needed, CpuAffinity affinity, IReadOnlyList<int> allowed)
    {
        string available = $"this process may use {ProcessorList.Text(allowed)}";
        List<int> chosen = [];
        foreach (string word in named.Split(',', StringSplitOptions.TrimEntries))
        {
            int processor = int.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out int number)
                ? number
                : throw new UsageException($"--cpus {named}: '{word}' is no number of a processor; write 2 or 2,3 ({available})");
            if (!allowed.Contains(processor))
            {
                throw new UsageException(
                    $"--cpus {named}: there is no processor {processor} here, or it is not in the mask of this process; {available}");
            }

            if (chosen.Contains(processor))
            {
                throw new UsageException(
                    $"--cpus {named}: processor {processor} is named twice; use --affinity same to put both ends on it, "
                    + $"or name another ({available})");
            }

            chosen.Add(processor);
        }

        string takes =
            $"{affinity.ToString().ToLowerInvariant()} takes {(needed == 1 ? "one processor" : "two, the sender's and the receiver's")}";
        return chosen.Count == needed
            ? chosen
            : throw new UsageException($"--cpus {named}: --affinity {takes}, and {chosen.Count} are named; {available}");
    }
}
