namespace FileTransfer.Strategies.Contracts;

/// <summary>Finds what somebody may have meant by a name that does not exist.</summary>
public static class Nearest
{
    private const int Most = 3;

    /// <summary>The valid names that differ from <paramref name="name"/> by the fewest letters, at most a third of them; none when all differ more.</summary>
    public static IReadOnlyList<string> To(string name, IEnumerable<string> valid)
    {
        string plain = Plain(name);
        (string Name, int Distance)[] close =
        [
            .. valid
                .Select(candidate => (Name: candidate, Distance: Distance(plain, Plain(candidate))))
                .Where(candidate => candidate.Distance <= Math.Max(1, plain.Length / 3))
                .OrderBy(candidate => candidate.Distance),
        ];
        return [.. close.Where(candidate => candidate.Distance == close[0].Distance).Take(Most).Select(candidate => candidate.Name)];
    }

    /// <summary>A question to put behind an error, or nothing: <c>; did you mean send-file?</c></summary>
    public static string Question(string name, IEnumerable<string> valid) =>
        To(name, valid) is { Count: > 0 } meant ? $"; did you mean {string.Join(" or ", meant)}?" : "";

    private static string Plain(string name) => name.ToLowerInvariant().Replace('_', '-');

    /// <summary>Insertions, deletions and substitutions from one to the other (Levenshtein 1965).</summary>
    private static int Distance(string one, string other)
    {
        int[] above = [.. Enumerable.Range(0, other.Length + 1)];
        for (int row = 1; row <= one.Length; row++)
        {
            int[] here = new int[other.Length + 1];
            here[0] = row;
            for (int column = 1; column <= other.Length; column++)
            {
                int substituted = above[column - 1] + (one[row - 1] == other[column - 1] ? 0 : 1);
                here[column] = Math.Min(substituted, Math.Min(above[column], here[column - 1]) + 1);
            }

            above = here;
        }

        return above[^1];
    }
}
