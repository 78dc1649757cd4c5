using System.Globalization;
using System.Text.RegularExpressions;

namespace FileTransfer.Harness.Tracing;

/// <summary>One system call that returned, as strace(1) wrote it.</summary>
/// <param name="Name">Its name: sendto, not send.</param>
/// <param name="Arguments">Its arguments, flags among them, without the contents of buffers.</param>
/// <param name="Result">What it returned; −1 for an error.</param>
internal sealed partial record SystemCall(string Name, string Arguments, long Result)
{
    private const string Unfinished = " <unfinished ...>";

    /// <summary>What its descriptors stand for, in the order of the arguments: paths, pipes, both ends of connections.</summary>
    public IReadOnlyList<string> Descriptors { get; } = [.. Descriptor().Matches(Arguments).Select(match => match.Groups["target"].Value)];

    /// <summary>Bytes it moved.</summary>
    public long Moved => Math.Max(0, Result);

    /// <summary>Reads what strace -f wrote, where a call during which another thread made one is cut in two.</summary>
    public static IEnumerable<SystemCall> ParseAll(IEnumerable<string> lines)
    {
        Dictionary<string, string> begun = [];
        foreach (string line in lines)
        {
            string thread = line[..Math.Max(0, line.IndexOf(' ', StringComparison.Ordinal))];
            if (line.EndsWith(Unfinished, StringComparison.Ordinal))
            {
                begun[thread] = line[..^Unfinished.Length];
                continue;
            }

            Match resumed = Resumed().Match(line);
            string whole = resumed.Success && begun.Remove(thread, out string? start)
                ? start + line[(resumed.Index + resumed.Length)..]
                : line;
            Match call = Call().Match(whole);
            if (call.Success)
            {
                yield return new SystemCall(
                    call.Groups["name"].Value,
                    call.Groups["arguments"].Value,
                    long.Parse(call.Groups["result"].Value, CultureInfo.InvariantCulture));
            }
        }
    }

    /// <inheritdoc/>
    public override string ToString() => $"{Name}({Arguments}) = {Result}";

    [GeneratedRegex(@"^\d+ +(?<name>\w+)\((?<arguments>.*)\) += (?<result>-?\d+)")]
    private static partial Regex Call();

    [GeneratedRegex(@"<\.\.\. \w+ resumed>")]
    private static partial Regex Resumed();

    [GeneratedRegex(@"\b\d+<(?<target>(?:->|[^<>])+)>")]
    private static partial Regex Descriptor();
}
