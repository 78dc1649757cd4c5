using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>Protections against flaws of the processor, which make system calls dearer.</summary>
internal sealed class MitigationsCheck : ICheck
{
    private const string Flaws = "/sys/devices/system/cpu/vulnerabilities/*";

    public string Group => CheckGroup.Processor;

    public string Name => "mitigations";

    public Finding Examine(Subject subject)
    {
        IReadOnlyList<string> flaws = subject.Files.Matching(Flaws);
        string? cost = subject.Trials.SystemCallNanoseconds is { } price
            ? Invariant($"a short system call (getrusage) costs {price:0} ns")
            : null;
        if (flaws.Count == 0)
        {
            return new Finding(Results.Severity.Unknown, "this system does not tell which protections are in force", Cost: cost);
        }

        string[] mitigated = [.. flaws
            .Where(path => subject.Files.Text(path)!.Contains("Mitigation", StringComparison.Ordinal))
            .Select(path => path[(path.LastIndexOf('/') + 1)..])];
        return mitigated.Length == 0
            ? new Finding(Results.Severity.Fine, "no protection against flaws of the processor is in force", Cost: cost)
            : Finding.Note(
                "protections against flaws of the processor are in force "
                + $"({string.Join(", ", mitigated)}): on a machine without them, ways "
                + "that need many system calls look better",
                cost: cost);
    }
}
