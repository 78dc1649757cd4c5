using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>The time that the kernel takes to hand out a page of memory, when it is touched for the first time.</summary>
internal sealed class FirstTouchCheck : ICheck
{
    private const double MostMicroseconds = 3;
    private const int PagesOfMegabyte = 256;

    public string Group => CheckGroup.Memory;

    public string Name => "first-touch";

    public Finding Examine(Subject subject)
    {
        double time = subject.Trials.FirstTouchMicroseconds;
        return time > MostMicroseconds
            ? Finding.Limit(
                "new memory is slow: the kernel, or the hypervisor below it, takes long to hand out a page",
                "reuse large buffers; what allocates them anew for each transfer looks worse here than elsewhere",
                Invariant($"{time:0.0} µs for a page that is touched for the first time, ")
                + Invariant($"{time * PagesOfMegabyte / 1000:0.0} ms for a megabyte"))
            : Finding.Fine(Invariant($"a page that is touched for the first time takes {time:0.0} µs"));
    }
}
