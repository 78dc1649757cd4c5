namespace FileTransfer.Harness.Checks;

/// <summary>What chooses the clock frequency of each processor.</summary>
internal sealed class GovernorCheck : ICheck
{
    private const string Best = "performance";
    private const string Governors = "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor";
    private const string Preferences = "/sys/devices/system/cpu/cpu*/cpufreq/energy_performance_preference";

    public string Group => CheckGroup.Processor;

    public string Name => "governor";

    public Finding Examine(Subject subject)
    {
        IReadOnlyList<string> governors = subject.Files.Matching(Governors);
        if (governors.Count == 0)
        {
            return Finding.Unknown("this system does not tell what chooses the clock frequency; a hypervisor hides it");
        }

        string[] others = [.. governors.Concat(subject.Files.Matching(Preferences))
            .Select(path => (Processor: path.Split('/')[5], Value: subject.Files.Text(path)))
            .Where(one => one.Value != Best)
            .Select(one => $"{one.Processor} {one.Value}")];
        return others.Length == 0
            ? Finding.Fine("every processor is asked for its highest clock frequency")
            : Finding.Limit(
                $"the clock frequency follows the load: {string.Join(", ", others.Take(4))}{(others.Length > 4 ? ", …" : "")}",
                "cpupower frequency-set -g performance");
    }
}
