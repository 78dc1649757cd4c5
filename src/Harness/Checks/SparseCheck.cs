using FileTransfer.Strategies.Machine;
using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>A payload with holes, which are neither read from a disk nor kept like other pages.</summary>
internal sealed class SparseCheck : ICheck
{
    public string Group => CheckGroup.PageCache;

    public string Name => "sparse";

    public Finding Examine(Subject subject)
    {
        if (subject.Payload is not { } payload || FileBlocks.Of(payload) is not { } allocated)
        {
            return Finding.Unknown(subject.Payload is null
                ? "no file was named: --file FILE"
                : "this system does not tell where a file has holes");
        }

        long length = new FileInfo(payload).Length;
        return allocated < length
            ? Finding.Limit(
                Invariant($"{payload} has {length} bytes, and {allocated} on the disk: its holes are zeros that no disk has to read"),
                $"cp --sparse=never '{payload}' COPY; compressing file systems also store less")
            : Finding.Fine($"{payload} has no holes");
    }
}
