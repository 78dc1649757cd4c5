using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Checks;

/// <summary>The same runtime and the same build at both ends.</summary>
internal sealed class SameRuntimeCheck : ICheck
{
    /// <summary>What to do about it.</summary>
    public const string Remedy = "install the same at both ends";

    public string Group => CheckGroup.Runtime;

    public string Name => "both-ends";

    public Finding Examine(Subject subject)
    {
        if (subject.Receiver is not { } receiver)
        {
            return Finding.Fine($"{subject.Sender.Runtime}; a run starts its server with the same");
        }

        string[] differences = [.. Differences(subject.Sender, receiver)];
        return differences.Length > 0
            ? Finding.Limit($"the two ends differ: {string.Join("; ", differences)}", Remedy)
            : Finding.Fine($"both ends run {receiver.Runtime}, build {receiver.Commit}");
    }

    /// <summary>What differs between the programs of two ends, each with both values.</summary>
    public static IEnumerable<string> Differences(MachineFacts sender, MachineFacts receiver)
    {
        if (receiver.Runtime != sender.Runtime)
        {
            yield return $"{sender.Runtime} sends and {receiver.Runtime} receives";
        }

        if (receiver.Commit != sender.Commit)
        {
            yield return $"build {sender.Commit} sends and {receiver.Commit} receives";
        }

        if (receiver.GarbageCollector != sender.GarbageCollector)
        {
            yield return $"the sender's garbage collector is {sender.GarbageCollector}, the receiver's {receiver.GarbageCollector}";
        }
    }
}
