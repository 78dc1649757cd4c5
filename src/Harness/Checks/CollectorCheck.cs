namespace FileTransfer.Harness.Checks;

/// <summary>The garbage collector of this process.</summary>
internal sealed class CollectorCheck : ICheck
{
    public string Group => CheckGroup.Runtime;

    public string Name => "garbage-collector";

    public Finding Examine(Subject subject) => subject.Sender.GarbageCollector.StartsWith("server", StringComparison.Ordinal)
        ? Finding.Note(
            $"the garbage collector is {subject.Sender.GarbageCollector}: ways that allocate look better than in a program without it")
        : Finding.Fine($"the garbage collector is {subject.Sender.GarbageCollector}");
}
