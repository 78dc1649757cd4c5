using System.CommandLine;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Commands;

/// <summary>The options that say on which processors both ends run, and how they are read.</summary>
/// <param name="server">Names a server that runs already, and so where it runs.</param>
/// <param name="link">Puts a network between the ends.</param>
/// <param name="url">Name a server of another make.</param>
internal sealed class PlacementRunOptions(Option<string?> server, Option<string?> link, UrlRunOptions url)
{
    public RunOption<string?> Affinity { get; } = new("--affinity")
    {
        Description = "Where both ends run: same (one processor), split (a processor each), none (left to the scheduler). "
            + "bench takes a list; its default is same,split where it starts the server and may pin, otherwise none.",
        HelpName = "list",
        CompletionSources = { OptionValues.NamesOf<CpuAffinity>() },
        Value = plan => string.Join(',', plan.Placements.Select(placement => placement.Name)),
    };

    public RunOption<string?> Cpus { get; } = new("--cpus")
    {
        Description = "Processors to pin to: one for both ends, or the sender's and the receiver's, such as 2,3. "
            + "Default: the first that this process may use.",
        HelpName = "list",
        Value = plan => CpusOf(plan.Placements),
        Otherwise = "any",
    };

    public IEnumerable<Option> All => [Affinity, Cpus];

    /// <summary>Where both ends are to run: what the user named, or both placements where nothing speaks against them.</summary>
    /// <exception cref="UsageException">There is no such placement, or it is not to be had.</exception>
    public IReadOnlyList<Placement> Read(ParseResult result)
    {
        if (url.IsGiven(result))
        {
            return [UrlRunOptions.Place(result.GetValue(Affinity), result.GetValue(Cpus))];
        }

        IReadOnlyList<int> allowed = ProcessorMask.Allowed();
        string? cpus = result.GetValue(Cpus);
        CpuAffinity[] named = [.. result.GetValue(Affinity) is { } list
            ? OptionValues.Split(list).Select(ReadAffinity).Distinct()
            : DefaultAffinities(result, allowed)];
        if (named.Length == 0)
        {
            throw new UsageException($"--affinity: name at least one of {string.Join(", ", OptionValues.NamesOf<CpuAffinity>())}");
        }

        if (named.Length > 1 && named.Contains(CpuAffinity.None))
        {
            throw new UsageException(
                "--affinity none leaves to the scheduler what the others pin; measure it in a run of its own, with --affinity none");
        }

        if (named.Any(affinity => affinity != CpuAffinity.None) && result.GetValue(server) is not null)
        {
            throw new UsageException(
                "--affinity pins a server that is started with the run; with --server, "
                + "start that one as 'serve --cpu N' and the sender under taskset");
        }

        // Of two processors named for both placements, the first is the sender's, and that of both ends.
        string? first = named.Length > 1 ? cpus?.Split(',')[0] : cpus;
        return
        [
            .. from affinity in named
               let ends = PinnedEnds.Choose(
                   affinity, affinity == CpuAffinity.Same ? first : cpus, allowed, SmtSiblings.OfThisMachine)
               select new Placement(affinity, ends.Sender, ends.Receiver),
        ];
    }

    /// <summary>The one placement of a command that measures in one.</summary>
    /// <exception cref="UsageException">There is no such placement, it is not to be had, or there are several.</exception>
    public Placement ReadOne(ParseResult result)
    {
        if (result.GetValue(Affinity) is null && !url.IsGiven(result))
        {
            var ends = PinnedEnds.Choose(CpuAffinity.None, result.GetValue(Cpus), ProcessorMask.Allowed(), SmtSiblings.OfThisMachine);
            return new Placement(CpuAffinity.None, ends.Sender, ends.Receiver);
        }

        return Read(result) is [var only]
            ? only
            : throw new UsageException("--affinity: several placements are for bench; name one");
    }

    private static CpuAffinity ReadAffinity(string name) =>
        Enum.Parse<CpuAffinity>(OptionValues.OneOf("affinity", name, OptionValues.NamesOf<CpuAffinity>()), ignoreCase: true);

    private CpuAffinity[] DefaultAffinities(ParseResult result, IReadOnlyList<int> allowed) =>
        !(OperatingSystem.IsLinux() || OperatingSystem.IsWindows())
            || result.GetValue(server) is not null || result.GetValue(link) is not null
            || !ProcessorPin.IsAllowed(allowed[0]) ? [CpuAffinity.None]
        : allowed.Count > 1 ? [CpuAffinity.Same, CpuAffinity.Split]
        : [CpuAffinity.Same];

    /// <summary>The processors as <c>--cpus</c> takes them for all placements, those of most ends; null when nothing is pinned.</summary>
    private static string? CpusOf(IReadOnlyList<Placement> placements)
    {
        int[]? cpus = placements
            .Select(placement => (int[])[.. ((int?[])[placement.SenderCpu, placement.ReceiverCpu]).OfType<int>().Distinct()])
            .MaxBy(cpus => cpus.Length);
        return cpus is { Length: > 0 } ? string.Join(',', cpus) : null;
    }
}
