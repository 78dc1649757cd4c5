namespace FileTransfer.Harness.Checks;

/// <summary>The file system of the payload: proc_pid_mountinfo(5).</summary>
internal sealed class FileSystemCheck : ICheck
{
    public string Group => CheckGroup.Container;

    public string Name => "file-system";

    public Finding Examine(Subject subject)
    {
        string payload = subject.Payload ?? Path.GetTempPath();
        string? kind = subject.Files.Lines("/proc/self/mountinfo")
            .Select(line => line.Split(' '))
            .Select(words => (Words: words, Separator: Array.IndexOf(words, "-")))
            .Where(mount => mount.Separator > 4 && mount.Separator + 1 < mount.Words.Length && IsAbove(mount.Words[4], payload))
            .OrderBy(mount => mount.Words[4].Length)
            .Select(mount => mount.Words[mount.Separator + 1])
            .LastOrDefault();
        return kind switch
        {
            null => Finding.Unknown("this system does not tell on what file system the payload is"),
            "overlay" or "aufs" or "9p" or "virtiofs" => Layered(kind),
            _ when kind.StartsWith("fuse", StringComparison.Ordinal)
                || kind.StartsWith("nfs", StringComparison.Ordinal)
                || kind is "cifs" =>
                Layered(kind),
            _ => Finding.Fine($"the payload is on {kind}"),
        };
    }

    private static Finding Layered(string kind) => Finding.Limit(
        $"the payload is on {kind}, a file system above another: opening and reading cost more, and sendfile(2) or splice(2) may copy",
        "put it on a local disk or a volume, and name it: --file FILE");

    private static bool IsAbove(string mount, string path) =>
        mount == "/" || path == mount || path.StartsWith($"{mount}/", StringComparison.Ordinal);
}
