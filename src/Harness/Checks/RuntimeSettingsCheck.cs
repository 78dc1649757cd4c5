namespace FileTransfer.Harness.Checks;

/// <summary>Variables that configure the runtime, at both ends.</summary>
internal sealed class RuntimeSettingsCheck : ICheck
{
    public string Group => CheckGroup.Runtime;

    public string Name => "settings";

    public Finding Examine(Subject subject)
    {
        IReadOnlyList<string> here = subject.Sender.RuntimeSettings ?? [];
        if (subject.Receiver?.RuntimeSettings is { } there && !here.SequenceEqual(there))
        {
            return Finding.Limit(
                "the runtime is set up differently at the two ends: "
                + $"sender {List(here.Except(there))}, receiver {List(there.Except(here))}",
                "start both with the same DOTNET_ variables");
        }

        return here.Count > 0
            ? Finding.Note(
                $"the runtime is set up by {List(here)}: figures of a program without that may differ",
                "unset them, if your program does not run with them")
            : Finding.Fine("no variable configures the runtime");
    }

    private static string List(IEnumerable<string> settings) => string.Join(" ", settings.DefaultIfEmpty("none"));
}
