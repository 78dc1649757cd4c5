using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>Pages that wait to be written to disk: proc_meminfo(5).</summary>
internal sealed class DirtyPagesCheck : ICheck
{
    private const string Memory = "/proc/meminfo";
    private const double MostFineMB = 64;
    private const double KBPerMB = 1000;

    public string Group => CheckGroup.PageCache;

    public string Name => "dirty-pages";

    public Finding Examine(Subject subject)
    {
        if ((subject.Files.Number(Memory, "Dirty") + subject.Files.Number(Memory, "Writeback")) / KBPerMB is not { } waiting)
        {
            return Finding.Unknown("this system does not tell how much waits to be written to disk");
        }

        string text = Invariant($"{waiting:0} MB wait to be written to disk");
        return waiting > MostFineMB ? Finding.Limit($"{text}: the kernel writes them meanwhile", "sync") : Finding.Fine(text);
    }
}
