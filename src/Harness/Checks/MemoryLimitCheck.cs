using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>The memory that a container may use: the page cache counts.</summary>
internal sealed class MemoryLimitCheck : ICheck
{
    private const double Full = 0.9;
    private const double BytesPerGiB = 1L << 30;

    /// <summary>Version 1 writes the largest multiple of a page for "no limit".</summary>
    private const double NoLimit = 1L << 60;

    public string Group => CheckGroup.Container;

    public string Name => "memory-limit";

    public Finding Examine(Subject subject)
    {
        SystemFiles files = subject.Files;
        double? limit = Number(files, "memory.max", "memory.limit_in_bytes");
        double? used = Number(files, "memory.current", "memory.usage_in_bytes");
        if (limit is not { } most || most > NoLimit)
        {
            return Finding.Fine("no limit of a container holds the memory, as far as this system tells");
        }

        string text = Invariant($"the container uses {(used ?? 0) / BytesPerGiB:0.##} of {most / BytesPerGiB:0.##} GiB");
        return used > Full * most
            ? Finding.Limit(
                $"{text}: the kernel drops files from the page cache to stay below",
                "give the container more memory: docker run --memory N")
            : Finding.Fine(text);
    }

    private static double? Number(SystemFiles files, string second, string first) =>
        ControlGroup.Find(files, second, "memory", first) is { } path ? files.Number(path) : null;
}
