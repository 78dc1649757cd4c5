using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>What a copy by the kernel costs when its destination begins just behind its source within their pages.</summary>
internal sealed class CopyCheck : ICheck
{
    private const double MostTimes = 1.5;

    public string Group => CheckGroup.Memory;

    public string Name => "copies";

    public Finding Examine(Subject subject)
    {
        double times = subject.Trials.MisplacedCopyTimes;
        return times > MostTimes
            ? Finding.Limit(
                "the kernel copies slowly to memory that begins 1 to 15 bytes further into its page than the source into its own",
                "begin large buffers 64 bytes into a page, as these strategies and receivers do; see docs/findings.md",
                Invariant($"a read of 64 KiB into a buffer that begins 8 bytes into a page takes {times:0.0} times as long"))
            : Finding.Fine("the kernel copies to every address about as fast");
    }
}
