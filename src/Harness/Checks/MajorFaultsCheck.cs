using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>Pages that had to be read from disk when they were touched: proc_vmstat(5).</summary>
internal sealed class MajorFaultsCheck : ICheck
{
    private const string Statistics = "/proc/vmstat";
    private const double MostFine = 10;

    public string Group => CheckGroup.Memory;

    public string Name => "major-faults";

    public IReadOnlyList<string> Counters(SystemFiles files) => [Statistics];

    public Finding Examine(Subject subject) => subject.PerSecond(Statistics, "pgmajfault") switch
    {
        null => Finding.Unknown("this system does not count pages that it reads from disk when they are touched"),
        > MostFine and var rate => Finding.Limit(
            Invariant($"{rate:0} pages a second are read from disk when they are touched: memory is short, or programs are starting"),
            "wait until that is over, or free memory"),
        var rate => Finding.Fine(Invariant($"{rate:0} pages a second are read from disk when they are touched")),
    };
}
