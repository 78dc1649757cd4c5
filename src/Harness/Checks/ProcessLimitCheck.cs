using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>The number of threads and processes that a container may have.</summary>
internal sealed class ProcessLimitCheck : ICheck
{
    /// <summary>
    /// A server and a sender of .NET have about 20 threads each, and a server of synchronous receivers one per connection.
    /// </summary>
    private const double Needed = 200;

    public string Group => CheckGroup.Container;

    public string Name => "process-limit";

    public Finding Examine(Subject subject)
    {
        SystemFiles files = subject.Files;
        double? most = ControlGroup.Find(files, "pids.max", "pids", "pids.max") is { } limit ? files.Number(limit) : null;
        double used = ControlGroup.Find(files, "pids.current", "pids", "pids.current") is { } current ? files.Number(current) ?? 0 : 0;
        return most - used < Needed
            ? Finding.Limit(
                Invariant($"the container has {used} of {most} threads: a run can fail to start its own"),
                "give the container more: docker run --pids-limit N")
            : Finding.Fine(most is null
                ? "no limit of a container holds the number of threads"
                : Invariant($"{used} of {most} threads are in use"));
    }
}
