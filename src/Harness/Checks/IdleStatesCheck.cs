namespace FileTransfer.Harness.Checks;

/// <summary>Idle states that take long to leave.</summary>
internal sealed class IdleStatesCheck : ICheck
{
    private const double LongMicroseconds = 50;
    private const string Folder = "/sys/devices/system/cpu/cpuidle/";

    public string Group => CheckGroup.Idle;

    public string Name => "idle-states";

    public IReadOnlyList<string> Counters(SystemFiles files) => ["/sys/devices/system/cpu/cpu*/cpuidle/state*/usage"];

    public Finding Examine(Subject subject)
    {
        string driver = $"driver {subject.Files.Text($"{Folder}current_driver") ?? "unknown"}, "
            + $"governor {subject.Files.Text($"{Folder}current_governor") ?? "unknown"}";
        string[] slow = [.. subject.Files.Matching("/sys/devices/system/cpu/cpu0/cpuidle/state*/latency")
            .Where(path => subject.Files.Number(path) > LongMicroseconds && subject.Files.Text(Beside(path, "disable")) != "1")
            .Select(path =>
                $"{subject.Files.Text(Beside(path, "name")) ?? "a state"} ({subject.Files.Text(path)} µs{Entered(subject, path)})")];
        return slow.Length > 0
            ? Finding.Limit(
                $"idle processors enter states that take long to leave: {string.Join(", ", slow)}; {driver}",
                "cpupower idle-set -D 50")
            : Finding.Fine($"no idle state takes longer than 50 µs to leave, as far as this system tells; {driver}");
    }

    private static string Beside(string path, string name) => $"{path[..path.LastIndexOf('/')]}/{name}";

    private static string Entered(Subject subject, string path)
    {
        string pattern = Beside(path, "usage").Replace("/cpu0/", "/cpu*/", StringComparison.Ordinal);
        double times = subject.Files.Matching(pattern).Sum(usage => subject.PerSecond(usage) ?? 0);
        return System.FormattableString.Invariant($", {times:0} times a second");
    }
}
