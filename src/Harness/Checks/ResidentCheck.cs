using FileTransfer.Strategies.Machine;
using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>The share of the payload that is in the page cache: mincore(2).</summary>
internal sealed class ResidentCheck : ICheck
{
    public string Group => CheckGroup.PageCache;

    public string Name => "resident";

    public Finding Examine(Subject subject) => subject.Payload is not { } payload
        ? Finding.Unknown("no file was named: --file FILE")
        : PageCache.ResidentShare(payload) switch
        {
            null => Finding.Unknown("this system does not tell what is in its page cache"),
            < 1 and var share => Finding.Limit(
                Invariant($"{share * 100:0.#} % of {payload} is in the page cache: the first transfers read a disk"),
                $"cat '{payload}' > /dev/null"),
            _ => Finding.Fine($"all of {payload} is in the page cache"),
        };
}
