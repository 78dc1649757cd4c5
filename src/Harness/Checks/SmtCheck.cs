using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Checks;

/// <summary>Hardware threads that share a core (SMT).</summary>
internal sealed class SmtCheck : ICheck
{
    private const string Active = "/sys/devices/system/cpu/smt/active";
    private const string Siblings = "/sys/devices/system/cpu/cpu*/topology/thread_siblings_list";

    public string Group => CheckGroup.Processor;

    public string Name => "smt";

    public Finding Examine(Subject subject)
    {
        string[] shared = [.. subject.Files.Matching(Siblings)
            .Select(path => subject.Files.Text(path)!)
            .Where(text => ProcessorList.TryParse(text, out IReadOnlyList<int> threads) && threads.Count > 1)
            .Distinct()];
        return shared.Length > 0
            ? Finding.Limit(
                $"processors {string.Join(" and ", shared.Take(4))}{(shared.Length > 4 ? ", …" : "")} are hardware "
                + "threads of one core each: "
                + "what runs on one slows its sibling down",
                "--affinity split --cpus A,B with processors of two cores; or echo off > /sys/devices/system/cpu/smt/control")
            : subject.Files.Text(Active) == "0" || subject.Files.Matching(Siblings).Count > 0
                ? Finding.Fine("no two processors share a core")
                : Finding.Unknown("this system does not tell which processors share a core");
    }
}
