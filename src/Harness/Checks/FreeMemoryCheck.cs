using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>A file that does not fit into memory is never a transfer from the page cache.</summary>
internal sealed class FreeMemoryCheck : ICheck
{
    private const double BytesPerKB = 1024;
    private const double BytesPerGB = 1e9;

    public string Group => CheckGroup.PageCache;

    public string Name => "free-memory";

    public Finding Examine(Subject subject)
    {
        if (subject.Files.Number("/proc/meminfo", "MemAvailable") * BytesPerKB is not { } available)
        {
            return Finding.Unknown("this system does not tell how much memory is available");
        }

        string text = Invariant($"{available / BytesPerGB:0.0} GB of memory are available");
        return subject.Payload is { } payload && new FileInfo(payload) is { Exists: true } file && file.Length > available
            ? Finding.Limit(
                Invariant($"{text}, and {payload} has {file.Length / BytesPerGB:0.0} GB: every transfer reads a disk"),
                "free memory, or measure a smaller file; else the disk is what you measure")
            : Finding.Fine(text);
    }
}
