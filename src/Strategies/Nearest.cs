namespace FileTransfer.Strategies;

/// <summary>Suggests valid names that resemble an unknown name.</summary>
public static class Nearest
{
    private const int MaximumSuggestions = 3;

    /// <summary>
    /// The valid names with the fewest letters different from <paramref name="name"/>; none when every name differs by more than a
    /// third of the letters.
    /// </summary>
    public static IReadOnlyList<string> To(string name, IEnumerable<string> valid)
    {
        string normalized = Normalize(name);
        (string Name, int Distance)[] close =
        [
            .. valid
                .Select(candidate => (Name: candidate, Distance: Distance(normalized, Normalize(candidate))))
                .Where(candidate => candidate.Distance <= Math.Max(1, normalized.Length / 3))
                .OrderBy(candidate => candidate.Distance),
        ];
        return
        [
            .. close
                .Where(candidate => candidate.Distance == close[0].Distance)
                .Take(MaximumSuggestions)
                .Select(candidate => candidate.Name),
        ];
    }

    /// <summary>A suggestion to append to an error message, such as <c>; did you mean send-file?</c>; empty when no name is near.</summary>
    public static string Question(string name, IEnumerable<string> valid) =>
        To(name, valid) is { Count: > 0 } meant ? $"; did you mean {string.Join(" or ", meant)}?" : "";

    private static string Normalize(string name) => name.ToLowerInvariant().Replace('_', '-');

    /// <summary>Number of insertions, deletions and substitutions that turn one name into the other (Levenshtein 1965).</summary>
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
