using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Checks;

/// <summary>Processors that the scheduler leaves free for those who pin themselves there.</summary>
internal sealed class IsolationCheck : ICheck
{
    public string Group => CheckGroup.Processor;

    public string Name => "isolation";

    public Finding Examine(Subject subject) => subject.Files.Text("/sys/devices/system/cpu/isolated") switch
    {
        null => Finding.Unknown("this system does not tell which processors are isolated"),
        "" => Finding.Fine("no processor is isolated: the scheduler uses all of them"),
        var isolated when ProcessorList.TryParse(isolated, out IReadOnlyList<int> numbers) && numbers.Any(subject.Processors.Contains) =>
            Finding.Limit(
                $"processors {isolated} are isolated: the scheduler moves nothing there, so both ends crowd on the others",
                $"--affinity split --cpus {isolated}"),
        var isolated => Finding.Note($"processors {isolated} are isolated, and this process may not use them"),
    };
}
