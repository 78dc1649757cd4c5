using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Checks;

/// <summary>The kind of disk that the payload is on, and how far it is read ahead.</summary>
internal sealed class DiskCheck : ICheck
{
    public string Group => CheckGroup.PageCache;

    public string Name => "disk";

    public Finding Examine(Subject subject)
    {
        if (FileBlocks.DeviceOf(subject.Payload ?? Path.GetTempPath()) is not { } device)
        {
            return Finding.Unknown("this system does not tell what disk the payload is on");
        }

        // The queue of a partition is that of its disk.
        string[] folders = [$"/sys/dev/block/{device}/queue/", $"/sys/dev/block/{device}/../queue/"];
        string? folder = folders.FirstOrDefault(one => subject.Files.Exists($"{one}rotational"));
        return folder is null
            ? Finding.Unknown("the payload is not on a disk, or this system does not tell which")
            : subject.Files.Text($"{folder}rotational") == "1"
                ? Finding.Note(
                    "the payload is on a disk that turns, or on one that says so; "
                    + $"it is read {subject.Files.Text($"{folder}read_ahead_kb")} KiB ahead: "
                    + "with a cold page cache the disk decides")
                : Finding.Fine(
                    $"the payload is on a disk that does not turn, read {subject.Files.Text($"{folder}read_ahead_kb")} KiB ahead");
    }
}
