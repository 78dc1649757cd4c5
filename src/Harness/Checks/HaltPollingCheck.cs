namespace FileTransfer.Harness.Checks;

/// <summary>Whether an idle processor of a virtual machine waits a while before it halts: haltpoll of the kernel's cpuidle.</summary>
/// <remarks>Source: Documentation/virt/guest-halt-polling.rst of Linux.</remarks>
internal sealed class HaltPollingCheck : ICheck
{
    private const string Limit = "/sys/module/haltpoll/parameters/guest_halt_poll_ns";

    public string Group => CheckGroup.Idle;

    public string Name => "halt-polling";

    public Finding Examine(Subject subject)
    {
        string? governor = subject.Files.Text("/sys/devices/system/cpu/cpuidle/current_governor");
        return (governor, subject.Files.Number(Limit)) switch
        {
            ("haltpoll", 0) => Finding.Limit(
                "an idle processor of this virtual machine halts at once, and the hypervisor has to wake it",
                $"echo 200000 > {Limit}; or --wait learn"),
            ("haltpoll", { } nanoseconds) =>
                Finding.Fine(FormattableString.Invariant($"an idle processor waits for up to {nanoseconds / 1000:0} µs before it halts")),
            (null, _) => Finding.Unknown("this system does not tell how its processors idle"),
            _ => Finding.Fine($"the governor of idle processors is '{governor}', which does not halt them by a hypervisor's call alone"),
        };
    }
}
