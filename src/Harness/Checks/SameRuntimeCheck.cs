namespace FileTransfer.Harness.Checks;

/// <summary>The same runtime and the same build at both ends.</summary>
internal sealed class SameRuntimeCheck : ICheck
{
    public string Group => CheckGroup.Runtime;

    public string Name => "both-ends";

    public Finding Examine(Subject subject)
    {
        if (subject.Receiver is not { } receiver)
        {
            return Finding.Fine($"{subject.Sender.Runtime}; a run starts its server with the same");
        }

        string[] differences =
        [
            .. receiver.Runtime != subject.Sender.Runtime
                ? [$"{subject.Sender.Runtime} sends and {receiver.Runtime} receives"]
                : Array.Empty<string>(),
            .. receiver.Commit != subject.Sender.Commit
                ? [$"build {subject.Sender.Commit} sends and {receiver.Commit} receives"]
                : Array.Empty<string>(),
            .. receiver.GarbageCollector != subject.Sender.GarbageCollector
                ? [$"the sender's garbage collector is {subject.Sender.GarbageCollector}, the receiver's {receiver.GarbageCollector}"]
                : Array.Empty<string>(),
        ];
        return differences.Length > 0
            ? Finding.Limit($"the two ends differ: {string.Join("; ", differences)}", "install the same at both ends")
            : Finding.Fine($"both ends run {receiver.Runtime}, build {receiver.Commit}");
    }
}
