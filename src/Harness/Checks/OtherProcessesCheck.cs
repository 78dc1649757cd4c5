using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>Processor time of other processes.</summary>
/// <remarks>The load average still contains a run for a minute after its end. Processor time does not.</remarks>
internal sealed class OtherProcessesCheck : ICheck
{
    /// <summary>Beyond this share a run warns.</summary>
    public const double MostFine = 0.15;
    private const double MostUsable = 0.5;

    public string Group => CheckGroup.Neighbours;

    public string Name => "other-processes";

    public IReadOnlyList<string> Counters(SystemFiles files) => [ProcStat.Path, ProcessorTime.Processes];

    public Finding Examine(Subject subject)
    {
        if (ProcessorTime.Of(subject.Before, subject.ProcessId) is not { } before
            || ProcessorTime.Of(subject.Files, subject.ProcessId) is not { } after
            || after.All <= before.All)
        {
            return Finding.Unknown("this system does not tell what other processes use");
        }

        double share = after.ShareOfOthers(before);
        if (share <= MostFine)
        {
            return Finding.Fine(Invariant($"other processes used {share * 100:0} % of the {after.Processors} processors"));
        }

        string busiest = after.BusiestOther(before) is { } other
            ? Invariant($", most of it process {other.Id} ({other.Name})")
            : "";
        string text = Invariant($"other processes used {share * 100:0} % of the {after.Processors} processors{busiest}");
        const string Remedy = "end them, or wait until they are done";
        return share > MostUsable ? Finding.Unfit(text, Remedy) : Finding.Limit(text, Remedy);
    }
}
