using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>The time that it takes to wake a thread whose processor is idle.</summary>
internal sealed class WakeUpCheck : ICheck
{
    private const double MostMicroseconds = 15;

    public string Group => CheckGroup.Idle;

    public string Name => "wake-up";

    public Finding Examine(Subject subject)
    {
        double time = subject.Trials.WakeUpMicroseconds;
        return time > MostMicroseconds
            ? Finding.Limit(
                "waking a thread whose processor is idle takes longer than sending a small file",
                "--affinity same compares the methods themselves; --wait learn avoids the sleep",
                Invariant($"{time:0} µs for each wait that blocks (median)"))
            : Finding.Fine(Invariant($"waking a thread whose processor is idle takes {time:0} µs (median)"));
    }
}
