using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>CPU time that the hypervisor gives to other machines: "steal" of proc_stat(5).</summary>
internal sealed class StealCheck : ICheck
{
    private const double MostFine = 0.01;
    private const double MostUsable = 0.05;

    public string Group => CheckGroup.Processor;

    public string Name => "steal";

    public IReadOnlyList<string> Counters(SystemFiles files) => [ProcStat.Path];

    public Finding Examine(Subject subject)
    {
        if (ProcStat.AllProcessors(subject.Before) is not { } before || ProcStat.AllProcessors(subject.Files) is not { } after)
        {
            return Finding.Unknown("this system does not count the time that a hypervisor takes");
        }

        double all = ProcStat.All(after) - ProcStat.All(before);
        double share = all > 0 ? (after[ProcStat.Steal] - before[ProcStat.Steal]) / all : 0;
        string text = Invariant($"the hypervisor took {share * 100:0.#} % of the CPU time");
        const string Remedy = "measure at another hour, or on a machine of your own";
        return share > MostUsable ? Finding.Unfit(text, Remedy) : share > MostFine ? Finding.Limit(text, Remedy) : Finding.Fine(text);
    }
}
