namespace FileTransfer.Harness.Checks;

/// <summary>What this machine lets a tracer see: ptrace(2), tracefs.</summary>
internal sealed class TracingCheck : ICheck
{
    private const string Scope = "/proc/sys/kernel/yama/ptrace_scope";

    public string Group => CheckGroup.Tools;

    public string Name => "tracing";

    public Finding Examine(Subject subject)
    {
        string calls = subject.Files.Text(Scope) is "3" ? "strace is forbidden" : "strace can show system calls";
        string events = subject.Files.Exists("/sys/kernel/tracing/events") || subject.Files.Exists("/sys/kernel/debug/tracing/events")
            ? "perf trace and ftrace can show the scheduler and TCP"
            : "events of the kernel are hidden (tracefs is not mounted, or only root may read it)";
        return Finding.Fine($"{calls}; {events}");
    }
}
